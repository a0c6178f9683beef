import { isRecord, listOf, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ObjectPath } from '../../kubernetes/resource';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { writersOfTalosConfig } from '../../writers/objects/talos-writers';
import { readYamlValue } from '../documents/yaml-values';
import type { InstallerDocument, InstallerSetup } from './installer-document';
import { readTalos } from './talos';

/** talhelper: the patches of talconfig.yaml, for all nodes, for one kind of them or for one. */
export function readTalhelper(document: InstallerDocument): InstallerSetup | undefined {
  const { clusterName, talosVersion, kubernetesVersion, nodes, controlPlane, worker } = document.value;
  if (document.value.kind !== undefined || clusterName === undefined || (talosVersion === undefined && !Array.isArray(nodes))) {
    return undefined;
  }
  return setupOf(document, [
    ...patchesAt(document.value, []), ...patchesAt(recordOf(controlPlane), ['controlPlane']), ...patchesAt(recordOf(worker), ['worker']),
    ...listOf(nodes).flatMap((node, index) => patchesAt(recordOf(node), ['nodes', index])),
  ], kubernetesVersion);
}

/** Omni: the patches of a cluster template's documents. */
export function readOmni(document: InstallerDocument): InstallerSetup | undefined {
  const { kind, apiVersion, patches, kubernetes } = document.value;
  return /^(?:Cluster|ControlPlane|Workers|Machine)$/.test(textOf(kind) ?? '') && apiVersion === undefined && Array.isArray(patches)
    ? setupOf(document, patchesAt(document.value, []), recordOf(kubernetes).version) : undefined;
}

/** A list of JSON patches (RFC 6902) for a machine configuration. */
export function readTalosJsonPatch(document: Omit<InstallerDocument, 'value'>, operations: readonly unknown[]): InstallerSetup | undefined {
  const value = patched(operations.map(recordOf));
  return value === undefined ? undefined : setupOf({ ...document, value: {} }, [{ value, path: [] }], undefined);
}

interface Patch {
  readonly value: UntypedRecord;
  readonly path: ObjectPath;
}

/** Patches as mappings, as text (strategic or JSON patches) or, with Omni, `inline`. */
function patchesAt(settings: UntypedRecord, path: ObjectPath): Patch[] {
  return ['patches', 'configPatches'].flatMap((key) => listOf(settings[key]).flatMap((written, index) => {
    const at = [...path, key, index];
    const patch = isRecord(written) && isRecord(written.inline) ? written.inline : written;
    const read = typeof patch === 'string' ? readYamlValue(patch.replace(/^---\s*\n/, '')) : { value: patch };
    const value = 'value' in read ? read.value : undefined;
    const merged = Array.isArray(value) ? patched(value.map(recordOf)) : isRecord(value) && value.op !== undefined ? patched([value]) : value;
    return isRecord(merged) ? [{ value: merged, path: at }] : [];
  }));
}

function setupOf(document: InstallerDocument, patches: readonly Patch[], version: unknown): InstallerSetup {
  const read = patches.map(({ value, path }) => {
    const inside = { ...document, value, locate: () => document.locate(path) };
    return { ...readTalos(inside), writers: writersOfTalosConfig(inside) };
  });
  return {
    instances: read.flatMap(({ instances = [] }) => instances),
    writers: read.flatMap(({ writers }) => writers),
    facts: { kubernetesVersion: KubeVersion.tryParse(textOf(version) ?? '') },
  };
}

/** What JSON patches make of an empty machine configuration; `undefined` for what are none, or are for something else. */
function patched(operations: readonly UntypedRecord[]): UntypedRecord | undefined {
  const written = operations.filter(({ op, path }) => (op === 'add' || op === 'replace') && /^\/(?:cluster|machine)\//.test(textOf(path) ?? ''));
  return written.length === 0 ? undefined : written.reduce<UntypedRecord>((value, { path, value: leaf }) => {
    const keys = (textOf(path) ?? '').slice(1).split('/').map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
    return withLeaf(value, keys, leaf);
  }, {});
}

function withLeaf(value: UntypedRecord, [key, ...rest]: readonly string[], leaf: unknown): UntypedRecord {
  if (rest.length === 0) {
    return { ...value, [key]: leaf };
  }
  // `-` and numbers are places in a list.
  return /^(?:-|\d+)$/.test(rest[0])
    ? { ...value, [key]: [...listOf(value[key]), rest.length === 1 ? leaf : withLeaf({}, rest.slice(1), leaf)] }
    : { ...value, [key]: withLeaf(recordOf(value[key]), rest, leaf) };
}
