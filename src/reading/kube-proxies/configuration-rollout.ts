import { hasPlaceholder } from '../../kubernetes/placeholder';
import type { PodTemplate } from '../../pods/pod-template';
import { textRecordOf } from '../../kubernetes/untyped';
import type { ConfigurationSource } from './found-instance';

const TELLS_OF_A_CHECKSUM = /checksum|hash|sha\d|config|digest|revision/i;
const CHECKSUM = /^(?:sha\d+[:-])?(?:[0-9a-f]{6,128}|[A-Za-z0-9+/_-]{20,}={0,2})$/;

/** Names that carry a hash of the content: kustomize (ten letters without vowels), Gardener, Talos and Pulumi (hexadecimal). */
const HASHED_NAME = /-(?:[bcdfghkmt2456789]{10}|[0-9a-f]{7,64})$/;

/**
 * Whether a changed configuration rolls the pods of a DaemonSet: by a checksum annotation on its pod template, by a hashed name of the
 * ConfigMap, or by a controller that restarts it (Stakater Reloader, Wave).
 */
export function rollsOnChange(template: PodTemplate, reads: ConfigurationSource | undefined): boolean {
  const checksum = Object.entries(template.annotations).some(([key, value]) =>
    TELLS_OF_A_CHECKSUM.test(key) && (CHECKSUM.test(value) || hasPlaceholder(value)));
  return checksum || (reads?.kind === 'config-map' && isHashed(reads.name)) || isReloaded(template);
}

function isHashed(name: string): boolean {
  const suffix = HASHED_NAME.exec(name)?.[0];
  return suffix !== undefined && /\d/.test(suffix);
}

function isReloaded({ resource, annotations }: PodTemplate): boolean {
  const onObject = textRecordOf(resource.object.metadata.annotations);
  return [onObject, annotations].some((found) =>
    found['reloader.stakater.com/auto'] === 'true' ||
    found['configmap.reloader.stakater.com/auto'] === 'true' ||
    'configmap.reloader.stakater.com/reload' in found ||
    found['wave.pusher.com/update-on-config-change'] === 'true');
}
