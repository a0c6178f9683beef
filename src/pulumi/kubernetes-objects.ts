import { CustomResource } from '@pulumi/kubernetes/apiextensions/customResource';
import { DaemonSet } from '@pulumi/kubernetes/apps/v1/daemonSet';
import { DaemonSetPatch } from '@pulumi/kubernetes/apps/v1/daemonSetPatch';
import { ConfigMap } from '@pulumi/kubernetes/core/v1/configMap';
import { ConfigMapPatch } from '@pulumi/kubernetes/core/v1/configMapPatch';
import { ServiceAccount } from '@pulumi/kubernetes/core/v1/serviceAccount';
import { ClusterRoleBinding } from '@pulumi/kubernetes/rbac/v1/clusterRoleBinding';
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '../kubernetes/resource';
import { isPatch, type Part } from './part';

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

export function customResource(name: string, object: KubernetesObject, opts: pulumi.CustomResourceOptions): CustomResource {
  return new CustomResource(name, { ...object }, opts);
}

function adopted<R, P>(
  ordinary: ResourceClass<R>, patch: ResourceClass<P>, name: string, { manifest, adoption }: Part, opts: pulumi.CustomResourceOptions,
): R | P {
  // What the stack did not bring into the cluster stays there: to delete a patch would take its fields out of the object, and to change
  // the adoption later deletes what the former one has made.
  const retained = { ...opts, retainOnDelete: true };
  if (isPatch(adoption)) {
    return register(patch, name, adoption === 'take-over' ? forced(manifest) : manifest, retained);
  }
  return register(ordinary, name, manifest, adoption === 'import' ? { ...retained, import: idOf(manifest) } : opts);
}

function forced(object: KubernetesObject): KubernetesObject {
  const { annotations = {}, ...metadata } = object.metadata;
  const withForce = (known: object) => ({ ...known, 'pulumi.com/patchForce': 'true' });
  const all = pulumi.Output.isInstance(annotations) ? annotations.apply((known) => withForce(known as object)) : withForce(annotations);
  return { ...object, metadata: { ...metadata, annotations: all as Record<string, string> } };
}

/** The id that the provider knows an object by. */
function idOf({ metadata: { namespace, name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}

function register<R>(type: ResourceClass<R>, name: string, object: KubernetesObject, opts: pulumi.CustomResourceOptions): R {
  const { apiVersion: _apiVersion, kind: _kind, ...args } = object;
  return new type(name, args as never, opts);
}
