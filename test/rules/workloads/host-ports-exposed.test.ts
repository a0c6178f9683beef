import { hostPortsExposed } from '../../../src/rules/workloads/host-ports-exposed';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string, name = 'all') => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion });
const files = { 'kube-proxy.yaml': ipvsConfigMap() };

testRule(hostPortsExposed, {
  valid: [
    { name: 'the first release that rejects other ports', pools: [pool('v1.26.0')], files },
    { name: 'another mode', pools: [pool('v1.25.16')], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables') } },
    { name: 'IPVS does not come into force', pools: [{ ...pool('v1.25.16'), modules: { ip_vs: 'absent' } }], files },
  ],
  invalid: [
    {
      name: 'the last release that does not',
      pools: [pool('v1.25.16')],
      files,
      findings: [{ severity: 'warning', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy', message: /v1\.25\.16 exposes every port/, because: /binds all Service addresses .*0\.0\.0\.0/, remedy: /v1\.26\.0/ }],
    },
    {
      name: 'once for several releases, naming the pools',
      pools: [pool('v1.24.3', 'a'), pool('v1.25.1', 'b'), pool('v1.26.4', 'c')],
      files,
      findings: [{ severity: 'warning', pool: undefined, message: /^ConfigMap kube-system\/kube-proxy on pools a, b: kube-proxy v1\.24\.3, v1\.25\.1 / }],
    },
    {
      name: 'of two set-ups that claim the pool, by the one that governs it',
      pools: [pool('v1.25.16')],
      files: { ...files, 'other.yaml': ipvsConfigMap().replace('name: kube-proxy', 'name: other') },
      findings: [{ severity: 'warning', resource: 'ConfigMap kube-system/kube-proxy' }],
    },
    { name: 'without nodes', pools: [], kubernetesVersion: 'v1.24.3', files, findings: [{ severity: 'warning', pool: undefined }] },
  ],
});
