import type { Location } from '../kubernetes/location';

export type { ProxyMode } from '../facts/kube-proxy/modes';

/** A text that is meant as a KubeProxyConfiguration, and where it stands. */
export interface ConfigurationText {
  /** The YAML or JSON text of the document alone. */
  readonly text: string;
  /** `ConfigMap kube-system/kube-proxy` or the file; for messages. */
  readonly name: string;
  /** `kind namespace/name` of the object that carries it. */
  readonly resource: string | undefined;
  /** Maps a place in `text` (from 1) to a place in the input. Without arguments: where the text starts. */
  readonly locate: (line?: number, column?: number) => Location | undefined;
}

/** A command-line flag of kube-proxy. `--name=value` and `--name value` read alike; a bare boolean flag has the value `true`. */
export interface Flag {
  /** Without the dashes: `proxy-mode`. */
  readonly name: string;
  /** As text; what stands there where it is not known (`unknown`). */
  readonly value: string;
  /** Why the value is not known, one clause each. @default - it is, or nothing tells */
  readonly unknown?: readonly string[];
  /** Where the flag stands; `undefined` when that cannot be told. */
  readonly location: Location | undefined;
}
