import type { KubernetesObject } from '../../kubernetes/resource';
import { textRecordOf } from '../../kubernetes/untyped';
import { INSTALLER_WORDS } from '../installers/telling-words';

/**
 * What a document is about is told from its text before it is parsed, since parsing is most of the work of a check and most documents
 * of a real cluster have nothing to do with kube-proxy.
 */

/** Kinds that are always read. */
const READ_KINDS = new Set([
  'List', 'Service', 'ServiceList', 'Node', 'NodeList', 'KubeProxyConfiguration', 'ClusterConfiguration', 'InitConfiguration', 'KubeletConfiguration',
]);

/** Words without which no other document has to do with kube-proxy, with sysctls and modules, or with the addresses of Services. */
const TELLING = new RegExp([
  // What runs kube-proxy, or sets the cluster up.
  '[Kk]ube-?[Pp]roxy', 'kubeproxy', 'hyperkube', '[Kk]ubeadm', 'kops\\.k8s\\.io/v\\d', 'kube-apiserver', 'kube-controller-manager',
  // Who writes sysctls or loads modules.
  'sysctl', 'proc/sys', 'modprobe', 'insmod', 'kmod', 'KernelModule', '[Tt]uned', 'ip_?vs', 'IPVS', 'conntrack',
  // Who could, by a script that is elsewhere.
  'privileged["\']?:\\s*["\']?true', 'SYS_MODULE', 'SYS_ADMIN', 'hostPath', 'hostPID', 'nsenter',
  // What workloads mean for kube-proxy.
  'hostPort', 'hostNetwork', 'keepalived', 'virtual_server', 'lvscare', 'kube-vip', 'kube-router', 'metallb', 'layer2', 'openelb', 'kubesphere', 'azure-npm',
  'node-cache', 'nodelocal', 'clusterDNS', 'antrea', '127\\.\\d+\\.\\d+\\.\\d+', 'localhost(?::\\d{4}|["\']?[\\s,]*$|"[,\\]}])', '::1',
  ...INSTALLER_WORDS,
].join('|'), 'm');

/** The ConfigMap of kube-keepalived-vip has addresses for keys. */
const ADDRESS = /^\d+\.\d+\.\d+\.\d+[-\d]*$/;
const ADDRESS_AS_KEY = new RegExp(`^[ \\t]+["']?${ADDRESS.source.slice(1, -1)}["']?:\\s`, 'm');

/** Left-overs of templates and of merges, and tabs: what most often breaks a document. Parsing it tells the place. */
const LIKELY_BROKEN = /^[ \t]*\{\{|:[ \t]+\{\{|^ *\t|^(?:<{7}|>{7}) /m;

/** Whether a document has to be read. One without a kind has to: it may be any configuration file, or broken. What describes the
 * objects of others, which may be long, has not. */
export function matters(text: string): boolean {
  const kind = kindOf(text);
  if (kind === 'CustomResourceDefinition' || kind === 'CustomResourceDefinitionList') {
    return false;
  }
  return kind === undefined || READ_KINDS.has(kind) || TELLING.test(text) || LIKELY_BROKEN.test(text)
    || (kind === 'ConfigMap' && ADDRESS_AS_KEY.test(text));
}

/** As {@link matters}, for an object of a framework: told from the text that it would be written as. */
export function objectMatters(object: KubernetesObject): boolean {
  return READ_KINDS.has(object.kind) || TELLING.test(JSON.stringify(object))
    || (object.kind === 'ConfigMap' && Object.keys(textRecordOf(object.data)).some((key) => ADDRESS.test(key)));
}

/** The kind of an object, or of the only item of a list. */
export function kindOf(text: string): string | undefined {
  const indent = /^( *)- /.exec(text)?.[1];
  const pattern = indent === undefined ? KIND : new RegExp(`^${indent}(?:- |  )${KIND.source.slice(1)}`, 'm');
  return pattern.exec(text)?.[1];
}

const KIND = /^["']?kind["']?\s*:\s*["']?([A-Za-z]+)/m;

/** The text of a Node, or of a list of them, without what says nothing of its pool, which is most of it. */
export function withoutNodeDetails(text: string): string {
  return /^(?:Node|NodeList|List)$/.test(kindOf(text) ?? '') ? prune(text, NODE_DETAILS) : text;
}

/** Members of a Node's metadata, spec and status that say nothing of its pool. */
export const NODE_DETAILS: ReadonlySet<string> = new Set([
  'managedFields', 'annotations', 'images', 'conditions', 'allocatable', 'daemonEndpoints', 'features', 'podCIDRs', 'runtimeHandlers',
  'taints', 'volumesAttached', 'volumesInUse',
]);

const BLANK = 0x20;
const HASH = 0x23;
const DASH = 0x2d;
const COLON = 0x3a;
const RETURN = 0x0d;

/** Leaves out everything that is indented below one of the keys, which stand alone on their lines. */
function prune(text: string, keys: ReadonlySet<string>): string {
  let kept = '';
  let keptFrom = 0;
  let below = -1;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const next = newline < 0 ? text.length : newline + 1;
    const end = newline > start && text.charCodeAt(newline - 1) === RETURN ? newline - 1 : newline < 0 ? text.length : newline;
    let first = start;
    while (first < end && text.charCodeAt(first) === BLANK) {
      first += 1;
    }
    const indent = first - start;
    const code = text.charCodeAt(first);
    const isInside = below >= 0 && (first >= end || indent > below || code === HASH || (indent === below && code === DASH));
    if (!isInside) {
      if (below >= 0) {
        keptFrom = start;
        below = -1;
      }
      if (text.charCodeAt(end - 1) === COLON && keys.has(text.slice(first, end - 1))) {
        kept += text.slice(keptFrom, start);
        below = indent;
      }
    }
    start = next;
  }
  return below >= 0 ? kept : kept + text.slice(keptFrom);
}
