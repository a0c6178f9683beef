import { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import { DaemonSetPatch } from '@pulumi/kubernetes/apps/v1/daemonSetPatch';
import { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import { ConfigMapPatch } from '@pulumi/kubernetes/core/v1/configMapPatch';
import { ServiceAccount } from '@pulumi/kubernetes/core/v1/serviceAccount';
import { ClusterRoleBinding } from '@pulumi/kubernetes/rbac/v1/clusterRoleBinding';
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '../cluster/resource';
import { invalidOption } from '../manifests/invalid-option';
import { ADOPTIONS, isPatch, type Part } from './part';

/** A class of the Kubernetes provider; its arguments are the fields of the object's kind. */
type ResourceClass<R> = new (name: string, args: never, opts: pulumi.CustomResourceOptions) => R;

export function configMap(name: string, part: Part, opts: pulumi.CustomResourceOptions): ConfigMap | ConfigMapPatch {
  return adopted(ConfigMap, ConfigMapPatch, name, part, opts);
}

export function daemonSet(name: string, part: Part, opts: pulumi.CustomResourceOptions): DaemonSet | DaemonSetPatch {
  return adopted(DaemonSet, DaemonSetPatch, name, part, opts);
}

export function serviceAccount(name: string, object: KubernetesObject, opts: pulumi.CustomResourceOptions): ServiceAccount {
  return register(ServiceAccount, name, object, opts);
}

export function clusterRoleBinding(name: string, object: KubernetesObject, opts: pulumi.CustomResourceOptions): ClusterRoleBinding {
  return register(ClusterRoleBinding, name, object, opts);
}

function adopted<R, P>(
  ordinary: ResourceClass<R>, patch: ResourceClass<P>, name: string, { manifest, adoption }: Part, opts: pulumi.CustomResourceOptions,
): R | P {
  if (!ADOPTIONS.includes(adoption)) {
    throw invalidOption('adoption', adoption, ADOPTIONS.join(', '));
  }
  if (isPatch(adoption)) {
    // To delete a patch takes its fields out of the object, which would leave kube-proxy without them.
    return register(patch, name, adoption === 'take-over' ? forced(manifest) : manifest, { ...opts, retainOnDelete: true });
  }
  return register(ordinary, name, manifest, adoption === 'import' ? { ...opts, import: importId(manifest) } : opts);
}

function forced(object: KubernetesObject): KubernetesObject {
  const { annotations = {}, ...metadata } = object.metadata;
  const withForce = (known: object) => ({ ...known, 'pulumi.com/patchForce': 'true' });
  const all = pulumi.Output.isInstance(annotations) ? annotations.apply((known) => withForce(known as object)) : withForce(annotations);
  return { ...object, metadata: { ...metadata, annotations: all as Record<string, string> } };
}

function importId({ metadata: { namespace, name } }: KubernetesObject): string {
  if (typeof namespace !== 'string') {
    throw new Error('namespace is an Output; allowed: plain text together with adoption "import", since Pulumi needs the id at once');
  }
  return `${namespace}/${name}`;
}

function register<R>(type: ResourceClass<R>, name: string, object: KubernetesObject, opts: pulumi.CustomResourceOptions): R {
  const { apiVersion: _apiVersion, kind: _kind, ...args } = object;
  return new type(name, args as never, opts);
}
