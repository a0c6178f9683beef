import { requirePeers } from '../setup/peer-packages';

requirePeers('kube-proxy-kit/pulumi', ['@pulumi/pulumi', '@pulumi/kubernetes']);
