import { connectionTableSmall } from '../../../src/rules/workloads/connection-table-small';
import { predict } from '../../../src/prediction/predict';
import { ipvsConfigMap } from '../inputs';
import { declarationOfTexts } from '../declaration-of-texts';

/** What the rule says where every node sees so many new connections a second. */
function findings(connectionsPerSecond: number | undefined, mode = 'ipvs', pools = ['all']) {
  const declaration = declarationOfTexts({
    name: 'input',
    pools: pools.map((name) => ({ name, kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.30.4' })),
    files: { 'kube-proxy.yaml': ipvsConfigMap(`mode: ${mode}`) },
  });
  const { cluster } = declaration;
  const stated = { ...declaration, cluster: { ...cluster, network: { ...cluster.network, connectionsPerSecond } } };
  return connectionTableSmall.judge({ declaration: stated, prediction: predict(stated) });
}

it.each([
  ['no rate is stated', undefined],
  ['fewer than ten entries for each bucket', 341],
])('says nothing: %s', (_, rate) => {
  expect(findings(rate)).toEqual([]);
});

it('says nothing in another mode', () => {
  expect(findings(5000, 'iptables')).toEqual([]);
});

it('reports ten entries for each bucket', () => {
  expect(findings(342)).toEqual([expect.objectContaining({
    severity: 'info',
    pool: 'all',
    message: 'pool all: the IPVS connection table is too small for 342 connections a second',
    because: expect.stringMatching(/ 41040 entries in 4096 buckets .*: about 10 to look through/),
    remedies: [expect.stringMatching(/conn_tab_bits=16.* 512 KiB/), expect.stringMatching(/command line/)],
  })]);
});

it('asks for no more than every kernel takes', () => {
  expect(findings(1_000_000)).toEqual([expect.objectContaining({ remedies: [expect.stringMatching(/conn_tab_bits=20/), expect.stringMatching(/conn_tab_bits=20 on/)] })]);
});

it('speaks of all pools at once', () => {
  expect(findings(5000, 'ipvs', ['a', 'b'])).toEqual([expect.objectContaining({ pool: undefined, message: expect.stringMatching(/^pools a, b: /) })]);
});
