import { requirePeers } from '../plan/peer-packages';

requirePeers('kube-proxy-kit/cdk8s', ['cdk8s', 'constructs']);
