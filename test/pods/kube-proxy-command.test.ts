import { stringify } from 'yaml';
import { UNKNOWN } from '../../src/kubernetes/unknown-text';
import { flagTexts, kubeProxiesIn } from '../reading/declared';

/** A command line as systemd and a shell read it. */
const line = (command: readonly string[]) => command.map((word) => (/[\s$"]/.test(word) ? `'${word}'` : word)).join(' ');

const SPEC = (command: readonly string[]) => ({ hostNetwork: true, containers: [{ name: 'p', image: 'registry.example/node:1', command }] });

/** What runs a command, by kind: a unit, the pod of a DaemonSet, a static pod, and a file with the command in it. */
const HOSTS: readonly [string, (command: readonly string[]) => [string, string]][] = [
  ['a unit', (command) => ['proxy.service', `[Service]\nExecStart=${line(command)}\nRestart=always\n`]],
  ['a DaemonSet', (command) => ['ds.yaml', stringify({
    apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'p', namespace: 'n' }, spec: { template: { spec: SPEC(command) } },
  })]],
  ['a static pod', (command) => ['pod.yaml', stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'n' }, spec: SPEC(command) })]],
  ['a file of flags', (command) => ['start', `${line(command)}\n`]],
];

const flagsOf = (host: (command: readonly string[]) => [string, string], command: readonly string[]) => {
  const [file, text] = host(command);
  return kubeProxiesIn(text, file).map((instance) => flagTexts(instance));
};

describe.each(HOSTS)('%s', (_, host) => {
  test.each<[string, readonly string[]]>([
    ['its name', ['kube-proxy', '--proxy-mode=ipvs']],
    ['its path', ['/usr/local/bin/kube-proxy', '--proxy-mode=ipvs']],
    ['the program of Windows', ['kube-proxy.exe', '--proxy-mode=ipvs']],
    ['hyperkube', ['/usr/bin/hyperkube', 'kube-proxy', '--proxy-mode=ipvs']],
    ['hyperkube of old', ['hyperkube', 'proxy', '--proxy-mode=ipvs']],
    ['/hyperkube', ['/hyperkube', 'kube-proxy', '--proxy-mode=ipvs']],
    ['a shell', ['sh', '-c', 'exec kube-proxy --proxy-mode=ipvs']],
    ['a shell by its path', ['/bin/sh', '-c', 'exec /usr/bin/kube-proxy --proxy-mode=ipvs']],
    ['a shell with options', ['/bin/bash', '-euo', 'pipefail', '-c', 'modprobe ip_vs; hyperkube proxy --proxy-mode=ipvs']],
    ['a shell with arguments', ['sh', '-c', 'exec kube-proxy "$@"', '--', '--proxy-mode=ipvs']],
    ['a shell with a variable of its own', ['sh', '-c', 'MODE=ipvs; exec kube-proxy --proxy-mode=$MODE']],
    ['a shell in a shell', ['sh', '-c', 'exec sh -c "exec kube-proxy --proxy-mode=ipvs"']],
    ['variables before it', ['env', 'GOGC=50', 'kube-proxy', '--proxy-mode=ipvs']],
    ['a wrapper', ['/go-runner', '--log-file=/var/log/x', 'kube-proxy', '--proxy-mode=ipvs']],
    ['the root of the node', ['chroot', '/host', 'kube-proxy', '--proxy-mode=ipvs']],
    ['the namespaces of the node', ['nsenter', '-t', '1', '-m', '--', 'kube-proxy', '--proxy-mode=ipvs']],
    ['a clean-up before it', ['sh', '-c', 'kube-proxy --cleanup; exec kube-proxy --proxy-mode=ipvs']],
  ])('runs kube-proxy by %s', (__, command) => {
    expect(flagsOf(host, command)).toEqual([['proxy-mode=ipvs']]);
  });

  test.each<[string, readonly string[]]>([
    ['a clean-up', ['sh', '-c', 'kube-proxy --cleanup']],
    ['a question for its version', ['kube-proxy', '--version']],
    ['kubectl', ['kubectl', 'rollout', 'restart', 'ds/kube-proxy']],
    ['another part of hyperkube', ['hyperkube', 'kubelet', '--v=2']],
    ['a word in a script', ['sh', '-c', 'pgrep kube-proxy && echo kube-proxy --proxy-mode=ipvs']],
  ])('does not run it by %s', (__, command) => {
    expect(flagsOf(host, command)).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ['sets in a branch', 'if lsmod | grep -q ip_vs; then MODE=ipvs; fi; exec kube-proxy --proxy-mode=$MODE --v=2', [`proxy-mode=${UNKNOWN}`, 'v=2']],
    ['sets twice', 'test -f /x && MODE=ipvs; exec kube-proxy --proxy-mode=$MODE --v=2', [`proxy-mode=${UNKNOWN}`, 'v=2']],
    ['chooses', 'if test -f /x; then exec kube-proxy --v=2 --proxy-mode=ipvs; else exec kube-proxy --v=2; fi', ['v=2', `proxy-mode=${UNKNOWN}`]],
    ['computes', 'exec kube-proxy --conntrack-min=$((1024 * 64)) --v=2', [`conntrack-min=${UNKNOWN}`, 'v=2']],
    ['asks for', 'exec kube-proxy --proxy-mode=$(cat /run/mode) --v=2', [`proxy-mode=${UNKNOWN}`, 'v=2']],
  ])('leaves open what a script %s', (__, script, flags) => {
    expect(flagsOf(host, ['sh', '-c', script])).toEqual([flags]);
  });
});

