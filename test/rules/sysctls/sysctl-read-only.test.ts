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
    ...['v1.35.8', 'v1.36.6', 'v1.37.2'].map((kubeProxyVersion) => ({
      name: `${kubeProxyVersion} with more than it wants`,
      pools: [{ ...kind, kubeProxyVersion, cpu: 64, sysctls: { 'net.netfilter.nf_conntrack_max': 2097152 } }],
      files: perCore('null'),
    })),
  ],
  invalid: [
    {
      name: 'null means the default of 32768 for each core',
      pools: [kind],
      files: perCore('null'),
      findings: [{
        severity: 'error', pool: 'kind', resource: 'ConfigMap kube-system/kube-proxy',
        because: /net\.netfilter\.nf_conntrack_max is read-only/, remedy: /conntrack\.maxPerCore: 0/,
      }],
    },
    ...['v1.36.0', 'v1.36.5', 'v1.37.1'].map((kubeProxyVersion) => ({
      name: `the cap of ${kubeProxyVersion} asks for less than what is there`,
      pools: [{ ...kind, kubeProxyVersion, cpu: 64, sysctls: { 'net.netfilter.nf_conntrack_max': 2097152 } }],
      files: perCore('null'),
      findings: [{ severity: 'error' as const, pool: 'kind', because: /1048576/ }],
    })),
    { name: 'the first 5.10 release with the commit', pools: [{ ...kind, kernelVersion: '5.10.35' }], files: perCore('32768'), findings: [{ severity: 'error', pool: 'kind' }] },
  ],
});
