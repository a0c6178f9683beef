import * as path from 'node:path';
import { parse } from 'yaml';
import type { decodeConfiguration } from '../src/config/decode';
import type { KubeVersion } from '../src/facts/kube-proxy/kube-version';
import { type Benchmark, wallRatio } from './benchmark';

/** What is measured is the build, as users run it. */
interface Core {
  readonly decodeConfiguration: typeof decodeConfiguration;
  readonly KubeVersion: typeof KubeVersion;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports
const core = require(path.join(__dirname, '../lib/index.js')) as Core;

/** Configurations as kubeadm and people write them, no two alike. */
function configurations(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
bindAddress: ${index % 3 === 0 ? '"::"' : '0.0.0.0'}
bindAddressHardFail: false
clientConnection:
  acceptContentTypes: ""
  burst: 0
  contentType: ""
  kubeconfig: /var/lib/kube-proxy/kubeconfig.conf
  qps: 0
clusterCIDR: 10.${index % 200}.0.0/16
configSyncPeriod: 0s
conntrack:
  maxPerCore: null
  min: ${index}
  tcpCloseWaitTimeout: null
  tcpEstablishedTimeout: null
enableProfiling: false
healthzBindAddress: ""
hostnameOverride: ""
iptables:
  masqueradeAll: false
  masqueradeBit: null
  minSyncPeriod: 0s
  syncPeriod: ${1 + (index % 60)}s
ipvs:
  excludeCIDRs:
  - 192.0.2.0/24
  minSyncPeriod: 0s
  scheduler: ${['rr', 'lc', 'sh', '""'][index % 4]}
  strictA${index % 5 === 0 ? 'rp' : 'RP'}: true
  syncPeriod: 30s
metricsBindAddress: ""
mode: ${['ipvs', 'iptables', 'nftables', '""'][index % 4]}
nodePortAddresses: null
oomScoreAdj: null
portRange: ""
# ${index}
`);
}

const benchmarks: Benchmark[] = [
  {
    name: 'decoding 2,000 configurations, against the yaml package parsing them',
    budget: 2.0,
    measure: () => {
      const texts = configurations(2000);
      const versions = ['1.19.16', '1.27.16', '1.31.14', '1.36.3'].map((text) => core.KubeVersion.parse(text));
      return wallRatio(
        () => texts.forEach((text, index) => core.decodeConfiguration(text, versions[index % versions.length])),
        () => texts.forEach((text) => parse(text)),
      );
    },
  },
];

export default benchmarks;