test.each([
  ['[powershell, -Command, "C:\\\\k\\\\kube-proxy.exe --proxy-mode=kernelspace --v=4"]', ['proxy-mode=kernelspace', 'v=4']],
  ['[cmd, /c, "kube-proxy.exe --proxy-mode=kernelspace"]', ['proxy-mode=kernelspace']],
  ['["$env:CONTAINER_SANDBOX_MOUNT_POINT/kube-proxy/kube-proxy.exe", "--proxy-mode=kernelspace"]', ['proxy-mode=kernelspace']],
])('%s runs kube-proxy on Windows', (command, flags) => {
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: p, image: x, command: ${command}}]}\n`;
  expect(kubeProxiesIn(pod).map(flagTexts)).toEqual([flags]);
});

test.each(['kube-proxy-windows', 'kube-proxy-amd64', 'kube-proxy-nanoserver'])('the image %s runs kube-proxy without a command', (image) => {
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: p, image: "x/${image}:v1.29.4", args: ["--v=2"]}]}\n`;
  expect(kubeProxiesIn(pod).map(flagTexts)).toEqual([['v=2']]);
});

test('a script of a ConfigMap is what the container runs', () => {
  const scripts = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: scripts, namespace: n}\ndata: {run.sh: "exec kube-proxy --proxy-mode=$MODE"}\n';
  const pod = (command: string) => 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec:\n  volumes: [{name: s, configMap: {name: scripts, items: [{key: run.sh, path: a/b}]}}]\n'
    + `  containers: [{name: p, image: x, command: ${command}, env: [{name: MODE, value: ipvs}], volumeMounts: [{name: s, mountPath: /s}]}]\n`;
  for (const command of ['[/s/a/b]', '[sh, /s/a/b]', '[bash, -e, /s/a/b]']) {
    expect(kubeProxiesIn(`${pod(command)}---\n${scripts}`).map(flagTexts)).toEqual([['proxy-mode=ipvs']]);
  }
  expect(kubeProxiesIn(`${pod('[cat, /s/a/b]')}---\n${scripts}`)).toEqual([]);
});

describe('a unit', () => {
  const unit = (settings: string) => `[Service]\n${settings}ExecStart=/usr/bin/kube-proxy --proxy-mode=\${MODE} --v=2\n`;

  test('has the variables of a file over its own', () => {
    const [instance] = kubeProxiesIn(unit('Environment=MODE=iptables\nEnvironmentFile=/etc/default/proxy\n'), 'p.service');
    expect(flagTexts(instance)).toEqual(['proxy-mode=iptables', 'v=2']);
  });

  test('takes back what stood before an empty setting', () => {
    const [instance] = kubeProxiesIn('[Service]\nExecStart=/usr/bin/kube-proxy --v=1\nExecStart=\nExecStart=/usr/bin/kube-proxy --v=2\n', 'p.service');
    expect(flagTexts(instance)).toEqual(['v=2']);
  });
});

test.each([
  ['var/snap/microk8s/current/args/kube-proxy', 'microk8s'],
  ['/var/snap/microk8s/4094/args/kube-proxy', 'microk8s'],
  ['snap/microk8s/current/default-args/kube-proxy', 'microk8s'],
  ['var/snap/k8s/common/args/kube-proxy', 'canonical-k8s'],
  ['etc/kubernetes/kube-proxy', undefined],
])('the arguments in %s are those of %s', (file, platform) => {
  expect(kubeProxiesIn('--proxy-mode=ipvs\n', file)).toMatchObject([{ kind: 'flags-file', platform }]);
});
