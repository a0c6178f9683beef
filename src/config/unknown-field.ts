import { CONFIGURATION_FIELDS, type ConfigurationField } from '../facts/kube-proxy/fields';
import { KUBE_PROXY_FLAGS } from '../facts/kube-proxy/flags';
import type { KubeVersion } from '../facts/kube-proxy/kube-version';
import type { DropReason } from './decoded-configuration';
import { nearestName } from './edit-distance';
import { HEADER_FIELDS, joinPath, splitPath, type ReleaseSchema } from './release-schema';

/** Why a release does not know a field, and what was probably meant. */
export interface UnknownField {
  /** Why the release does not know it. */
  readonly reason: Exclude<DropReason, 'duplicate' | 'later-document'>;
  /** The known path that was probably meant. @default - none is near */
  readonly suggestion?: string;
  /** First release that has the field, or the first without it. @default - no release has it */
  readonly bound?: string;
}

/**
 * Explains a field that `schema`, the schema of `version`, does not have in `section`. Where several fields elsewhere have
 * its name, the one in `preferredSection` is meant, else the first of the table.
 */
export function explainUnknownField(
  section: string, name: string, version: KubeVersion, schema: ReleaseSchema, preferredSection: string,
): UnknownField {
  const siblings = [...(schema.sections.get(section)?.keys() ?? []), ...(section === '' ? HEADER_FIELDS : [])];
  const nameIs = (candidate: string) => candidate.toLowerCase() === name.toLowerCase();
  const suggest = (reason: UnknownField['reason'], suggestion: string): UnknownField => ({ reason, suggestion });

  const path = joinPath(section, name);
  const exact = CONFIGURATION_FIELDS.find((field) => field.path === path);
  if (exact) {
    return otherRelease(exact, version);
  }
  const sibling = siblings.find(nameIs);
  if (sibling !== undefined) {
    return suggest('wrong-case', joinPath(section, sibling));
  }
  const elsewhere = fieldsNamed(schema.fields, nameIs);
  const otherReleases = fieldsNamed(CONFIGURATION_FIELDS, nameIs);
  const inPlace = otherReleases.find((field) => splitPath(field.path).section === section);
  if (inPlace) {
    return otherRelease(inPlace, version);
  }
  if (elsewhere.length > 0) {
    return suggest('misplaced', (elsewhere.find((field) => splitPath(field.path).section === preferredSection) ?? elsewhere[0]).path);
  }
  if (otherReleases.length > 0) {
    return otherRelease(otherReleases[0], version);
  }
  const misspelt = otherSpelling(section, name, schema) ?? nearestPath(section, name, siblings, schema);
  return misspelt === undefined ? { reason: 'unknown' } : suggest('misspelt', misspelt);
}

function fieldsNamed(fields: readonly ConfigurationField[], nameIs: (name: string) => boolean): readonly ConfigurationField[] {
  return fields.filter((field) => !field.path.includes('[') && nameIs(splitPath(field.path).name));
}

function otherRelease({ releases }: ConfigurationField, version: KubeVersion): UnknownField {
  const next = releases.find(({ from }) => version.before(from));
  return next ? { reason: 'too-new', bound: next.from } : { reason: 'removed', bound: releases.at(-1)?.to };
}

/** Letters and digits alone: `ipvs-strict-arp`, `ipvs_strict_arp` and `ipvsStrictARP` are the same. */
const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A path written in one word or in kebab case, by the name of its Go type, or by its flag. */
function otherSpelling(section: string, name: string, schema: ReleaseSchema): string | undefined {
  const plain = squeezed(name).replace(/^kubeproxy(.+?)(configuration)?$/, '$1');
  const below = squeezed(section) + plain;
  const flagged = KUBE_PROXY_FLAGS.find((flag) => squeezed(flag.name) === plain)?.path;
  return schema.fields.find(({ path }) => squeezed(path) === plain || squeezed(path) === below || path === flagged)?.path;
}

/** The known path whose name is but a slip of the pen away, here or elsewhere. */
function nearestPath(section: string, name: string, siblings: readonly string[], schema: ReleaseSchema): string | undefined {
  const sibling = nearestName(name, siblings);
  if (sibling !== undefined) {
    return joinPath(section, sibling);
  }
  const fields = fieldsNamed(schema.fields, () => true);
  const nearest = nearestName(name, fields.map(({ path }) => splitPath(path).name));
  return fields.find(({ path }) => splitPath(path).name === nearest)?.path;
}
