import type { NodePool } from '../cluster/node-pool';
import type { ProxyMode } from '../config/configuration';
import type { EffectiveConfiguration } from '../config/decoded-configuration';
import { includesLoopback } from '../config/node-port-addresses';
import type { Evidence } from '../facts/evidence';
import { evidenceAt, factAt } from '../facts/kube-proxy/releases';
import { CONN_REUSE_MODE, reuseModeAction } from '../facts/kube-proxy/reuse-mode';
import {
  CONNTRACK_SYSCTLS, conntrackMax, conntrackWriteRule, PROXIER_SYSCTLS, SETUP_ORDER, VS_CONNTRACK,
  type ConntrackField, type SysctlCondition, type WriteRule,
} from '../facts/kube-proxy/sysctls';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { Surroundings } from './surroundings';

/** A kube-proxy of one version, with one configuration, on the nodes of one pool. */
export interface KubeProxyOnNodes {
  readonly version: KubeVersion;
  readonly pool: NodePool;
  readonly configuration: EffectiveConfiguration;
}

/** One sysctl that kube-proxy writes at each start. */
export interface KubeProxyWrite {
  readonly key: string;
  /** `undefined` when the number of cores decides and is not known. */
  readonly value: string | undefined;
  readonly rule: WriteRule;
  readonly because: string;
  readonly evidence: Evidence;
}

/**
 * Everything that kube-proxy writes in a mode, in its own order. Nothing on Windows.
 *
 * @param once works out what follows from the nodes and what the key names
 */
export function kubeProxyWrites(mode: ProxyMode, kubeProxy: KubeProxyOnNodes, once: Surroundings['once']): readonly KubeProxyWrite[] {
  if (kubeProxy.pool.operatingSystem !== 'linux') {
    return [];
  }
  const conditions = [...conditionsOf(mode, kubeProxy.configuration)].join();
  const byProxier = once(`writes of ${kubeProxy.version} ${mode} ${conditions}`, () => proxierWrites(mode, kubeProxy));
  const groups = [byProxier, conntrackWrites(kubeProxy)];
  return (conntrackComesFirst(kubeProxy.version) ? groups.reverse() : groups).flat();
}

/** Whether the conntrack sysctls are written before the proxier looks at its requirements. */
export function conntrackComesFirst(version: KubeVersion): boolean {
  return factAt(SETUP_ORDER, version)?.conntrackFirst ?? true;
}

/** What the proxier of a mode writes. */
export function proxierWrites(mode: ProxyMode, kubeProxy: KubeProxyOnNodes): KubeProxyWrite[] {
  const { version, pool, configuration } = kubeProxy;
  const conditions = conditionsOf(mode, configuration);
  return PROXIER_SYSCTLS
    .filter((row) => conditions.has(row.when) && version.within(row.releases))
    .flatMap((row) => {
      const evidence = evidenceAt(row, version);
      const write: KubeProxyWrite = { key: row.key, value: row.value, rule: 'if-different', because: writing(row.value, kubeProxy), evidence };
      return row.key === VS_CONNTRACK ? [write, ...reuseModeWrite(kubeProxy)] : [write];
    });

  function reuseModeWrite(on: KubeProxyOnNodes): KubeProxyWrite[] {
    const { writesZero, evidence } = reuseModeAction(version, pool.kernel);
    return writesZero ? [{ key: CONN_REUSE_MODE, value: '0', rule: 'if-different', because: writing('0', on), evidence }] : [];
  }
}

/** What every Linux mode writes of conntrack. */
export function conntrackWrites(kubeProxy: KubeProxyOnNodes): KubeProxyWrite[] {
  const { version } = kubeProxy;
  return CONNTRACK_SYSCTLS
    .filter(({ releases }) => version.within(releases))
    .flatMap((row) => {
      const wanted = conntrackValue(row.field, kubeProxy);
      return wanted === undefined ? [] : [{
        key: row.key,
        value: wanted.value,
        rule: conntrackWriteRule(row.key, version),
        because: writing(wanted.text, kubeProxy),
        evidence: evidenceAt(row, version),
      }];
    });
}

/** A value, `undefined` where it depends on unknown cores, and as people read it. */
interface ConntrackValue {
  readonly value: string | undefined;
  readonly text: string;
}

/** What a field of `conntrack` asks for; `undefined` when it leaves the sysctl alone. */
function conntrackValue(field: ConntrackField, { version, pool, configuration }: KubeProxyOnNodes): ConntrackValue | undefined {
  const { conntrack } = configuration;
  if (field === 'maxPerCore') {
    const maximum = conntrackMax(conntrack, pool.cpu, version);
    if (maximum !== undefined) {
      return { value: String(maximum), text: String(maximum) };
    }
    const perCore = conntrack.maxPerCore ?? 0;
    return perCore > 0 ? { value: undefined, text: `${perCore} for each core, at least ${conntrack.min ?? 0},` } : undefined;
  }
  const wanted = field === 'tcpBeLiberal' ? Number(conntrack.tcpBeLiberal) : conntrack[field] ?? 0;
  return wanted > 0 ? { value: String(Math.floor(wanted)), text: String(Math.floor(wanted)) } : undefined;
}

function conditionsOf(mode: ProxyMode, configuration: EffectiveConfiguration): ReadonlySet<SysctlCondition> {
  switch (mode) {
    case 'ipvs': return new Set(configuration.ipvs.strictARP ? ['ipvs', 'ipvs-strict-arp'] : ['ipvs']);
    case 'iptables': {
      const loopback = includesLoopback(configuration.nodePortAddresses);
      const localhost = loopback && configuration.iptables.localhostNodePorts !== false;
      const conditions: readonly [SysctlCondition, boolean][] = [
        ['iptables', true], ['iptables-loopback', loopback], ['iptables-localhost-node-ports', localhost],
      ];
      return new Set(conditions.flatMap(([condition, holds]) => (holds ? [condition] : [])));
    }
    default: return new Set();
  }
}

function writing(value: string, { version, pool }: KubeProxyOnNodes): string {
  return `writes ${value} at each start (${version}, kernel ${pool.kernel.base})`;
}
