/** Whether a text that cannot be read names what is judged here, apart from what it says in comments. */
export function namesKubeProxy(text: string): boolean {
  return /kube[-_]?proxy|\bip_?vs\b|\bip_vs_\w|nf_conntrack|conn_reuse_mode|net[./]ipv4[./]vs\b/i.test(withoutComments(text));
}

const SETTING = new RegExp([
  'kube[-_]?proxy[-_.]?(?:mode|args?)\\b', '--proxy-mode', '\\bproxy-mode["\']?\\s*[:=]', 'proxy_?mode["\']?\\s*[:=]+\\s*["\']?(?:ipvs|iptables|nftables)',
  'KubeProxyConfiguration', 'kubeproxy\\.config\\.k8s\\.io', 'conn_reuse_mode', 'net[./]ipv4[./]vs[./]\\w', 'expire_nodest_conn',
].join('|'), 'i');

/** Whether a text that is not read names the mode of kube-proxy, its arguments or its configuration, or a sysctl of IPVS. */
export function namesSetting(text: string): boolean {
  return SETTING.test(text) && SETTING.test(withoutComments(text));
}

/** Whether a text runs the image of kube-proxy. */
export function namesImage(text: string): boolean {
  return /^[ \t]*(?:- )?["']?image["']?\s*:.*\bkube-proxy\b/m.test(text);
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:#(?!!)|\/\/|;).*$/gm, '').replace(/\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}|\/\*[^]*?\*\//g, '');
}
