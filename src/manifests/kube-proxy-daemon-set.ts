import * as path from 'node:path';
import type { Platform } from '../cluster/cluster';
import type { KubernetesObject } from '../kubernetes/resource';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import { invalidOption } from '../kubernetes/invalid-option';
import { checksum } from './canonical-json';
import { imageName } from './container-image';
import { daemonSet, type DaemonSetOptions } from './daemon-set';
import { KUBE_PROXY_LABELS } from './kube-proxy-access';
import { kubeProxyLayout } from './kube-proxy-layout';
import { kubeProxyProbes, type KubeProxyProbeOptions } from './kube-proxy-probes';

/** What kube-proxy's DaemonSet can be told. */
export interface KubeProxyDaemonSetOptions extends DaemonSetOptions, KubeProxyProbeOptions {
  /** Version of kube-proxy, with its patch. */
  readonly version: KubeVersion;
  /** The ConfigMap with its configuration, as `kubeProxyConfigMap` makes it for the same platform. */
  readonly configMap: KubernetesObject;
  /** Who set the cluster up; decides the names and paths. @default 'kubeadm' */
  readonly platform?: Platform;
  /** The service account that the pods run as. @default 'kube-proxy' */
  readonly serviceAccountName?: string;
  /** Flags besides `--config` and `--hostname-override`; with `--config`, kube-proxy reads few others: `['--v=2']`. @default - none */
  readonly extraArgs?: readonly string[];
  /**
   * Run `kube-proxy --cleanup` before each start of a pod: it removes the rules of every mode, the one in use included, so that
   * Services do not work from the node until the first sync. Between iptables and ipvs no kube-proxy from 1.15 on cleans up by itself,
   * nor before 1.29 do others. Turn it on together with a change of mode, and off with the next change.
   *
   * @default false
   */
  readonly cleanupBeforeStart?: boolean;
  /** Seconds that a pod must be ready before the next node gets its new one. @default 10 */
  readonly minReadySeconds?: number;
  /** Name of the DaemonSet. @default 'kube-proxy' */
  readonly name?: string;
}

/**
 * kube-proxy itself, as kubeadm runs it.
 *
 * It is privileged, as it is everywhere: kube-proxy writes sysctls at every start of its container and exits when it cannot, and
 * /proc/sys is read-only in a container that is not. `--init-only` (1.29 and later) does not change that: the main container checks
 * all of them again, and must write those that somebody changed in the meantime, such as a tuner's.
 */
export function kubeProxyDaemonSet(options: KubeProxyDaemonSetOptions): KubernetesObject {
  const { version, configMap, name = 'kube-proxy' } = options;
  if (version.patch === undefined && options.image === undefined) {
    throw invalidOption('version', version.raw,
      'a version with its patch, such as v1.29.4, here or as kubernetesVersion of the cluster, since the image is tagged with it; or give an image');
  }
  const layout = kubeProxyLayout(options.platform);
  const ownKubeconfig = layout.kubeconfigConfigMap === undefined;
  // kubeadm's label: with the default name the object can take the place of the one that kubeadm made.
  const selector = { 'k8s-app': name };
  const container = {
    image: imageName(options, `registry.k8s.io/kube-proxy:${version}`),
    imagePullPolicy: options.imagePullPolicy ?? 'IfNotPresent',
    securityContext: { privileged: true },
  };
  const mounts = [
    { name: 'xtables-lock', mountPath: '/run/xtables.lock' },
    { name: 'lib-modules', mountPath: '/lib/modules', readOnly: true },
  ];
  return daemonSet(options, {
    name,
    labels: { ...KUBE_PROXY_LABELS, ...selector },
    selector,
    maxUnavailable: 1,
    spec: { minReadySeconds: checkedSeconds(options.minReadySeconds ?? 10) },
    podAnnotations: { 'kube-proxy-kit/config-checksum': checksum(configMap.data) },
    podSpec: {
      serviceAccountName: options.serviceAccountName ?? 'kube-proxy',
      ...(options.cleanupBeforeStart
        ? { initContainers: [{ name: 'cleanup', ...container, command: [layout.command, '--cleanup'], volumeMounts: mounts }] }
        : {}),
      containers: [{
        name: 'kube-proxy',
        ...container,
        command: [
          layout.command, `--config=${layout.mountPath}/${layout.key}`, '--hostname-override=$(NODE_NAME)', ...options.extraArgs ?? [],
        ],
        env: [{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
        ...kubeProxyProbes(version, options),
        ...(options.resources ? { resources: options.resources } : {}),
        volumeMounts: [
          { name: 'config', mountPath: layout.mountPath },
          ...(ownKubeconfig ? [] : [{ name: 'kubeconfig', mountPath: path.posix.dirname(layout.kubeconfig) }]),
          ...mounts,
        ],
      }],
      volumes: [
        { name: 'config', configMap: { name: configMap.metadata.name } },
        ...(ownKubeconfig ? [] : [{ name: 'kubeconfig', configMap: { name: layout.kubeconfigConfigMap } }]),
        { name: 'xtables-lock', hostPath: { path: '/run/xtables.lock', type: 'FileOrCreate' } },
        { name: 'lib-modules', hostPath: { path: '/lib/modules' } },
      ],
    },
  });
}

function checkedSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 0) {
    throw invalidOption('minReadySeconds', seconds, 'a whole number from 0');
  }
  return seconds;
}
