import type { Assessment } from '../../src/assessment/assess';
import type { NodePool } from '../../src/cluster/node-pool';
import { EVERY_POOL } from '../../src/cluster/pool-selector';
import type { EvidencedPresence, Presence } from '../../src/facts/evidence';
import type { Finding } from '../../src/rules/finding';
import type { PoolPrediction, SysctlPrediction, SysctlStep } from '../../src/prediction/prediction';
import { KernelRelease } from '../../src/facts/kernel/kernel-release';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import type { Writer } from '../../src/declaration/writer';

const REUSE_MODE = 'net.ipv4.vs.conn_reuse_mode';

export function madeFinding(finding: Partial<Finding> & Pick<Finding, 'rule'>): Finding {
  const { rule, pool } = finding;
  return {
    id: `${rule}[${pool ?? 'detail'}]`,
    severity: 'error',
    pool: undefined,
    resource: undefined,
    location: undefined,
    message: `what ${rule} says`,
    because: `why ${rule} says it`,
    remedies: [],
    sources: [],
    ...finding,
  };
}

export function presence(state: Presence, because: string): EvidencedPresence {
  return { state, because, evidence: { source: 'kernel commit f0a5e4d7a594', certainty: 'verified' } };
}

type MadeStep = Omit<SysctlStep, 'lands' | 'again'> & Partial<SysctlStep>;

export function madeSysctl(key: string, made: readonly MadeStep[], last: Partial<SysctlPrediction> = {}): SysctlPrediction {
  const steps = made.map((step): SysctlStep => ({ lands: 'yes', again: { onKubeProxyRestart: step.by === 'kube-proxy', onReboot: true }, ...step }));
  const value = steps.at(-1)?.value;
  return {
    key, value, possible: value === undefined ? [] : [value], afterKubeProxyRestart: value, afterReboot: value,
    kubeProxyWrites: steps.find(({ by }) => by === 'kube-proxy')?.value, steps, ...last,
  };
}

export function madePool(name: string, kernel: string, changes: Partial<PoolPrediction> = {}): PoolPrediction {
  const pool: NodePool = {
    name,
    kernel: KernelRelease.parse(kernel),
    osImage: undefined,
    operatingSystem: 'linux',
    architecture: 'amd64',
    kubeProxyVersion: undefined,
    kubeProxyVersionAssumed: false,
    kubeletVersion: undefined,
    count: undefined,
    cpu: undefined,
    labels: {},
    labelsComplete: false,
    sysctls: {},
    modules: {},
    interfaces: [],
    readOnlyRoot: undefined,
    containerizedNode: false,
    declaredBackports: [],
  };
  return {
    pool,
    kubeProxy: { version: KubeVersion.parse('v1.27.4'), from: 'image', assumed: false },
    instance: undefined,
    claimants: [],
    configuration: undefined,
    requestedMode: 'ipvs',
    modeInForce: 'ipvs',
    startup: { outcome: 'runs', reasons: [] },
    writers: [],
    sysctls: new Map(),
    modules: [],
    fixes: {
      synDrop: presence('present', 'Linux 4.1 and later'),
      unconfirmedConntrack: presence('present', 'Linux 5.9 and later'),
      weightZero: presence('present', 'Linux 5.16 and later'),
      removedServer: presence('present', 'Linux 5.16 and later'),
      reuseModeKey: presence('present', 'Linux 4.1 and later'),
      deadServer: presence('present', 'Linux 3.10 and later'),
    },
    reuse: { verdict: 'safe', connReuseMode: '1', expireNodestConn: '1', because: 'a reused port is scheduled anew', ifMode: { zero: 'uneven', one: 'safe' } },
    assumptions: [],
    ...changes,
  };
}

export function madeWriter(changes: Partial<Writer> & Pick<Writer, 'kind' | 'name'>): Writer {
  return {
    resource: undefined, location: undefined, pools: EVERY_POOL, sysctls: [], modules: [], loading: undefined,
    moment: 'any-time', frequency: 'once', intervalSeconds: undefined, reachesNode: true, waitsForKey: true, cannotWork: undefined,
    ...changes,
  };
}

const tuner = madeWriter({ kind: 'sysctl-tuner', name: 'DaemonSet kube-system/ipvs-tuner', moment: 'after-kube-proxy', frequency: 'reconcile', intervalSeconds: 5 });
const bootScript = madeWriter({ kind: 'sysctl.d', name: 'sysctl.d/90-ipvs.conf', moment: 'boot-before-modules' });

const written = (key: string, value: string) => madeSysctl(key, [{ by: 'kube-proxy', value, because: `writes ${value} at each start` }]);

