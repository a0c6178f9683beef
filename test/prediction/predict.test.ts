import { clusterOf } from '../../src/cluster/define-cluster';
import { nodePool } from '../../src/cluster/read-node-pool';
import { predict } from '../../src/prediction/predict';
import type { ReuseVerdict, StartupOutcome } from '../../src/prediction/prediction';
import { NO_WORKLOADS, predictedPool } from './predicted-pool';

const REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';

describe('every minor on every kernel that has the sysctl', () => {
  const kernels: [string, number][] = [
    ['3.10.0-1160.25.1.el7.x86_64', 3.10], ['4.1.52', 4.1], ['4.14.40', 4.14], ['4.18.0-553.66.1.el8_10.x86_64', 4.18], ['5.8.18', 5.08],
    ['5.9.16', 5.09], ['5.10.57', 5.1], ['6.12.40-64.114.amzn2023.x86_64', 6.12], ['7.2.13+deb14-amd64', 7.2],
  ];
  const expected = (minor: number, kernel: number): string => {
    const old = kernel === 3.10;
    const new59 = kernel === 5.09 || kernel === 5.1 || kernel > 6;
    if (minor < 13) {
      return '1';
    }
    if (minor < 19) {
      return '0';
    }
    return old || (minor >= 22 && new59) ? '1' : '0';
  };

  it.each(Array.from({ length: 27 }, (_, i) => 11 + i))('v1.%d.0', (minor) => {
    const found = kernels.map(([kernel]) => {
      const { modeInForce: mode, startup, sysctls } = predictedPool(`1.${minor}.0`, kernel, { modules: { nf_conntrack_ipv4: 'loaded' } });
      return [kernel, mode, startup.outcome, sysctls.get(REUSE_MODE)?.value];
    });
    expect(found).toEqual(kernels.map(([kernel, number]) => [kernel, 'ipvs', 'runs', expected(minor, number)]));
  });
});

describe('the table of the vendor document', () => {
  const EULEROS_25 = '3.10.0-862.14.1.5.h687.eulerosv2r7.x86_64';
  const EULEROS_29_OLD = '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64';
  const EULEROS_29_NEW = '4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64';
  const EULEROS_29_ARM = '4.19.90-vhulk2103.1.0.h584.eulerosv2r9.aarch64';
  const HCE_20 = '5.10.0-182.0.0.95.r2673_211.hce2.x86_64';
  const UBUNTU_2204 = '5.15.0-91-generic';
  const WITHOUT_KEY = '3.10.107';

  it.each<[string, string, StartupOutcome, string | undefined, ReuseVerdict]>([
    ['v1.13.12', WITHOUT_KEY, 'exits', undefined, 'not-ipvs'],
    ['v1.17.17-r0', WITHOUT_KEY, 'exits', undefined, 'not-ipvs'],
    ['v1.17.17-r0', EULEROS_25, 'runs', '0', 'unknown'],
    ['v1.17.17-r0', EULEROS_29_OLD, 'runs', '0', 'stale-real-server'],
    ['v1.17.17-r0', EULEROS_29_NEW, 'runs', '0', 'unknown'],
    ['v1.17.17-r0', HCE_20, 'runs', '0', 'uneven'],
    ['v1.17.17-r0', UBUNTU_2204, 'runs', '0', 'uneven'],

    ['v1.19.16-r0', WITHOUT_KEY, 'runs', undefined, 'lost-conntrack'],
    ['v1.19.16-r0', EULEROS_25, 'runs', '1', 'syn-drop-delay'],
    ['v1.19.16-r0', EULEROS_29_OLD, 'runs', '0', 'stale-real-server'],
    ['v1.19.16-r0', EULEROS_29_NEW, 'runs', '0', 'unknown'],
    ['v1.19.16-r0', UBUNTU_2204, 'runs', '0', 'uneven'],

    ['v1.21.9', UBUNTU_2204, 'runs', '1', 'safe'],
    ['v1.22.0', UBUNTU_2204, 'runs', '1', 'safe'],
    ['v1.27.4-r0', EULEROS_25, 'runs', '1', 'syn-drop-delay'],
    ['v1.27.4-r0', EULEROS_29_OLD, 'runs', '0', 'stale-real-server'],
    ['v1.27.4-r0', EULEROS_29_NEW, 'runs', '0', 'unknown'],
    ['v1.27.4-r0', EULEROS_29_ARM, 'runs', '0', 'unknown'],
    ['v1.27.4-r0', HCE_20, 'runs', '1', 'safe'],
    ['v1.27.4-r0', UBUNTU_2204, 'runs', '1', 'safe'],
  ])('%s on %s %s and leaves %s: %s', (version, kernel, outcome, value, verdict) => {
    const { startup, sysctls, reuse } = predictedPool(version, kernel);
    expect([startup.outcome, sysctls.get(REUSE_MODE)?.value, reuse.verdict]).toEqual([outcome, value, verdict]);
  });
});

