import { append } from '../../kubernetes/append';
import type { ClusterFacts } from '../../cluster/define-cluster';
import type { ObjectPath, Resource } from '../../kubernetes/resource';
import { isRecord, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ConfigurationText, Flag } from '../../config/configuration';
import type { SetupPlatform } from '../../declaration/kube-proxy-instance';
import type { Writer } from '../../declaration/writer';
import type { NetworkPolicyEngine } from '../../declaration/workloads';
import type { DroppedSection } from '../../declaration/declaration';
import type { ConfigurationEdit } from '../kube-proxies/configuration-edits';
import type { FoundConfiguration, FoundInstance } from '../kube-proxies/found-instance';

/** A document by which an installer or a distribution is told how to set kube-proxy up, and where it is. */
export interface InstallerDocument {
  readonly value: UntypedRecord;
  /** The file, or `kind namespace/name`. */
  readonly name: string;
  /** `kind namespace/name`, for what is a Kubernetes object. */
  readonly resource: string | undefined;
  readonly locate: Resource['locate'];
  readonly locateInside?: Resource['locateInside'];
}

/** What such a document says. */
export interface InstallerSetup {
  readonly instances?: readonly FoundInstance[];
  readonly configurations?: readonly FoundConfiguration[];
  readonly facts?: ClusterFacts;
  readonly writers?: readonly Writer[];
  /** Sections that the installer drops, though they are meant for kube-proxy. */
  readonly droppedSections?: readonly DroppedSection[];
  /** Network policy engines that it sets up and that do not work beside IPVS mode. */
  readonly policyEngines?: readonly NetworkPolicyEngine[];
  /** What kube-proxy is given where nothing else in the input runs or configures it. */
  readonly otherwise?: FoundConfiguration;
  /** What it changes in the live ConfigMap of kube-proxy, whatever made that. @default - nothing */
  readonly edits?: readonly ConfigurationEdit[];
}

/** Flags written as a mapping; a mapping of booleans, such as feature gates, becomes `A=true,B=false`, and a list is joined by commas. */
export function flagsOfMapping(mapping: UntypedRecord, locate: (name: string) => ReturnType<Resource['locate']>): Flag[] {
  return Object.entries(mapping).flatMap(([name, written]) => {
    const value = flagValue(written);
    return value === undefined ? [] : [{ name, value, get location() { return locate(name); } }];
  });
}

/** Flags written as a list of `name=value`, with or without dashes. */
export function flagsOfList(list: readonly unknown[], locate: (index: number) => ReturnType<Resource['locate']>): Flag[] {
  return list.flatMap((item, index) => {
    const [, name, value] = /^-{0,2}([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(textOf(item) ?? '') ?? [];
    return name === undefined ? [] : [{ name, value: value ?? 'true', get location() { return locate(index); } }];
  });
}

function flagValue(written: unknown): string | undefined {
  if (Array.isArray(written)) {
    return written.map((item) => textOf(item) ?? '').join(',');
  }
  return isRecord(written) ? Object.entries(written).map(([key, value]) => `${key}=${textOf(value) ?? ''}`).join(',') : textOf(written);
}

/** A configuration of which an installer is given the fields; its places are all that of the field where they are written. */
export function configurationOfFields(document: InstallerDocument, fields: UntypedRecord, path: ObjectPath): ConfigurationText {
  return {
    text: JSON.stringify({ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', ...fields }, null, 2),
    name: document.name,
    resource: document.resource,
    locate: () => document.locate(path),
  };
}

/** As {@link configurationOfFields}, for what runs by itself: `alone` tells what the document is when nothing in the input runs it. */
export function foundInFields(
  document: InstallerDocument, fields: UntypedRecord, path: ObjectPath, alone: FoundConfiguration['alone'], platform?: SetupPlatform,
): FoundConfiguration {
  return {
    platform,
    configuration: configurationOfFields(document, fields, path),
    configMap: undefined,
    get location() { return document.locate(path); },
    alone,
  };
}

/** A record somewhere in a document, and where. */
export interface FoundRecord {
  readonly value: UntypedRecord;
  /** The last part of its path; empty for the document itself. */
  readonly key: string;
  readonly path: ObjectPath;
}

/** A record in a document, itself included, that is as it should be; `undefined` when none is. */
export function findRecord(document: UntypedRecord, isMeant: (record: FoundRecord) => boolean): FoundRecord | undefined {
  for (const record of walk(document)) {
    if (isMeant(record)) {
      return record;
    }
  }
  return undefined;
}

/** Every record in a value, itself included. */
export function recordsIn(value: unknown): FoundRecord[] {
  return [...walk(value)];
}

function* walk(document: unknown): Generator<FoundRecord> {
  const pending: { readonly value: unknown; readonly path: ObjectPath }[] = [{ value: document, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next;
    if (isRecord(value)) {
      yield { value, key: String(path.at(-1) ?? ''), path };
    }
    if (typeof value === 'object' && value !== null) {
      const keyOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
      append(pending, Object.entries(value).map(([key, item]: [string, unknown]) => ({ value: item, path: [...path, keyOf(key)] })).reverse());
    }
  }
}