/** A cluster of four pools in which about everything that a report has to show happens. */
export const mixedCluster: Assessment = {
  findings: [
    madeFinding({
      rule: 'strict-arp-required', id: 'strict-arp-required[DaemonSet/metallb-system/speaker]', resource: 'DaemonSet metallb-system/speaker',
      location: { file: 'manifests/metallb.yaml', line: 12, column: 3 },
      message: 'MetalLB answers ARP for service addresses, but ipvs.strictARP is false: every node answers, too',
      remedies: ['Set ipvs.strictARP to true.'], sources: ['kubernetes/kubernetes#59976'],
    }),
    madeFinding({
      rule: 'stale-real-server', pool: 'old', resource: 'ConfigMap kube-system/kube-proxy',
      location: { file: 'manifests/kube-proxy.yaml', line: 6, column: 5 },
      message: 'pool old: kube-proxy v1.27.4 on kernel 4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64 ends up with net.ipv4.vs.conn_reuse_mode=0',
      because: 'the kernel lacks the weight-0 fix; a rollout leaves clients that reuse source ports with connections to deleted pods',
      remedies: ['Move pool old to a kernel that carries c95c07836fa4.', 'Run another mode on pool old: iptables.'],
      sources: ['kubernetes/kubernetes#81775', 'kernel commit c95c07836fa4'],
    }),
    madeFinding({
      rule: 'ipvs-unavailable', pool: 'minimal', message: 'pool minimal: kube-proxy needs ip_vs, which the kernel lacks; it exits',
      location: { file: '-', line: 3, column: 1 }, remedies: ['Use an image whose kernel has ip_vs.'],
    }),
    madeFinding({
      rule: 'reuse-mode-conflict', severity: 'warning', pool: 'tuned', resource: 'DaemonSet kube-system/ipvs-tuner',
      location: { constructPath: 'app/tuner' }, message: 'two writers for net.ipv4.vs.conn_reuse_mode: 0 by kube-proxy, 1 by the tuner',
      remedies: ['Leave it to the tuner.'],
    }),
    madeFinding({ rule: 'mode-unset', severity: 'info', pool: 'new', message: 'the mode is empty', location: { urn: 'urn:pulumi:dev::app::k::kube-proxy' } }),
  ],
  acknowledged: [{
    finding: madeFinding({ rule: 'metrics-exposed', severity: 'warning', pool: 'new', message: 'metrics on 0.0.0.0' }),
    acknowledgement: { finding: 'metrics-exposed', reason: 'the node firewall closes port 10249', expires: '2027-03-31' },
  }],
  notChecked: [
    { rule: 'connection-table-small', pool: undefined, reason: 'no connection rate is stated', leavesVerdictOpen: false },
    { rule: '*', pool: 'new', reason: 'modules of the nodes are not known', leavesVerdictOpen: true },
  ],
  judged: true,
  prediction: {
    configurations: [],
    pools: [
      madePool('old', '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', {
        reuse: {
          verdict: 'stale-real-server', connReuseMode: '0', expireNodestConn: '1', because: 'the kernel lacks the weight-0 fix',
          ifMode: { zero: 'stale-real-server', one: 'safe' },
        },
        sysctls: new Map([
          [REUSE_MODE, madeSysctl(REUSE_MODE, [
            { by: 'node', value: '1', because: 'default of the kernel' },
            { by: bootScript, value: '1', lands: 'no', because: 'writes 1 at boot, before ip_vs is there' },
            { by: 'kube-proxy', value: '0', because: 'writes 0 at each start (v1.27.4, kernel 4.18.0)' },
          ])],
          ['net.ipv4.vs.conntrack', written('net.ipv4.vs.conntrack', '1')],
          ['net.ipv4.vs.expire_nodest_conn', written('net.ipv4.vs.expire_nodest_conn', '1')],
        ]),
      }),
      madePool('tuned', '5.4.0-1.hulk', {
        reuse: {
          verdict: 'safe', connReuseMode: '1', expireNodestConn: '1', because: 'the kernel has the unconfirmed-conntrack fix', ifMode: { zero: 'stale-real-server', one: 'safe' },
        },
        sysctls: new Map([
          [REUSE_MODE, madeSysctl(REUSE_MODE, [
            { by: 'node', value: '1', because: 'default of the kernel' },
            { by: 'kube-proxy', value: '0', because: 'writes 0 at each start (v1.27.4, kernel 5.4.0)' },
            { by: tuner, value: '1', again: { onKubeProxyRestart: true, onReboot: true }, because: 'reconciles every 5 s' },
          ])],
          ['net.netfilter.nf_conntrack_max', madeSysctl('net.netfilter.nf_conntrack_max', [
            { by: 'kube-proxy', value: '131072', because: 'maxPerCore' },
            {
              by: madeWriter({ kind: 'job', name: 'Job kube-system/tune' }), value: '1048576', again: { onKubeProxyRestart: false, onReboot: false },
              because: 'writes once',
            },
          ], { afterKubeProxyRestart: '131072', afterReboot: '131072' })],
        ]),
      }),
      madePool('new', '5.15.0-91-generic', {
        kubeProxy: { version: KubeVersion.parse('v1.28.5-eks-1'), from: 'node-info', assumed: true },
        assumptions: ['kube-proxy is taken to be v1.28.5-eks-1, the version of the kubelet'],
        sysctls: new Map([['net.ipv4.vs.conntrack', written('net.ipv4.vs.conntrack', '1')]]),
      }),
      madePool('minimal', '4.19.0', {
        modeInForce: undefined,
        startup: {
          outcome: 'exits',
          reasons: [{
            cause: 'modules-missing', outcome: 'exits', because: 'ip_vs is not in this kernel',
            evidence: { source: 'kubernetes/kubernetes#108945', certainty: 'verified' },
          }],
        },
        modules: [{
          name: 'ip_vs', neededAs: 'listed', state: 'absent', satisfied: false, because: 'the image ships no ip_vs', evidence: undefined,
        }],
        reuse: { verdict: 'not-ipvs', connReuseMode: undefined, expireNodestConn: undefined, because: 'kube-proxy does not run', ifMode: { zero: 'unknown', one: 'unknown' } },
      }),
    ],
  },
};

/** Nothing found, nothing known: what a check of no pools gives. */
export const nothingFound: Assessment = {
  findings: [], acknowledged: [], notChecked: [], judged: true, prediction: { pools: [], configurations: [] },
};
