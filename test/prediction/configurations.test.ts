import { predict } from '../../src/prediction/predict';
import { ipvsConfigMap } from '../rules/inputs';
import { declarationOfTexts } from '../rules/declaration-of-texts';
import type { RuleInput } from '../rules/rule-tester';

const pool = (name: string, kubeProxyVersion: string | undefined, more: object = {}) => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion, ...more });
const files = { 'kube-proxy.yaml': ipvsConfigMap() };

function configurations(input: Omit<RuleInput, 'name'>): string[] {
  return predict(declarationOfTexts({ name: 'input', ...input })).configurations.map(({ instance, kubeProxy, operatingSystem, decoded, pools }) =>
    `${instance.name} ${kubeProxy.version.toString()} ${operatingSystem} ${decoded.effective.mode} ${pools.map(({ name }) => name).join(',')}`);
}

it('takes pools of one release together', () => {
  expect(configurations({ pools: [pool('a', 'v1.30.4'), pool('b', 'v1.31.2'), pool('c', 'v1.30.4')], files })).toEqual([
    'ConfigMap kube-system/kube-proxy v1.30.4 linux ipvs a,c', 'ConfigMap kube-system/kube-proxy v1.31.2 linux ipvs b',
  ]);
});

it('judges all that claim a pool', () => {
  const other = ipvsConfigMap('mode: iptables').replace('name: kube-proxy', 'name: other');
  expect(configurations({ pools: [pool('a', 'v1.30.4')], files: { ...files, 'other.yaml': other } })).toEqual([
    'ConfigMap kube-system/kube-proxy v1.30.4 linux ipvs a', 'ConfigMap kube-system/other v1.30.4 linux iptables a',
  ]);
});

it('does without nodes when the release is known', () => {
  expect(configurations({ pools: [], files, kubernetesVersion: 'v1.30.4' })).toEqual(['ConfigMap kube-system/kube-proxy v1.30.4 linux ipvs ']);
  expect(configurations({ pools: [], files })).toEqual([]);
});

it('reads flags where there is no document, and nothing where the document is not in the input', () => {
  const kubeProxy = (flags: string) => ({ 'kube-proxy.flags': `kube-proxy ${flags}\n` });
  expect(configurations({ pools: [pool('a', 'v1.30.4')], files: kubeProxy('--proxy-mode=ipvs') })).toEqual(['kube-proxy.flags v1.30.4 linux ipvs a']);
  expect(configurations({ pools: [pool('a', 'v1.30.4')], files: kubeProxy('--config=/etc/kube-proxy.conf') })).toEqual([]);
});

it('leaves out pools that a configuration does not govern, or whose release is not known', () => {
  const pools = [pool('a', undefined), pool('windows', 'v1.30.4', { operatingSystem: 'windows', kernelVersion: '10.0.20348' })];
  expect(configurations({ pools, files })).toEqual([]);
});
