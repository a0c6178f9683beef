import type { KubernetesObject } from '../kubernetes/resource';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { checksum } from './canonical-json';
import { imageName } from './container-image';
import { daemonSet, objectMetadata, type DaemonSetOptions, type ResourceRequirements } from './daemon-set';
import { SCRIPT_TEXTS } from './script-texts';

/** What the DaemonSets that run one of our scripts can be told. */
export interface NodeAgentOptions extends DaemonSetOptions {
  /** Run as a privileged container. @default false */
  readonly privileged?: boolean;
  /** SELinux type of the processes; nodes without SELinux ignore it. `false` for the runtime's own choice. @default 'spc_t' */
  readonly seLinuxType?: string | false;
}

/** A DaemonSet and the ConfigMap with the script that it runs. */
export interface NodeAgent {
  readonly configMap: KubernetesObject;
  readonly daemonSet: KubernetesObject;
}

/** What one agent differs in from another. */
export interface NodeAgentParts {
  readonly name: string;
  /** Value of `app.kubernetes.io/component`. */
  readonly component: string;
  readonly script: ScriptName;
  readonly initContainers?: readonly AgentContainer[];
  readonly containers: readonly AgentContainer[];
  readonly volumes: readonly object[];
  readonly resources: ResourceRequirements;
  /** With whose token it calls the API. @default - it has no token */
  readonly serviceAccountName?: string;
  readonly spec?: object;
}

export interface AgentContainer {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly readinessProbe?: object;
  readonly volumeMounts: readonly object[];
  readonly userId: number;
  /** Without the CAP_ prefix, as Kubernetes wants them. */
  readonly capabilities: readonly string[];
}

/** A script of ours, by the name of its file. */
export type ScriptName = keyof typeof SCRIPT_TEXTS;

/** A busybox with sh, sed, awk, chroot and ip. */
const DEFAULT_IMAGE = 'docker.io/library/busybox:1.36.1';

const SCRIPTS = '/scripts';

/** A user that owns nothing. */
export const NOBODY = 65534;

/** The command that runs a script with arguments, none of which a shell ever reads as text. */
export function scriptCommand(script: ScriptName, ...args: readonly string[]): readonly string[] {
  return ['sh', `${SCRIPTS}/${script}`, ...args];
}

/** The node's root file system, read-only. */
export const HOST_ROOT_VOLUME = { name: 'host', hostPath: { path: '/', type: 'Directory' } };
/**
 * `readOnly` alone leaves what is mounted below the root writable, such as /run and /boot. The API has the field from 1.31 on without a
 * gate (KEP-3857); `IfPossible` leaves it where the node's runtime cannot.
 */
export function hostRootMount(kubernetesVersion: KubeVersion | undefined): object {
  return {
    name: 'host', mountPath: '/host', readOnly: true,
    ...(kubernetesVersion && !kubernetesVersion.before('1.31') ? { recursiveReadOnly: 'IfPossible' } : {}),
  };
}

export function nodeAgent(options: NodeAgentOptions, parts: NodeAgentParts): NodeAgent {
  const name = options.name ?? parts.name;
  const selector = { 'app.kubernetes.io/name': `kube-proxy-kit-${parts.component}`, 'app.kubernetes.io/instance': name };
  const labels = {
    ...selector,
    'app.kubernetes.io/component': parts.component,
    'app.kubernetes.io/part-of': 'kube-proxy-kit',
    'app.kubernetes.io/managed-by': 'kube-proxy-kit',
  };
  const data = Object.fromEntries([parts.script, 'node.sh' as const].sort().map((script) => [script, SCRIPT_TEXTS[script]]));
  const seccompField = !options.kubernetesVersion?.before('1.19');
  const container = (part: AgentContainer) => agentContainer(options, part, options.resources ?? parts.resources);
  return {
    configMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata: objectMetadata(options, name, { ...options.labels, ...labels }), data },
    daemonSet: daemonSet(options, {
      name,
      labels,
      selector,
      maxUnavailable: '10%',
      podAnnotations: {
        'kube-proxy-kit/config-checksum': checksum(data),
        ...(seccompField ? {} : { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' }),
      },
      spec: parts.spec,
      podSpec: {
        // Agents call no API, unless they have an account for it. In the node's network they also start before any pod network is there: that of many a CNI
        // waits for kube-proxy, and kube-proxy for the modules.
        automountServiceAccountToken: parts.serviceAccountName !== undefined,
        ...(parts.serviceAccountName === undefined ? {} : { serviceAccountName: parts.serviceAccountName }),
        enableServiceLinks: false,
        dnsPolicy: 'Default',
        securityContext: {
          ...(seccompField ? { seccompProfile: { type: 'RuntimeDefault' } } : {}),
          // container_t may neither load modules nor write sysctls nor read the node's files.
          ...(options.seLinuxType === false ? {} : { seLinuxOptions: { type: options.seLinuxType ?? 'spc_t' } }),
        },
        ...(parts.initContainers ? { initContainers: parts.initContainers.map(container) } : {}),
        containers: parts.containers.map(container),
        volumes: [{ name: 'scripts', configMap: { name } }, ...parts.volumes],
      },
    }),
  };
}

function agentContainer(options: NodeAgentOptions, part: AgentContainer, resources: ResourceRequirements): object {
  return {
    name: part.name,
    image: imageName(options, DEFAULT_IMAGE),
    imagePullPolicy: options.imagePullPolicy ?? 'IfNotPresent',
    command: part.command,
    env: [
      { name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      ...Object.entries(part.env ?? {}).map(([name, value]) => ({ name, value })),
    ],
    resources,
    ...(part.readinessProbe ? { readinessProbe: part.readinessProbe } : {}),
    // The scripts say last what is wrong.
    terminationMessagePolicy: 'FallbackToLogsOnError',
    securityContext: securityContext(options, part),
    volumeMounts: [{ name: 'scripts', mountPath: SCRIPTS, readOnly: true }, ...part.volumeMounts],
  };
}

function securityContext(options: NodeAgentOptions, part: AgentContainer): object {
  const user = { runAsUser: part.userId, runAsGroup: part.userId, runAsNonRoot: part.userId !== 0, readOnlyRootFilesystem: true };
  // The API server refuses privileged together with allowPrivilegeEscalation: false.
  return options.privileged && part.userId === 0
    ? { ...user, privileged: true }
    : {
      ...user,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'], ...(part.capabilities.length > 0 ? { add: part.capabilities } : {}) },
    };
}
