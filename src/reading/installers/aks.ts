import { LINUX_POOLS } from '../../cluster/pool-selector';
import type { NetworkPolicyEngine } from '../../declaration/workloads';
import { AZURE_NPM } from '../workloads/network-policy-engines';
import { isOwnKindOfKubernetes, type ObjectPath } from '../../kubernetes/resource';
import { isRecord, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { foundInFields, findRecord, type InstallerDocument, type InstallerSetup } from './installer-document';

/** The schedulers of the API and their names in the kernel (Azure ContainerService, IpvsScheduler). */
const SCHEDULERS: Readonly<Record<string, string>> = { roundrobin: 'rr', leastconnection: 'lc' };

/** Timeouts of `ipvsConfig` in lower case, as the CLI and the API differ in that, and the fields of kube-proxy. */
const TIMEOUTS: Readonly<Record<string, string>> = {
  tcptimeoutseconds: 'tcpTimeout',
  tcpfintimeoutseconds: 'tcpFinTimeout',
  udptimeoutseconds: 'udpTimeout',
};

/** AKS: the file for `az aks … --kube-proxy-config`, or `networkProfile.kubeProxyConfig` of a managed cluster, in whatever declares it. */
export function readAks(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  if (isOwnKindOfKubernetes(textOf(value.apiVersion))) {
    return undefined;
  }
  const found = isKubeProxyConfig(value) ? { value, path: [] } : findRecord(value, (record) => record.key === 'kubeProxyConfig' && isKubeProxyConfig(record.value));
  return found && setupOf(document, found.value, found.path);
}

function isKubeProxyConfig({ enabled, mode, ipvsConfig }: UntypedRecord): boolean {
  return typeof enabled === 'boolean' && (/^(?:IPVS|IPTABLES|NFTABLES)$/i.test(textOf(mode) ?? '') || isRecord(ipvsConfig));
}

function setupOf(document: InstallerDocument, { enabled, mode, ipvsConfig }: UntypedRecord, path: ObjectPath): InstallerSetup {
  const fields = { ...mode !== undefined && { mode: textOf(mode)?.toLowerCase() }, ...isRecord(ipvsConfig) && { ipvs: ipvsFields(ipvsConfig) } };
  return {
    configurations: enabled === false ? [] : [foundInFields(document, fields, path, 'configuration', 'aks')],
    policyEngines: policyEngines(document, path.slice(0, -1)),
  };
}

/** `networkPolicy: azure` beside `kubeProxyConfig`. */
function policyEngines(document: InstallerDocument, profile: ObjectPath): NetworkPolicyEngine[] {
  const { networkPolicy } = profile.reduce<UntypedRecord>((value, key) => recordOf(value[key]), document.value);
  return /^azure$/i.test(textOf(networkPolicy) ?? '') ? [{
    product: AZURE_NPM,
    resource: document.name,
    get location() { return document.locate([...profile, 'networkPolicy']); },
    pools: LINUX_POOLS,
  }] : [];
}

function ipvsFields(settings: UntypedRecord): UntypedRecord {
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    const text = textOf(value) ?? '';
    const timeout = TIMEOUTS[name.toLowerCase()];
    return name === 'scheduler' ? [[name, SCHEDULERS[text.toLowerCase()] ?? text]] : timeout === undefined ? [] : [[timeout, `${text}s`]];
  }));
}
