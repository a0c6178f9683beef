import { parse } from 'yaml';
import { selects } from '../../../src/cluster/pool-selector';
import { nodePool } from '../../../src/cluster/read-node-pool';
import type { KubernetesObject, Resource } from '../../../src/kubernetes/resource';
import { moduleLoader } from '../../../src/manifests/module-loader';
import { sysctlTuner } from '../../../src/manifests/sysctl-tuner';
import { ConfigMaps } from '../../../src/pods/config-maps';
import { writersOfResource } from '../../../src/writers/objects/writers-of-resource';
import { summary } from '../writer-summary';

function resource(object: KubernetesObject): Resource {
  return {
    object,
    name: `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`,
    locate: (path = []) => ({ constructPath: path.join('.') }),
    locateInside: (path, line, column) => ({ constructPath: path.join('.'), line, column }),
  };
}

const SCRIPT_FILES: Record<string, string> = {
  'load.sh': '#!/bin/sh\nset -e\nmodprobe ip_vs\nmodprobe ip_vs_rr\n',
  '99-ipvs.conf': 'net.ipv4.vs.conn_reuse_mode = 1\n',
  'modules': 'ip_vs ip_vs_rr\n',
  'mode': '1',
};
const CONFIG_MAPS = new ConfigMaps((namespace, name) => (namespace === 'kube-system' && name === 'scripts' ? [SCRIPT_FILES] : []));

function writersOf(object: KubernetesObject) {
  return writersOfResource(resource(object), { configMaps: CONFIG_MAPS });
}

/** A DaemonSet with one init container; `container` and `pod` are the inside of flow mappings. */
function daemonSet(container: string, pod = ''): KubernetesObject {
  return parse(`
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: setup, namespace: kube-system}
    spec:
      template:
        spec: {initContainers: [{name: load, image: registry.example/alpine:3, ${container}}], ${pod}}
  `) as KubernetesObject;
}

const PRIVILEGED = 'securityContext: {privileged: true}';
const SYSCTL = 'command: [sysctl, -w, net.ipv4.vs.conntrack=1]';
const NODE_ROOT = 'volumes: [{name: root, hostPath: {path: /}}]';
const AT_HOST = 'volumeMounts: [{name: root, mountPath: /host}]';

describe('an image whose entry point runs a script of a variable', () => {
  const SCRIPT = 'env: [{name: FOO, value: x}, {name: STARTUP_SCRIPT, value: "#! /bin/bash\\nset -o errexit\\nsysctl -w net.ipv4.vs.conn_reuse_mode=1\\n"}]';
  const container = (settings: string) => parse(`
    {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: startup, namespace: kube-system}, spec: {template: {spec: {hostPID: true,
      containers: [{name: startup, image: "gcr.io/google-containers/startup-script:v1", ${SCRIPT}, ${settings}}]}}}}`) as KubernetesObject;

  it('runs it on the node, until it works', () => {
    const [writer, ...others] = writersOf(container(PRIVILEGED));
    expect([summary(writer), others]).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1', []]);
    expect(writer).toMatchObject({ reachesNode: true, location: { constructPath: 'spec.template.spec.containers.0.env.1' } });
  });

  it('needs the rights that nsenter needs', () => {
    expect(writersOf(container('workingDir: /')).map(summary)).toEqual([expect.stringContaining('nsenter needs a privileged container')]);
  });

  it('is passed over where the container has a command of its own', () => {
    expect(writersOf(container(`${PRIVILEGED}, command: [sleep, infinity]`))).toEqual([]);
  });
});

