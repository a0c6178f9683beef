import { nftablesInterfaceDetection } from '../../../src/rules/modes/nftables-interface-detection';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool as pool } from '../workload-inputs';

const detecting = (mode: string, ...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${mode}`, ...lines) });
const PREFIX = ['detectLocalMode: InterfaceNamePrefix', 'detectLocal: {interfaceNamePrefix: cali}'];
const BRIDGE = ['detectLocalMode: BridgeInterface', 'detectLocal: {bridgeInterface: cbr0}'];

testRule(nftablesInterfaceDetection, {
  valid: [
    ...['v1.33.6', 'v1.34.2', 'v1.35.0', 'v1.37.2'].map((version) => ({ name: `${version} compares names`, pools: [pool(version)], files: detecting('nftables', ...PREFIX) })),
    { name: 'by range', pools: [pool('v1.33.1')], files: detecting('nftables', 'clusterCIDR: 10.244.0.0/16') },
    { name: 'in iptables mode', pools: [pool('v1.33.1')], files: detecting('iptables', ...PREFIX) },
  ],
  invalid: [
    {
      name: 'a prefix', pools: [pool('v1.33.5')], files: detecting('nftables', ...PREFIX),
      findings: [{ severity: 'error', pool: 'all', detail: 'detectLocalMode', at: 'kube-proxy.yaml:9', message: /cannot use detectLocalMode InterfaceNamePrefix$/, remedy: /v1\.33\.6, v1\.34\.2, v1\.35\.0/ }],
    },
    { name: 'a bridge', pools: [pool('v1.34.1')], files: detecting('nftables', ...BRIDGE), findings: [{ severity: 'error' }] },
  ],
});
