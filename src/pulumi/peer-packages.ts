import { requirePeers } from '../plan/peer-packages';

requirePeers('kube-proxy-kit/pulumi', ['@pulumi/pulumi', '@pulumi/kubernetes']);