describe('what is not known', () => {
  it('stays unknown without a version, a configuration, or the document that kube-proxy reads', () => {
    const unknown = { startup: { outcome: 'unknown', reasons: [] }, modeInForce: undefined, requestedMode: undefined, configuration: undefined };
    const reuse = expect.objectContaining({ verdict: 'unknown' });
    expect(predictedPool(undefined, '4.18.0')).toMatchObject({ ...unknown, kubeProxy: undefined, reuse });
    expect(predictedPool('1.27.4', '4.18.0', { configuration: false })).toMatchObject({ ...unknown, instance: undefined, reuse });
    expect(predictedPool('1.27.4', '4.18.0', { instance: { configuration: undefined } })).toMatchObject({ ...unknown, reuse });
  });

  it('still says what IPVS mode would bring', () => {
    expect(predictedPool('1.27.4', '5.15.0-91-generic', { configuration: false }).reuse.ifMode).toEqual({ zero: 'uneven', one: 'safe' });
    expect(predictedPool('1.27.4', '4.15.0-58-generic', { configuration: { mode: 'iptables' } }).reuse).toMatchObject({
      verdict: 'not-ipvs', because: 'kube-proxy runs in iptables mode', ifMode: { zero: 'stale-real-server', one: 'syn-drop-delay' },
    });
  });
});

describe('where the configuration is from', () => {
  const flag = (name: string, value: string) => ({ name, value, location: undefined });

  it('is the command line when there is no document', () => {
    const instance = { configuration: undefined, readsConfiguration: false, flags: [flag('proxy-mode', 'ipvs'), flag('ipvs-scheduler', 'lc')] };
    const found = predictedPool('1.13.4', '3.10.107', { instance });
    expect(found).toMatchObject({ requestedMode: 'ipvs', startup: { outcome: 'exits', reasons: [{ cause: 'sysctl-key-missing' }] } });
    expect(found.modules.at(-1)?.name).toBe('ip_vs_lc');
  });

  it('is the document when there are both', () => {
    expect(predictedPool('1.18.8', '5.4.80-40.140.amzn2.x86_64', { configuration: { mode: 'iptables' }, instance: { flags: [flag('proxy-mode', 'ipvs')] } }))
      .toMatchObject({ requestedMode: 'iptables', modeInForce: 'iptables' });
  });
});

describe('a key that the release string does not promise', () => {
  it('is there when it was seen on the nodes', () => {
    const found = predictedPool('1.17.17', '3.10.107', { sysctls: { [REUSE_MODE]: 1 } });
    expect(found.startup.outcome).toBe('runs');
    expect(found.sysctls.get(REUSE_MODE)?.value).toBe('0');
  });

  it('is there when it is declared', () => {
    const found = predictedPool('1.23.17', '3.10.107', { declaredBackports: ['d752c3645717'] });
    expect([found.sysctls.get(REUSE_MODE)?.value, found.reuse.verdict]).toEqual(['1', 'lost-conntrack']);
  });
});

it('predicts each pool for itself', () => {
  const pools = [nodePool({ name: 'a', kernelVersion: '4.18.0' }), nodePool({ name: 'b', kernelVersion: '5.15.0-91-generic' })];
  const declaration = { cluster: clusterOf(pools), kubeProxies: [], droppedSections: [], writers: [], workloads: NO_WORKLOADS, unreadable: [] };
  const { pools: found } = predict(declaration);
  expect(found.map(({ pool }) => pool.name)).toEqual(['a', 'b']);
});

it('asks no Windows node for modules of Linux', () => {
  const { startup, modules } = predictedPool('v1.28.5', '10.0.20348.2227', { operatingSystem: 'windows' });
  expect([startup.outcome, modules]).toEqual(['exits', []]);
});
