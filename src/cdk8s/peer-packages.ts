import { requirePeers } from '../setup/peer-packages';

requirePeers('kube-proxy-kit/cdk8s', ['cdk8s', 'constructs']);
