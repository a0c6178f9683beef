import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { DaemonSetPatch } from '@pulumi/kubernetes/apps/v1/daemonSetPatch';
import * as pulumi from '@pulumi/pulumi';
import type { Cluster } from '../cluster/cluster';
import { isRecord } from '../kubernetes/untyped';
import { invalidOption } from '../kubernetes/invalid-option';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount, type KubeProxyAccessOptions } from '../manifests/kube-proxy-access';
import { kubeProxyDaemonSet, type KubeProxyDaemonSetOptions } from '../manifests/kube-proxy-daemon-set';
import type { KubeProxySettings } from '../plan/kube-proxies';
import { componentType, construct } from './component';
import { check, type CheckOptions } from './component-check';
import { DECLARE_FIRST, type ConfigMapHandle, type KubeProxyConfig } from './kube-proxy-config';
import { isKnownLater, makeOf, splitInputs, type WithInputs } from './known-later';
import { clusterRoleBinding, daemonSet, serviceAccount } from './kubernetes-objects';
import { judgedPart, type Adoption, type Part } from './part';

/** Properties of a DaemonSet that may be known later. Of these, rules read the tag of kube-proxy's image. */
export const DAEMON_SET_INPUTS = [
  'namespace', 'image', 'registry', 'imagePullPolicy', 'imagePullSecrets', 'labels', 'annotations', 'resources', 'priorityClassName',
] as const;

export type DaemonSetInput = typeof DAEMON_SET_INPUTS[number];

/** Properties of what has a DaemonSet, apart from those that may be known later. */
export function plainDaemonSetProps<P extends object>(props: P): object {
  return splitInputs(props as Partial<Record<DaemonSetInput, unknown>>, DAEMON_SET_INPUTS).plain;
}

/** A service account: a resource of @pulumi/kubernetes, or any object with such metadata. */
export interface ServiceAccountHandle {
  readonly metadata: pulumi.Input<{ readonly name: pulumi.Input<string> }>;
}

/** What a kube-proxy DaemonSet is made of, apart from its ConfigMap. */
export interface DaemonSetProps extends WithInputs<KubeProxySettings, DaemonSetInput> {
  /** A service account bound to `system:node-proxier`. @default - one of its own, named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** How Pulumi comes to manage a DaemonSet that may exist. @default 'create' */
  readonly adoption?: Adoption;
}

/** What a KubeProxy is made of. */
export interface KubeProxyProps extends DaemonSetProps, CheckOptions {
  /** The configuration that it reads; a changed one rolls the pods. */
  readonly config: KubeProxyConfig;
}

/** kube-proxy as a DaemonSet, as kubeadm runs it. */
export class KubeProxy extends pulumi.ComponentResource {
  /** The DaemonSet; a patch by the adoptions `patch` and `take-over`. */
  public readonly daemonSet: DaemonSet | DaemonSetPatch;
  /** The service account that the pods run as. */
  public readonly serviceAccount: ServiceAccountHandle;

  public constructor(name: string, props: KubeProxyProps, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('KubeProxy'), name, {}, opts);
    const made = construct(this, props, ({ serviceAccount: _, ...given }) => plainDaemonSetProps(given), () => {
      const { config, cluster, serviceAccount: handle } = props;
      const part = daemonSetPart(config, cluster, props);
      check(this, { objects: [config.judged, judgedPart(this, part, name)], notChecked: part.notChecked, ifRefused: DECLARE_FIRST }, props);
      const account = handle ?? this.createServiceAccount(name, props);
      return { account, resource: daemonSet(name, part, { parent: this, dependsOn: [config.configMap] }) };
    });
    this.serviceAccount = made.account;
    this.daemonSet = made.resource;
    this.registerOutputs({});
  }

  private createServiceAccount(name: string, { namespace, labels, annotations }: KubeProxyProps): ServiceAccountHandle {
    const { value: access } = makeOf({ namespace, labels, annotations }, (known) => {
      const options = known as KubeProxyAccessOptions;
      return { account: kubeProxyServiceAccount(options), binding: kubeProxyClusterRoleBinding(options) };
    });
    clusterRoleBinding(name, access.binding, { parent: this });
    return serviceAccount(name, access.account, { parent: this });
  }
}

/** A DaemonSet as a part, and what rules read of it but cannot be told yet. */
export function daemonSetPart(
  config: ConfigMapHandle, cluster: Cluster | undefined, { adoption = 'create', serviceAccount: account, ...props }: DaemonSetProps,
): Part & { readonly notChecked: readonly string[] } {
  const { inputs, plain } = splitInputs(props, DAEMON_SET_INPUTS);
  const { version, platform, manifest: configMap } = config;
  const { value: manifest, judged } = makeOf({ ...inputs, configMap, ...(account ? { serviceAccountName: nameOf(account) } : {}) }, (known) =>
    kubeProxyDaemonSet({ ...plain, ...known, version, platform, kubernetesVersion: cluster?.kubernetesVersion } as KubeProxyDaemonSetOptions));
  const notChecked = isKnownLater(inputs.image)
    ? [`image of the DaemonSet ${judged.metadata.name} is known only once other resources are, so whether it is kube-proxy ${version} was not checked`]
    : [];
  return { manifest, judged, adoption, notChecked };
}

function nameOf({ metadata }: ServiceAccountHandle): pulumi.Input<string> {
  if (!isRecord(metadata)) {
    throw invalidOption('serviceAccount.metadata', metadata, 'that of a ServiceAccount, or any object with its name');
  }
  return isKnownLater(metadata) ? pulumi.output(metadata).apply(({ name }) => name) : (metadata as { readonly name: string }).name;
}
