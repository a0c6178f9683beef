import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { KubernetesObject } from '../kubernetes/resource';

/** An object as it was rendered. What belongs to no namespace stays so in a chart that has one, which cdk8s gives to every object. */
export function plannedApiObject(scope: Construct, id: string, object: KubernetesObject): ApiObject {
  const made = new ApiObject(scope, id, object);
  if (object.metadata.namespace === undefined && Chart.of(scope).namespace !== undefined) {
    made.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
  return made;
}
