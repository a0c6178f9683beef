import { ALERT_NAMES, alertsOf, type AlertName } from '../src/manifests/monitoring';
import { ALERT_CASES } from '../test/manifests/monitoring/alert-cases';
import { EVERYTHING, monitored, monitoringOptions, pool } from '../test/manifests/monitoring/clusters';
import { checkRules, testRules, textsOf } from './promtool';

const OK = { ok: true, said: expect.any(String) };

const everything = monitored(EVERYTHING);

/** One cluster for each mode and each change of what kube-proxy counts. */
const CLUSTERS = [
  ...['v1.18.20', 'v1.24.17', 'v1.34.3', 'v1.37.2'].flatMap((version) => ['ipvs', 'iptables'].map((mode) => [version, mode] as const)),
  ...['v1.29.15', 'v1.31.14', 'v1.34.3', 'v1.37.2'].map((version) => [version, 'nftables'] as const),
].map(([version, mode]) => [version, mode, monitored(monitoringOptions(version, mode))] as const);

/** Two releases, and two ends of their modes. */
const MIXED = monitored(monitoringOptions('v1.37.2', 'ipvs', {
  nodePools: [pool('web'), pool('batch', '5.15.0-91-generic', { kubeProxyVersion: 'v1.34.3' }), pool('gated', '6.1.0-18-amd64')],
  poolConfigurations: { gated: { featureGates: { KubeProxyIPVS: true } } },
}));

/** Of the calendar, not of anything that a node shows. */
const YEARS = { minute: 60 * 366 * 24 * 60, step: '30d' };
const byCalendar = (alert: AlertName) => alert === 'KubeProxyReleaseUnsupported';

test('a cluster with pools of every kind gets every alert, once', () => {
  expect(alertsOf(everything).map(({ name }) => name)).toEqual(ALERT_NAMES);
  expect(checkRules(everything)).toEqual(OK);
});

test.each([...CLUSTERS, ['v1.37.2 and v1.34.3', 'ipvs', MIXED] as const])('the rules for %s in %s mode are sound, and silent on a sound cluster', (_version, _mode, cluster) => {
  expect(checkRules(cluster)).toEqual(OK);
  expect(testRules(cluster, [{ case: { name: 'sound', series: () => ({}) }, fires: [] }])).toEqual(OK);
});

describe.each(ALERT_NAMES.filter((alert) => !byCalendar(alert)))('%s', (alert) => {
  const { fires, silent } = ALERT_CASES[alert];

  test(`fires: ${fires.map(({ name }) => name).join('; ')}`, () => {
    expect(testRules(everything, fires.map((one) => ({ case: one, fires: [alert] })))).toEqual(OK);
  });

  test(`is silent: ${silent.map(({ name }) => name).join('; ') || 'on a sound cluster'}`, () => {
    expect(testRules(everything, [{ name: 'sound', series: () => ({}) }, ...silent].map((one) => ({ case: one, fires: [] })))).toEqual(OK);
  });

  test('says what a person can read', () => {
    const said = textsOf(everything, fires[0]);
    expect(said).toContain(`alertname: ${alert},`);
    expect(said.replaceAll('\n', ' ')).toMatch(/runbook_url/);
    expect(said).not.toMatch(/error expanding|no value|\{\{|%!/);
  });
});

test.each(ALERT_NAMES.filter(byCalendar))('%s fires years later, and not before', (alert) => {
  const shown = {
    name: 'years later', series: () => Object.fromEntries(everything.pools.map(({ name, kernel }) =>
      [`kube_node_info{node="${name}-1",kernel_version="${kernel}",kubelet_version="v1.37.2",os_image="Linux"}`, '1x800'])),
  };
  // Nothing else is watched for so long.
  expect(testRules({ ...everything, scraping: 'none' }, [{ case: shown, fires: [alert] }], YEARS)).toEqual(OK);
  expect(testRules({ ...everything, scraping: 'none' }, [{ case: shown, fires: [] }], { ...YEARS, minute: 40 * 366 * 24 * 60 })).toEqual(OK);
});
