import { UNKNOWN } from '../../kubernetes/unknown-text';
import { UNDECIDED, type Outcome } from './script-conditions';
import type { Chamber, EndlessLoop, ScriptSetting } from './script-effects';

/** What a command prints, as far as it is known. */
export interface Sink {
  text: string;
}

/** Where a command stands in its script. */
export interface Context {
  readonly chamber: Chamber;
  readonly loop: EndlessLoop | undefined;
  /** In a loop that ends once something holds. */
  readonly retried: boolean;
  /** Whether the command's failure is the script's, or keeps other writes and loads from happening. */
  readonly decisive: boolean;
  /** Where `set -e` does not count. */
  readonly condition: boolean;
  readonly background: boolean;
  /** Where its output goes, if anybody looks at it. */
  readonly sink: Sink | undefined;
  /** Its standard input, if it is known where that comes from. */
  readonly input: string | undefined;
  /** How many scripts, functions and substitutions it is in. */
  readonly depth: number;
  /** Place of the command in the outermost script; `undefined` as long as that is the one being read. */
  readonly offset: number | undefined;
}

/** Where a script begins. */
export function outermost({ chamber, loop, statusIgnored = false }: Pick<ScriptSetting, 'chamber' | 'loop' | 'statusIgnored'>): Context {
  return {
    chamber, loop, decisive: !statusIgnored,
    retried: false, condition: false, background: false, sink: undefined, input: undefined, depth: 0, offset: undefined,
  };
}

/** The same place for something whose failure changes nothing. */
export function unheeded(context: Context): Context {
  return { ...context, decisive: false, condition: true };
}

const MAX_PRINTED = 64 * 1024;

/** Adds to what a command prints. */
export function print(text: string, { sink }: Context): Outcome {
  if (sink !== undefined) {
    sink.text = sink.text.length + text.length > MAX_PRINTED ? UNKNOWN : sink.text + text;
  }
  return UNDECIDED;
}

/** A command prints something that cannot be told. */
export function printUnknown(context: Context): Outcome {
  return print(`${UNKNOWN}\n`, context);
}
