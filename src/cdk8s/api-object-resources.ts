import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { KubernetesObject, Resource } from '../kubernetes/resource';
import type { UnreadableInput } from '../declaration/declaration';
import { resourceName } from '../reading/documents/resources';
import { asJudged, type JudgedInstead } from '../plan/config-map';

/** An object of the app, and the construct that makes it. */
export interface ApiObjectResource {
  readonly construct: IConstruct;
  readonly resource: Resource;
}

export interface ApiObjectResources {
  readonly resources: readonly ApiObjectResource[];
  readonly unreadable: readonly UnreadableInput[];
}

const judgedInstead = new WeakMap<IConstruct, JudgedInstead>();

/** Has a text in the data of a ConfigMap judged as if it were another. */
export function judgeInstead(configMap: ApiObject, replaced: JudgedInstead): void {
  judgedInstead.set(configMap, replaced);
}

/** Kinds that say nothing of nodes, Services or kube-proxy; serialising them is a good part of the work of a check. */
const NEVER_READ = new Set([
  'ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding', 'NetworkPolicy', 'Ingress', 'PodDisruptionBudget',
  'HorizontalPodAutoscaler', 'PersistentVolumeClaim', 'CustomResourceDefinition',
]);

/** Every object of a tree that the rules may read, as it would be synthesised, whatever library made it. */
export function apiObjectResources(root: IConstruct): ApiObjectResources {
  const resources: ApiObjectResource[] = [];
  const unreadable: UnreadableInput[] = [];
  for (const construct of root.node.findAll()) {
    if (ApiObject.isApiObject(construct) && !NEVER_READ.has(construct.kind)) {
      const location = { constructPath: construct.node.path };
      try {
        const object = asJudged(construct.toJson() as KubernetesObject, judgedInstead.get(construct));
        resources.push({ construct, resource: { object, name: resourceName(object), locate: () => location } });
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
        unreadable.push({
          name: construct.node.path, resource: undefined, location,
          message: `the object at ${construct.node.path} cannot be synthesised: ${reason}`,
        });
      }
    }
  }
  return { resources, unreadable };
}
