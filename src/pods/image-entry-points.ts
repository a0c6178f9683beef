import { listOf, recordOf, type UntypedRecord } from '../kubernetes/untyped';
import { imageRepository } from './container-settings';

/** What the entry point of an image runs when a container names no command, where an environment variable decides it. */
interface EntryPoint {
  /** Repository of the image, without registry. */
  readonly image: RegExp;
  readonly variable: string;
  /** The part of it that matters here, as a shell script. */
  readonly script: string;
}

const ENTRY_POINTS: readonly EntryPoint[] = [
  // kubernetes-retired/contrib startup-script/manage-startup-script.sh: once for each boot and each text of the script, until it works.
  {
    image: /(?:^|\/)startup-script$/,
    variable: 'STARTUP_SCRIPT',
    script: 'until nsenter -t 1 -m -u -i -n -p -- bash -c "${STARTUP_SCRIPT}"; do sleep 30; done',
  },
];

/** The command of a container that leaves it to its image; the place is that of the variable. */
export function commandOfImage(container: UntypedRecord): readonly { readonly text: string; readonly path: readonly (string | number)[] }[] {
  const { command, env } = container;
  const repository = imageRepository(container);
  const known = listOf(command).length === 0 ? ENTRY_POINTS.find((entry) => entry.image.test(repository)) : undefined;
  const at = known === undefined ? -1 : listOf(env).findIndex((variable) => recordOf(variable).name === known.variable);
  return known === undefined || at < 0 ? [] : ['sh', '-c', known.script].map((text) => ({ text, path: ['env', at] }));
}