describe('modules', () => {
  const MODPROBE = 'command: [modprobe, ip_vs]';
  const TREE = 'volumes: [{name: mods, hostPath: {path: /lib/modules}}]';

  it.each<[string, string, string, string]>([
    ['with tree and privilege', `${MODPROBE}, ${PRIVILEGED}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, TREE, 'ip_vs (own modprobe)'],
    ['with the capability', `${MODPROBE}, securityContext: {capabilities: {add: [SYS_MODULE]}}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, TREE,
      'ip_vs (own modprobe)'],
    ['with all capabilities', `${MODPROBE}, securityContext: {capabilities: {add: [ALL]}}, volumeMounts: [{name: mods, mountPath: /usr/lib/modules}]`, TREE,
      'ip_vs (own modprobe)'],
    ['without the tree', `${MODPROBE}, ${PRIVILEGED}`, TREE, "ip_vs (own modprobe; the node's /lib/modules is not mounted)"],
    ['with an empty folder as tree', `${MODPROBE}, ${PRIVILEGED}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, 'volumes: [{name: mods, emptyDir: {}}]',
      "ip_vs (own modprobe; the node's /lib/modules is not mounted)"],
    ['with the root as tree', `command: [modprobe, -d, /host, ip_vs], ${PRIVILEGED}, ${AT_HOST}`, NODE_ROOT, 'ip_vs (own modprobe)'],
    ['with an own module file', `command: [insmod, /opt/ip_vs.ko], ${PRIVILEGED}`, '', 'ip_vs (own modprobe)'],
    ['without privilege', `${MODPROBE}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, TREE,
      'ip_vs (own modprobe; the container is neither privileged nor has the capability SYS_MODULE)'],
    ['as another user', `${MODPROBE}, securityContext: {privileged: true, runAsUser: 1000}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, TREE,
      'ip_vs (own modprobe; the container runs as user 1000, not as root)'],
    ['as another user of the pod', `${MODPROBE}, ${PRIVILEGED}, volumeMounts: [{name: mods, mountPath: /lib/modules}]`, `securityContext: {runAsUser: 65534}, ${TREE}`,
      'ip_vs (own modprobe; the container runs as user 65534, not as root)'],
    ["by the node's modprobe", `command: [chroot, /host, /sbin/modprobe, ip_vs], ${PRIVILEGED}, ${AT_HOST}`, NODE_ROOT, 'ip_vs'],
    ["by the node's modprobe with capabilities", 'command: [chroot, /host, /sbin/modprobe, ip_vs], '
      + `securityContext: {capabilities: {drop: [ALL], add: [SYS_MODULE, SYS_CHROOT]}}, ${AT_HOST}`, NODE_ROOT, 'ip_vs'],
    ['without SYS_CHROOT', `command: [chroot, /host, modprobe, ip_vs], securityContext: {capabilities: {drop: [ALL], add: [SYS_MODULE]}}, ${AT_HOST}`, NODE_ROOT,
      'ip_vs (the container lacks the capability SYS_CHROOT)'],
    ['with chroot to nowhere', `command: [chroot, /host, modprobe, ip_vs], ${PRIVILEGED}`, NODE_ROOT, 'ip_vs (no hostPath is mounted at /host)'],
    ['by nsenter', `command: [nsenter, -t, '1', -m, --, modprobe, ip_vs], ${PRIVILEGED}`, 'hostPID: true', 'ip_vs'],
    ['by nsenter, all at once', `command: [nsenter, --target=1, --all, modprobe, ip_vs], ${PRIVILEGED}`, 'hostPID: true', 'ip_vs'],
    ['by nsenter without hostPID', `command: [nsenter, -t, '1', -m, modprobe, ip_vs], ${PRIVILEGED}`, '',
      "ip_vs (without hostPID, process 1 is the container's own)"],
    ['by nsenter through a file', `command: [nsenter, --mount=/host/proc/1/ns/mnt, modprobe, ip_vs], ${PRIVILEGED}, ${AT_HOST}`, NODE_ROOT, 'ip_vs'],
    ['by nsenter without privilege', "command: [nsenter, -t, '1', -m, modprobe, ip_vs], securityContext: {capabilities: {add: [SYS_MODULE]}}", 'hostPID: true',
      'ip_vs (nsenter needs a privileged container or the capability SYS_ADMIN)'],
  ])('%s', (_, container, pod, expected) => {
    expect(writersOf(daemonSet(container, pod)).map(summary)).toEqual([`any-time once: ${expected}`]);
  });
});

describe('sysctls', () => {
  it.each<[string, string, string, string]>([
    ["of the node's network", `${SYSCTL}, ${PRIVILEGED}`, 'hostNetwork: true', '(blind)'],
    ["of the pod's own network", `${SYSCTL}, ${PRIVILEGED}`, '', '(blind; own network)'],
    ['without privilege', SYSCTL, 'hostNetwork: true', '(blind; the container is not privileged, so its /proc/sys is read-only)'],
    ['without privilege, unmasked', `${SYSCTL}, securityContext: {procMount: Unmasked}`, 'hostNetwork: true', '(blind)'],
    ['through a mount', 'command: [sh, -c, echo 1 > /host/vs/conntrack], volumeMounts: [{name: vs, mountPath: /host/vs}]',
      'hostNetwork: true, volumes: [{name: vs, hostPath: {path: /proc/sys/net/ipv4/vs}}]', '(blind)'],
    ['through a part of a mount', 'command: [sh, -c, echo 1 > /vs/conntrack], volumeMounts: [{name: net, mountPath: /vs/, subPath: ipv4/vs}]',
      'hostNetwork: true, volumes: [{name: net, hostPath: {path: /proc/sys/net}}]', '(blind)'],
    ['through a read-only mount', 'command: [sh, -c, echo 1 > /host/vs/conntrack], volumeMounts: [{name: vs, mountPath: /host/vs, readOnly: true}]',
      'hostNetwork: true, volumes: [{name: vs, hostPath: {path: /proc/sys/net/ipv4/vs}}]', '(blind; /host/vs is mounted read-only)'],
    ['by nsenter into the network', `command: [nsenter, -t, '1', -n, --, sysctl, -w, net.ipv4.vs.conntrack=1], ${PRIVILEGED}`, 'hostPID: true', '(blind)'],
    ['by nsenter into the mounts only', `command: [nsenter, -t, '1', -m, --, sysctl, -w, net.ipv4.vs.conntrack=1], ${PRIVILEGED}`, 'hostPID: true',
      '(blind; own network)'],
    ['by chroot', `command: [chroot, /host, sysctl, -w, net.ipv4.vs.conntrack=1], ${PRIVILEGED}, ${AT_HOST}`, `hostNetwork: true, ${NODE_ROOT}`, '(blind)'],
  ])('%s', (_, container, pod, marks) => {
    expect(writersOf(daemonSet(container, pod)).map(summary)).toEqual([`any-time once: net.ipv4.vs.conntrack=1 ${marks}`]);
  });

  it('that no network namespace has reach the node', () => {
    expect(writersOf(daemonSet(`command: [sysctl, -w, vm.max_map_count=262144], ${PRIVILEGED}`)).map(summary)).toEqual(['any-time once: vm.max_map_count=262144']);
  });

  it('of the pod', () => {
    const pod = (extra: string): KubernetesObject => parse(`
      {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n},
       spec: {securityContext: {sysctls: [{name: net.ipv4.vs.conn_reuse_mode, value: "1"}]}, containers: [{name: c}]${extra}}}`) as KubernetesObject;
    expect(writersOf(pod('')).map(summary)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind; own network)']);
    expect(writersOf(pod(', hostNetwork: true')).map(summary)).toEqual([
      'any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind; own network; the kubelet refuses sysctls of the network to a pod with hostNetwork)',
    ]);
  });
});

describe('what a command refers to', () => {
  const SCRIPTS = 'volumes: [{name: s, configMap: {name: scripts}}]';
  const MOUNT = 'volumeMounts: [{name: s, mountPath: /scripts}]';

  it.each<[string, string, string, string]>([
    ['a script in a ConfigMap', `command: [sh, /scripts/load.sh], ${MOUNT}`, SCRIPTS, 'ip_vs ip_vs_rr'],
    ['a script that is run', `command: [/scripts/load.sh], ${MOUNT}`, SCRIPTS, 'ip_vs ip_vs_rr'],
    ['a script that a script runs', `command: [sh, -c], args: [". /scripts/load.sh"], ${MOUNT}`, SCRIPTS, 'ip_vs ip_vs_rr'],
    ['a key under another name', `command: [sh, /s/run], ${MOUNT.replace('/scripts', '/s')}`, SCRIPTS.replace('scripts}', 'scripts, items: [{key: load.sh, path: run}]}'),
      'ip_vs ip_vs_rr'],
    ['a key mounted alone', 'command: [sh, /run.sh], volumeMounts: [{name: s, mountPath: /run.sh, subPath: load.sh}]', SCRIPTS, 'ip_vs ip_vs_rr'],
    ['a projected ConfigMap', `command: [sh, /scripts/load.sh], ${MOUNT}`, 'volumes: [{name: s, projected: {sources: [{configMap: {name: scripts}}]}}]', 'ip_vs ip_vs_rr'],
    ['a list in a ConfigMap', `command: [sh, -c, "modprobe -a $(cat /scripts/modules)"], ${MOUNT}`, SCRIPTS, 'ip_vs ip_vs_rr'],
    ['an environment variable', 'command: [sh, -c, "modprobe $M"], env: [{name: M, value: ip_vs}]', '', 'ip_vs'],
    ['a reference of the kubelet', 'command: [modprobe], args: ["$(M)"], env: [{name: M, value: ip_vs}]', '', 'ip_vs'],
    ['an escaped reference', 'command: [sh, -c, "modprobe $$(M)"], env: [{name: M, value: ip_vs}]', '', ''],
    ['a ConfigMap of the environment', "command: [sysctl, -w, 'net.ipv4.ip_forward=$(V)'], env: [{name: V, valueFrom: {configMapKeyRef: {name: scripts, key: mode}}}]", '',
      'net.ipv4.ip_forward=1'],
  ])('%s', (_, container, pod, expected) => {
    const [first] = writersOf(daemonSet(container, pod));
    expect(first === undefined ? '' : [...first.sysctls.map(({ key, value }) => `${key}=${value}`), ...first.modules.map(({ module }) => module)].join(' ')).toBe(expected);
  });

  it('a sysctl file in a ConfigMap', () => {
    const found = writersOf(daemonSet(`command: [sysctl, -p, /scripts/99-ipvs.conf], ${PRIVILEGED}, ${MOUNT}`, `hostNetwork: true, ${SCRIPTS}`));
    expect(found.map(summary)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });

  it('a file that it leaves on the node', () => {
    const script = 'cp /scripts/99-ipvs.conf /host/etc/sysctl.d/; echo ip_vs > /etc/modules-load.d/lost-with-the-container.conf';
    const mounts = 'volumeMounts: [{name: s, mountPath: /scripts}, {name: root, mountPath: /host}]';
    const found = writersOf(daemonSet(`command: [sh, -c, "${script}"], ${mounts}`, `${SCRIPTS.replace(']', '')}, {name: root, hostPath: {path: /}}]`));
    expect(found.map(summary)).toEqual(['boot-before-modules once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
    expect(found[0]).toMatchObject({ kind: 'sysctl.d', name: 'DaemonSet kube-system/setup, init container load, /etc/sysctl.d/99-ipvs.conf' });
  });
});

describe('workloads', () => {
  const template = '{spec: {hostNetwork: true, nodeSelector: {pool: a}, containers: [{name: c, securityContext: {privileged: true}, command: [sysctl, -w, net.ipv4.vs.conntrack=1]}]}}';
  const write = 'net.ipv4.vs.conntrack=1';

  it.each<[string, string, string]>([
    ['DaemonSet', `spec: {template: ${template}}`, `daemon-set any-time once: ${write} (blind)`],
    ['Deployment', `spec: {template: ${template}}`, `pod any-time once: ${write} (blind)`],
    ['StatefulSet', `spec: {template: ${template}}`, `pod any-time once: ${write} (blind)`],
    ['Job', `spec: {template: ${template}}`, `job any-time once: ${write} (blind)`],
    ['CronJob', `spec: {schedule: "*/5 * * * *", jobTemplate: {spec: {template: ${template}}}}`, `cron-job any-time loop 300s: ${write}`],
    ['Pod', template.slice(1, -1), `pod any-time once: ${write} (blind)`],
  ])('%s', (kind, spec, expected) => {
    const [writer, ...others] = writersOf(parse(`apiVersion: v1\nkind: ${kind}\nmetadata: {name: x, namespace: n}\n${spec}`) as KubernetesObject);
    expect(others).toEqual([]);
    expect(`${writer.kind} ${summary(writer)}`).toBe(expected);
    expect(writer).toMatchObject({ name: `${kind} n/x, container c`, resource: `${kind} n/x`, pools: { terms: [[{ key: 'pool', operator: 'In', values: ['a'] }]] } });
  });

  it.each<[string, unknown]>([
    ['no workload', { kind: 'Service', spec: { template: { spec: { containers: [{ command: ['modprobe', 'ip_vs'] }] } } } }],
    ['no spec', { kind: 'DaemonSet' }],
    ['a null template', { kind: 'DaemonSet', spec: { template: null } }],
    ['odd containers', { kind: 'DaemonSet', spec: { template: { spec: { containers: [null, 3, 'x', { command: 'modprobe ip_vs', args: { a: 1 } }] } } } }],
    ['odd fields', { kind: 'Pod', spec: { containers: [{ command: [1, null, ['modprobe']], env: 'x', volumeMounts: {}, securityContext: [] }], volumes: 7 } }],
  ])('%s: nobody', (_, object) => expect(writersOf({ apiVersion: 'v1', metadata: {}, ...object as object } as KubernetesObject)).toEqual([]));
});

it('objects that set nodes up', () => {
  const object = parse('{apiVersion: v1, kind: MachineConfig, metadata: {name: m}, spec: {config: {storage: {files: [{path: /etc/modules-load.d/a.conf, contents: {source: "data:,ip_vs"}}]}}}}');
  expect(writersOf(object as KubernetesObject)[0]).toMatchObject({ kind: 'modules-load.d', resource: 'MachineConfig undefined/m', location: { constructPath: 'spec.config.storage.files.0' } });
});

describe('the pod of kube-proxy', () => {
  const pod = (extra: string, container = ''): KubernetesObject => parse(`
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: kube-proxy, namespace: kube-system}
    spec:
      template:
        spec:
          hostNetwork: true
          ${extra}
          containers:
          - name: kube-proxy
            image: registry.k8s.io/kube-proxy:v1.20.6
            command: [/usr/local/bin/kube-proxy, --config=/var/lib/kube-proxy/config.conf]
            securityContext: {privileged: true}
            ${container}`) as KubernetesObject;
  const set = 'name: set, securityContext: {privileged: true}, command: [sysctl, -w, net.ipv4.vs.conn_reuse_mode=1]';

  it('alone writes nothing of its own', () => expect(writersOf(pod(''))).toEqual([]));

  it('with an init container, which comes before', () => {
    expect(writersOf(pod(`initContainers: [{${set}}]`)).map(summary)).toEqual(['before-kube-proxy once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });

  it('with a sidecar, which has no order', () => {
    expect(writersOf(pod(`initContainers: [{${set}, restartPolicy: Always}]`)).map(summary)).toEqual([
      'kube-proxy-start-unordered once: net.ipv4.vs.conn_reuse_mode=1 (blind)',
    ]);
  });

  it.each<[string, string]>([
    ['sysctl -w net.ipv4.vs.conn_reuse_mode=1', 'kube-proxy-start-unordered every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 (blind)'],
    ['until wget -qO- localhost:10256/healthz; do sleep 1; done; sysctl -w net.ipv4.vs.conn_reuse_mode=1',
      'after-kube-proxy every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1'],
  ])('with a hook: %s', (script, expected) => {
    const [writer] = writersOf(pod('', `lifecycle: {postStart: {exec: {command: [sh, -c, "${script}"]}}}`));
    expect(summary(writer)).toBe(expected);
    expect(writer.name).toBe('DaemonSet kube-system/kube-proxy, postStart of container kube-proxy');
    expect(writer.location).toEqual({ constructPath: 'spec.template.spec.containers.0.lifecycle.postStart.exec.command.2' });
  });

  it.each<[string, string, string]>([
    ['a loading init container', 'command: [modprobe, ip_vs]', 'any-time once: net.ipv4.vs.conntrack=1'],
    ['a waiting init container', "command: [sh, -c, 'until [ -d /proc/sys/net/ipv4/vs ]; do sleep 1; done']", 'any-time once: net.ipv4.vs.conntrack=1'],
    ['one that waits for kube-proxy', "command: [sh, -c, 'until nc -z localhost 10256; do sleep 1; done']", 'after-kube-proxy once: net.ipv4.vs.conntrack=1'],
    ['a sidecar that waits', "restartPolicy: Always, command: [sh, -c, 'until [ -d /proc/sys/net/ipv4/vs ]; do sleep 1; done']",
      'any-time once: net.ipv4.vs.conntrack=1 (blind)'],
  ])('what follows %s', (_, first, expected) => {
    const writers = writersOf(parse(`
      {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n}, spec: {hostNetwork: true,
        initContainers: [{name: a, ${first}}], containers: [{name: b, ${PRIVILEGED}, ${SYSCTL}}]}}`) as KubernetesObject);
    expect(writers.map(summary).at(-1)).toBe(expected);
  });

  it('started by a script', () => {
    const wrapped = (script: string): KubernetesObject => parse(`
      {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: proxy, namespace: n}, spec: {template: {spec: {hostNetwork: true, containers: [
        {name: p, image: registry.example/proxy:1, securityContext: {privileged: true}, command: [sh, -c, "${script}"]},
        {name: q, securityContext: {privileged: true}, command: [sysctl, -w, net.ipv4.ip_forward=1]}]}}}}`) as KubernetesObject;
    expect(writersOf(wrapped('sysctl -w net.ipv4.vs.conntrack=1; exec kube-proxy --config=/c')).map(summary)).toEqual([
      'before-kube-proxy every-kube-proxy-start: net.ipv4.vs.conntrack=1 (blind)',
      'kube-proxy-start-unordered once: net.ipv4.ip_forward=1',
    ]);
    expect(writersOf(wrapped('kubectl -n kube-system rollout restart ds/kube-proxy')).map(summary)).toEqual(['any-time once: net.ipv4.ip_forward=1']);
  });
});

describe('places', () => {
  it('are lines of a script that has several', () => {
    const [writer] = writersOf(parse(`
      apiVersion: v1
      kind: Pod
      metadata: {name: p, namespace: n}
      spec:
        hostNetwork: true
        containers:
        - name: c
          securityContext: {privileged: true}
          volumeMounts: [{name: mods, mountPath: /lib/modules}]
          command: [sh, -c]
          args:
          - |
            set -e
            modprobe ip_vs
              sysctl -w net.ipv4.vs.conntrack=1
        volumes: [{name: mods, hostPath: {path: /lib/modules}}]
    `) as KubernetesObject);
    expect(writer.location).toEqual({ constructPath: 'spec.containers.0.args.0', line: 3, column: 3 });
    expect(writer.sysctls[0].location).toEqual({ constructPath: 'spec.containers.0.args.0', line: 3, column: 3 });
    expect(writer.modules[0].location).toEqual({ constructPath: 'spec.containers.0.args.0', line: 2, column: 1 });
  });

  it('are the word that holds a script of one line, or the program', () => {
    const [{ location }] = writersOf(daemonSet('command: [sh, -c, modprobe ip_vs]'));
    expect(location).toEqual({ constructPath: 'spec.template.spec.initContainers.0.command.2' });
  });
});

describe('our own', () => {
  it('tuner', () => {
    const { daemonSet: object } = sysctlTuner({ sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1, 'net.netfilter.nf_conntrack_max': 1048576 }, intervalSeconds: 7 });
    const writers = writersOf(object);
    expect(writers.map(summary)).toEqual([
      'after-kube-proxy reconcile 7s: net.ipv4.vs.conn_reuse_mode=1 net.netfilter.nf_conntrack_max=1048576',
    ]);
    expect(writers[0]).toMatchObject({ kind: 'sysctl-tuner', name: 'DaemonSet kube-system/kube-proxy-sysctl-tuner', waitsForKey: true });
  });

  it('tuner with values for particular kernels writes on those alone', () => {
    const kernels = [
      { kernel: '5.15.0-91-generic', sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 } },
      { kernel: '4.19.0-26-amd64', sysctls: { 'net.ipv4.vs.conn_reuse_mode': 0 } },
    ];
    const writers = writersOf(sysctlTuner({ kernels, sysctls: { 'net.core.somaxconn': 4096 } }).daemonSet);
    const on = (kernelVersion: string) => writers.filter(({ pools }) => selects(pools, nodePool({ name: 'p', kernelVersion })) !== 'no').map(summary);
    expect(on('5.15.0-91-generic')).toEqual(['after-kube-proxy reconcile 5s: net.core.somaxconn=4096 net.ipv4.vs.conn_reuse_mode=1']);
    expect(on('4.19.0-26-amd64 (amd64)')).toEqual(['after-kube-proxy reconcile 5s: net.core.somaxconn=4096 net.ipv4.vs.conn_reuse_mode=0']);
    expect(on('5.15.0-92-generic')).toEqual([]);
  });

  it('loader', () => {
    const { daemonSet: object } = moduleLoader({ modules: ['ip_vs', 'nf_conntrack_ipv4|nf_conntrack'] });
    const writers = writersOf(object);
    expect(writers.map(summary)).toEqual(['any-time once: ip_vs nf_conntrack_ipv4? nf_conntrack?']);
    expect(writers[0]).toMatchObject({ kind: 'module-loader', loading: { tool: 'host', seesHostModules: true, mayLoad: true } });
  });

  it('loader that persists', () => {
    const { daemonSet: object } = moduleLoader({ modules: ['ip_vs'], persist: true });
    expect(writersOf(object).map(({ kind, ...writer }) => `${kind} ${summary({ kind, ...writer })}`)).toEqual([
      'module-loader any-time once: ip_vs', 'modules-load.d boot once: ip_vs?',
    ]);
  });

  it.each<[string, string, string]>([
    ['without hostNetwork', '/spec/template/spec/hostNetwork', '(own network)'],
    ['without its mount', '/spec/template/spec/volumes/1', '(the container is not privileged, so its /proc/sys is read-only)'],
  ])('tuner %s', (_, path, mark) => {
    const { daemonSet: object } = sysctlTuner({ sysctls: { 'net.ipv4.vs.conn_reuse_mode': 1 }, overrides: [{ op: 'remove', path }] });
    expect(writersOf(object).map(summary)).toEqual([expect.stringContaining(mark)]);
  });

  it('labels alone prove nothing', () => {
    const object = daemonSet('command: [modprobe, ip_vs]') as KubernetesObject & { spec: { template: Record<string, unknown> } };
    object.spec.template.metadata = { labels: { 'app.kubernetes.io/part-of': 'kube-proxy-kit', 'app.kubernetes.io/component': 'module-loader' } };
    expect(writersOf(object)[0]).toMatchObject({ kind: 'daemon-set' });
  });
});
