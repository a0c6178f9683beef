import { sysctlReadOnly } from '../../../src/rules/sysctls/sysctl-read-only';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const kind = { name: 'kind', kernelVersion: '5.12.2-arch1-1', kubeProxyVersion: 'v1.20.2', containerizedNode: true };
const perCore = (value: string) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: ""', 'conntrack:', `  maxPerCore: ${value}`) });

testRule(sysctlReadOnly, {
  valid: [
    { name: 'kube-proxy leaves the limit alone', pools: [kind], files: perCore('0') },
    { name: 'the node is a machine', pools: [{ ...kind, containerizedNode: false }], files: perCore('null') },
    { name: 'a kernel that lets a container write it', pools: [{ ...kind, kernelVersion: '5.10.34' }], files: perCore('null') },
    {
      name: 'the limit is there already',
      pools: [{ ...kind, cpu: 4, sysctls: { 'net.netfilter.nf_conntrack_max': 131072 } }],
      files: perCore('null'),
    },
  ],
  invalid: [
    {
      name: 'null means the default of 32768 for each core',
      pools: [kind],
      files: perCore('null'),
      findings: [{
        severity: 'error', pool: 'kind', resource: 'ConfigMap kube-system/kube-proxy',
        message: /exits at each start: net\.netfilter\.nf_conntrack_max is read-only/, remedy: /conntrack\.maxPerCore: 0/,
      }],
    },
    { name: 'the first 5.10 release with the commit', pools: [{ ...kind, kernelVersion: '5.10.35' }], files: perCore('32768'), findings: [{ severity: 'error', pool: 'kind' }] },
  ],
});
