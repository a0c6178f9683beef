import { predict } from '../../../src/prediction/predict';
import { iptablesScale } from '../../../src/rules/workloads/iptables-scale';
import { declarationOfTexts } from '../declaration-of-texts';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = (kubeProxyVersion: string) => [{ name: 'all', kernelVersion: '6.8.0-40-generic', kubeProxyVersion }];
const services = (count: number, spec: object = {}) => ({
  'services.json': JSON.stringify({
    apiVersion: 'v1', kind: 'List', items: Array.from({ length: count }, (_, index) => ({
      apiVersion: 'v1', kind: 'Service', metadata: { name: `s${index}` }, spec: { ports: [{ port: 80 }], ...spec },
    })),
  }),
});
const files = (mode: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${mode}`) });

testRule(iptablesScale, {
  valid: [
    { name: 'just below', pools: pools('v1.30.4'), files: { ...files('iptables'), ...services(999) } },
    { name: 'another mode', pools: pools('v1.30.4'), files: { ...files('ipvs'), ...services(1000) } },
    { name: 'headless Services make no rules', pools: pools('v1.30.4'), files: { ...files('iptables'), ...services(1000, { clusterIP: 'None' }) } },
  ],
  invalid: [
    {
      name: 'as many Services as trouble was reported from',
      pools: pools('v1.33.4'),
      files: { ...files('iptables'), ...services(1000) },
      findings: [{ severity: 'info', pool: 'all', message: /runs mode iptables with 1000 Services$/, because: /^latency/, remedy: /^Move to mode nftables/ }],
    },
    { name: 'by an empty mode, before 1.28', pools: pools('v1.27.4'), files: { ...files('""'), ...services(1000) }, findings: [{ severity: 'info', remedy: /^Run kube-proxy v1\.28/ }] },
  ],
});

it('takes what is stated of the cluster for more than the manifests', () => {
  const declaration = declarationOfTexts({ name: 'input', pools: pools('v1.30.4'), files: files('iptables') });
  const { cluster } = declaration;
  const withEndpoints = (endpoints: number) => ({ ...declaration, cluster: { ...cluster, network: { ...cluster.network, endpoints } } });
  const messages = (endpoints: number) => iptablesScale.judge({ declaration: withEndpoints(endpoints), prediction: predict(declaration) });
  expect(messages(19_999)).toEqual([]);
  expect(messages(20_000)).toEqual([expect.objectContaining({ message: expect.stringMatching(/with 20000 endpoints$/), because: expect.stringMatching(/^20,000 endpoints make/) })]);
});
