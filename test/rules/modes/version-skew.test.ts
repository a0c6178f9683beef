import { versionSkew } from '../../../src/rules/modes/version-skew';
import { ipvsConfigMap } from '../inputs';
import { kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';

const pool = (kubeProxyVersion: string | undefined, more: object = {}) => ({ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const files = { 'kube-proxy.yaml': ipvsConfigMap() };
const daemonSet = (version: string) => ({ 'ds.yaml': kubeProxyDaemonSet(['kube-proxy', '--proxy-mode=ipvs'], { version }) });

testRule(versionSkew, {
  valid: [
    { name: 'the same release', pools: [pool('v1.30.4')], kubernetesVersion: 'v1.30.1', files },
    { name: 'three minors behind', pools: [pool('v1.27.4')], kubernetesVersion: 'v1.30.1', files },
    { name: 'two minors behind, before 1.25', pools: [pool('v1.22.4')], kubernetesVersion: 'v1.24.1', files },
    { name: 'a vendor suffix', pools: [pool('v1.30.4-eksbuild.2')], kubernetesVersion: 'v1.30', files },
    { name: 'only the cluster is known', pools: [pool(undefined)], kubernetesVersion: 'v1.30.1', files },
    { name: 'nothing is known of the API server', pools: [pool('v1.30.4'), pool('v1.27.4', { name: 'old' })], files },
    { name: 'three minors from the kubelet', pools: [pool('v1.30.4', { kubeletVersion: 'v1.33.1' })], files },
    { name: 'a kubelet far behind a kube-proxy that is only assumed', pools: [pool(undefined, { kubeletVersion: 'v1.24.1' })], kubernetesVersion: 'v1.30.1', files },
    { name: 'without nodes and API server', pools: [], files: daemonSet('v1.30.4') },
  ],
  invalid: [
    {
      name: 'newer than the API server',
      pools: [pool('v1.31.0')],
      kubernetesVersion: 'v1.30.9',
      files,
      findings: [{
        severity: 'error', pool: 'all', resource: 'ConfigMap kube-system/kube-proxy',
        message: /^pool all: kube-proxy v1\.31\.0 is newer than the API server, v1\.30\.9$/, remedy: /Run kube-proxy of v1\.30[^]*API server first/,
      }],
    },
    {
      name: 'four minors behind',
      pools: [pool('v1.26.4')],
      kubernetesVersion: 'v1.30.1',
      files,
      findings: [{ severity: 'error', message: /too old for the API server, v1\.30\.1$/, because: /at most 3 minor releases older/, remedy: /v1\.27 or later/ }],
    },
    {
      name: 'three minors behind, before 1.25',
      pools: [pool('v1.22.4')],
      kubernetesVersion: 'v1.25.1',
      files,
      findings: [{ severity: 'error', because: /at most 2 minor releases older/, remedy: /v1\.23 or later/ }],
    },
    {
      name: 'by the tag of an image',
      pools: [pool(undefined)],
      kubernetesVersion: 'v1.28.1',
      files: daemonSet('v1.29.0'),
      findings: [{ severity: 'error', resource: 'DaemonSet kube-system/kube-proxy', message: /v1\.29\.0 is newer/ }],
    },
    { name: 'without nodes', pools: [], kubernetesVersion: 'v1.28.1', files: daemonSet('v1.29.0'), findings: [{ severity: 'error', pool: undefined, message: /^kube-proxy v1\.29\.0 is newer/ }] },
    {
      name: 'pools too far from each other, whatever the API server',
      pools: [pool('v1.31.4', { name: 'new' }), pool('v1.27.4', { name: 'old' })],
      files,
      findings: [{ severity: 'error', pool: 'old', message: /^pool old: .*too old for the API server, v1\.31\.4 or newer$/, because: /at least as new as the newest kube-proxy/ }],
    },
    {
      name: 'four minors from the kubelet',
      pools: [pool('v1.30.4', { kubeletVersion: 'v1.26.1' })],
      files,
      findings: [{ severity: 'error', message: /too far from the kubelet, v1\.26\.1$/ }],
    },
    {
      name: 'pools of one release together',
      pools: [pool('v1.31.0', { name: 'a' }), pool('v1.31.2', { name: 'b' }), pool('v1.30.0', { name: 'c' })],
      kubernetesVersion: 'v1.30.9',
      files,
      findings: [{ severity: 'error', pool: undefined, message: /^pools a, b: / }],
    },
  ],
});
