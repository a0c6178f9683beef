import { textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { cidrs, nodePortRange } from './network-facts';

/** Variables and the fields that they become (kubernetes-sigs/kubespray roles/kubernetes/control-plane/defaults/main/kube-proxy.yml). */
const FIELDS: Readonly<Record<string, readonly [string] | readonly [string, string]>> = {
  kube_proxy_mode: ['mode'],
  kube_proxy_scheduler: ['ipvs', 'scheduler'],
  kube_proxy_strict_arp: ['ipvs', 'strictARP'],
  kube_proxy_exclude_cidrs: ['ipvs', 'excludeCIDRs'],
  kube_proxy_tcp_timeout: ['ipvs', 'tcpTimeout'],
  kube_proxy_tcp_fin_timeout: ['ipvs', 'tcpFinTimeout'],
  kube_proxy_udp_timeout: ['ipvs', 'udpTimeout'],
  kube_proxy_masquerade_all: ['iptables', 'masqueradeAll'],
};

/** What kubespray sets where the variable is left out. */
const DEFAULT_MODE = 'ipvs';

/** kubespray: `kube_proxy_mode` and its like among the variables of a group. */
export function readKubespray(document: InstallerDocument): InstallerSetup | undefined {
  const { value } = document;
  const names = Object.keys(FIELDS).filter((name) => value[name] !== undefined);
  if (value.kind !== undefined || names.length === 0) {
    return undefined;
  }
  const path = [names[0]];
  return {
    configurations: [foundInFields(document, fieldsOf(value, names), path, 'kubeadm', 'kubespray')],
    facts: {
      platform: 'kubeadm',
      kubernetesVersion: KubeVersion.tryParse(textOf(value.kube_version) ?? ''),
      network: {
        ...cidrs('podCidrs', known(value.kube_pods_subnet)),
        ...cidrs('serviceCidrs', known(value.kube_service_addresses)),
        ...nodePortRange(value.kube_apiserver_node_port_range),
      },
    },
  };
}

function fieldsOf(variables: UntypedRecord, names: readonly string[]): UntypedRecord {
  const fields: Record<string, unknown> = { mode: DEFAULT_MODE };
  for (const name of names) {
    const value = known(variables[name]);
    const [section, field] = FIELDS[name];
    if (value !== undefined) {
      fields[section] = field === undefined ? value : { ...fields[section] as UntypedRecord | undefined, [field]: value };
    }
  }
  return fields;
}

/** `undefined` for what Ansible works out when it runs. */
function known(value: unknown): unknown {
  return typeof value === 'string' && /\{[{%]/.test(value) ? undefined : value;
}
