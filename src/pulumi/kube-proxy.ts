import type { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import type { DaemonSetPatch } from '@pulumi/kubernetes/apps/v1/daemonSetPatch';
import * as pulumi from '@pulumi/pulumi';
import { isRecord } from '../kubernetes/untyped';
import { invalidOption } from '../kubernetes/invalid-option';
import { kubeProxyClusterRoleBinding, kubeProxyServiceAccount } from '../manifests/kube-proxy-access';
import { kubeProxyDaemonSet, type KubeProxyDaemonSetOptions } from '../manifests/kube-proxy-daemon-set';
import { checkFindsConfigMap, type KubeProxySettings } from '../plan/kube-proxy-settings';
import { madeAlready } from '../plan/made-already';
import type { NotChecked } from '../rules/finding';
import { componentType, construct } from './component';
import { check, type CheckOptions } from './component-check';
import { configMapPartOf, DECLARE_FIRST, type ConfigMapPart, type KubeProxyConfig } from './kube-proxy-config';
import { isKnownLater, isOutput, splitInputs, type WithInputs } from './known-later';
import { clusterRoleBinding, daemonSet, serviceAccount } from './kubernetes-objects';
import { judgedPart, type Adoption, type Part } from './part';

/** Properties of a DaemonSet that may be known later. Of these, rules read the tag of kube-proxy's image. */
export type DaemonSetInput =
  'namespace' | 'image' | 'registry' | 'imagePullPolicy' | 'imagePullSecrets' | 'labels' | 'annotations' | 'resources' | 'priorityClassName';

const DAEMON_SET_INPUTS: readonly DaemonSetInput[] = [
  'namespace', 'image', 'registry', 'imagePullPolicy', 'imagePullSecrets', 'labels', 'annotations', 'resources', 'priorityClassName',
];

/** Properties of what has a DaemonSet, apart from those that may be known later. */
export function plainDaemonSetArgs<P extends object>(args: P): object {
  return splitInputs(args as Partial<Record<DaemonSetInput, unknown>>, DAEMON_SET_INPUTS).plain;
}

/** A service account: a resource of @pulumi/kubernetes, or any object with such metadata. */
export interface ServiceAccountHandle {
  /** Where its name is, which may be known later. */
  readonly metadata: pulumi.Input<{ readonly name: pulumi.Input<string> }>;
}

/** Properties of a KubeProxy. */
export interface KubeProxyArgs extends WithInputs<KubeProxySettings, DaemonSetInput>, CheckOptions {
  /** The configuration that it reads; a changed one rolls the pods. Without `namespace`, the pods are where it is. */
  readonly config: KubeProxyConfig;
  /** A service account bound to `system:node-proxier`. @default - one of its own, named kube-proxy, with the binding */
  readonly serviceAccount?: ServiceAccountHandle;
  /** How Pulumi comes to manage a DaemonSet that may exist. @default 'create' */
  readonly adoption?: Adoption;
}

/** A DaemonSet that was rendered, and what rules read of it but cannot be told yet. */
export interface DaemonSetPart extends Part {
  readonly notChecked: readonly NotChecked[];
}

/** kube-proxy as a DaemonSet, as kubeadm runs it. */
export class KubeProxy extends pulumi.ComponentResource {
  /** The DaemonSet; a patch by the adoptions `patch` and `take-over`. */
  public readonly daemonSet: DaemonSet | DaemonSetPatch;
  /** The service account that the pods run as. */
  public readonly serviceAccount: ServiceAccountHandle;

  public constructor(name: string, args: KubeProxyArgs, opts: pulumi.ComponentResourceOptions = {}) {
    super(componentType('KubeProxy'), name, {}, opts);
    const made = construct(this, args, ({ serviceAccount: _, ...given }) => plainDaemonSetArgs(given), () => {
      const { config } = args;
      const part = madeAlready<DaemonSetPart>(args) ?? makeDaemonSetPart(args);
      check(this, { objects: [config.judged, judgedPart(this, part, name)], notChecked: part.notChecked, ifRefused: DECLARE_FIRST }, args);
      const account = args.serviceAccount ?? this.createServiceAccount(name, args);
      return { account, resource: daemonSet(name, part, { parent: this, dependsOn: [config.configMap] }) };
    });
    this.serviceAccount = made.account;
    this.daemonSet = made.resource;
    this.registerOutputs({});
  }

  private createServiceAccount(name: string, args: KubeProxyArgs): ServiceAccountHandle {
    const { standIns, planned } = configMapPartOf(args.config);
    const { namespace = planned.manifest.metadata.namespace, labels, annotations } = standIns.of(args) as KubeProxySettings;
    const access = { namespace, labels, annotations };
    clusterRoleBinding(name, standIns.realized(kubeProxyClusterRoleBinding(access)), { parent: this });
    return serviceAccount(name, standIns.realized(kubeProxyServiceAccount(access)), { parent: this });
  }
}

function makeDaemonSetPart({ config, cluster, adoption, serviceAccount: account, ...args }: KubeProxyArgs): DaemonSetPart {
  const { planned, standIns }: ConfigMapPart = configMapPartOf(config);
  const { version, platform, manifest: configMap, healthzBindAddress } = planned;
  const { serviceAccountName } = standIns.of({ serviceAccountName: account && nameOf(account) });
  const settings = standIns.of(args) as KubeProxySettings;
  const object = kubeProxyDaemonSet({
    ...settings, namespace: settings.namespace ?? configMap.metadata.namespace,
    configMap, version, platform, kubernetesVersion: cluster?.kubernetesVersion, serviceAccountName, healthzBindAddress,
  } as KubeProxyDaemonSetOptions);
  checkFindsConfigMap(object, configMap);
  return {
    manifest: standIns.realized(object), judged: object, adoption: adoption ?? 'create',
    notChecked: isOutput(args.image) ? [unknownImage(object.metadata.name!, version.toString())] : [],
  };
}

export function unknownImage(daemonSetName: string, version: string): NotChecked {
  const reason = `image of the DaemonSet ${daemonSetName} is known only once other resources are, so whether it is kube-proxy ${version} was not checked`;
  return { rule: '*', pool: undefined, reason, leavesVerdictOpen: true };
}

/** The name of a service account, which may be known later. */
export function nameOf({ metadata }: ServiceAccountHandle): pulumi.Input<string> {
  if (!isRecord(metadata)) {
    throw invalidOption('serviceAccount.metadata', metadata, 'that of a ServiceAccount, or any object with its name');
  }
  return isKnownLater(metadata) ? pulumi.output(metadata).apply(({ name }) => name) : (metadata as { readonly name: string }).name;
}
