import { declared, flagTexts, K3S_ADDS, kubeProxiesIn } from '../declared';

const FLAGS = ['proxy-mode=ipvs', 'ipvs-scheduler=rr', 'masquerade-all=true', 'v=2'];

describe('files of flags', () => {
  test.each([
    ['on one line', 'kube-proxy.flags', '--proxy-mode=ipvs --ipvs-scheduler rr --masquerade-all --v=2\n'],
    ['on many lines', 'kube-proxy.flags', '# flags\n--proxy-mode=ipvs\n--ipvs-scheduler=rr\n\n--masquerade-all=true\n--v=2\n'],
    ['with line ends escaped', 'kube-proxy.flags', '--proxy-mode=ipvs \\\n  --ipvs-scheduler=rr \\\n  --masquerade-all --v=2'],
    ['with the program', 'start', '/usr/local/bin/kube-proxy --proxy-mode="ipvs" --ipvs-scheduler \'rr\' --masquerade-all --v 2'],
    ['of an environment file', 'kube-proxy', 'KUBE_PROXY_ARGS="--proxy-mode=ipvs --ipvs-scheduler=rr --masquerade-all --v=2"\n'],
    ['of a longer environment file', 'etc/kubernetes/proxy.env', 'KUBE_PROXY_OPTS="--proxy-mode=ipvs \\\n--ipvs-scheduler=rr \\\n--masquerade-all --v=2"\n'],
    ['with underscores', 'kube-proxy.flags', '--proxy_mode=ipvs --ipvs_scheduler=rr --masquerade_all --v=2'],
  ])('%s are read', (_, file, text) => {
    const [instance, ...others] = kubeProxiesIn(text, file);
    expect(others).toEqual([]);
    expect(instance).toMatchObject({ kind: 'flags-file', name: file, readsConfiguration: false });
    expect(flagTexts(instance)).toEqual(FLAGS);
  });

  test('tell where each flag is', () => {
    const [{ flags }] = kubeProxiesIn('# flags\n--proxy-mode=ipvs \\\n  --v=2\n', 'kube-proxy.flags');
    expect(flags.map(({ location }) => location)).toEqual([{ file: 'kube-proxy.flags', line: 2, column: 1 }, { file: 'kube-proxy.flags', line: 3, column: 3 }]);
  });

  test.each([
    ['kubelet.env', 'KUBELET_ARGS="--node-ip=10.0.0.1 --config=/var/lib/kubelet/config.yaml"'],
    ['notes.txt', 'run kube-proxy with --proxy-mode=ipvs'],
    ['settings.env', 'A=1\nB=2'],
  ])('are not %s', (file, text) => {
    const { kubeProxies } = declared({ [file]: text });
    expect(file === 'kubelet.env' ? kubeProxies.flatMap(flagTexts).filter((flag) => flag.startsWith('proxy')) : kubeProxies).toEqual([]);
  });
});

describe('systemd units', () => {
  test('start kube-proxy with flags and variables', () => {
    const [instance] = kubeProxiesIn(`[Unit]
Description=proxy
[Service]
Environment="MODE=ipvs" LEVEL=2
# --proxy-mode=iptables
ExecStartPre=/sbin/modprobe ip_vs
ExecStart=-/usr/bin/kube-proxy \\
  --proxy-mode=\${MODE} \\
  --ipvs-scheduler=rr --masquerade-all --v=$LEVEL
`, 'kube-proxy.service');
    expect(instance).toMatchObject({ kind: 'systemd-unit', name: 'kube-proxy.service', location: { file: 'kube-proxy.service', line: 7 }, environment: { MODE: 'ipvs', LEVEL: '2' } });
    expect(flagTexts(instance)).toEqual(FLAGS);
  });

  test('take variables from the environment files that they name, which are not listed again', () => {
    const { kubeProxies } = declared({
      'etc/systemd/system/kube-proxy.service': '[Service]\nEnvironmentFile=-/etc/kubernetes/proxy\nExecStart=/usr/bin/kube-proxy $KUBE_PROXY_ARGS\n',
      'etc/kubernetes/proxy': 'KUBE_PROXY_ARGS="--proxy-mode=ipvs --ipvs-scheduler=rr --masquerade-all --v=2"\n',
    });
    expect(kubeProxies.map(({ kind }) => kind)).toEqual(['systemd-unit']);
    expect(flagTexts(kubeProxies[0])).toEqual(FLAGS);
  });

  test('read the configuration of that name', () => {
    const unit = '[Service]\nExecStart=/usr/bin/kube-proxy --config=/etc/kubernetes/kube-proxy.yaml\n';
    const config = (mode: string) => `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ${mode}\n`;
    const { kubeProxies } = declared({ 'kube-proxy.service': unit, 'other.yaml': config('iptables'), 'nodes/kube-proxy.yaml': config('ipvs') });
    expect(kubeProxies.map(({ kind, configuration }) => [kind, configuration?.name])).toEqual([['systemd-unit', 'nodes/kube-proxy.yaml'], ['configuration', 'other.yaml']]);
  });

  test('of k3s run kube-proxy inside', () => {
    const [instance] = kubeProxiesIn('[Service]\nExecStart=/usr/local/bin/k3s server \\\n  \'--kube-proxy-arg=proxy-mode=ipvs\' --kube-proxy-arg ipvs-scheduler=rr\n', 'k3s.service');
    expect(instance.kind).toBe('k3s-config');
    expect(flagTexts(instance)).toEqual(['proxy-mode=ipvs', 'ipvs-scheduler=rr', ...K3S_ADDS]);
  });

  test('that start something else are no kube-proxy', () => {
    expect(kubeProxiesIn('[Service]\nExecStart=/usr/bin/kubelet --config=/x\nExecStartPost=/bin/echo kube-proxy\n', 'kubelet.service')).toEqual([]);
    expect(kubeProxiesIn('[Service]\nExecStart=/usr/local/bin/k3s server --disable-kube-proxy --kube-proxy-arg=proxy-mode=ipvs\n', 'k3s.service')).toEqual([]);
  });
});
