import { posix } from 'node:path';
import { actsByItself, nodeFileKind } from '../writers/files/node-file';
import type { Writer } from '../declaration/writer';
import { writersOfText } from '../writers/files/writers-of-text';
import type { InputText } from './documents/input-text';

/**
 * Who writes sysctls or loads modules by way of the files of nodes. A script that another of them runs, such as a crontab or a unit,
 * acts when and as often as that one runs it, and not by itself. `environments` are files of variables for units.
 */
export function writersOfNodeFiles(files: readonly InputText[], environments: readonly InputText[] = []): Writer[] {
  const scripts = files.filter(({ file, text }) => nodeFileKind(file, text) === 'script' && !actsByItself(file));
  const timers = files.filter(({ file, text }) => nodeFileKind(file, text) === 'systemd-timer');
  const telling = tellingFiles(files);
  const runners = new Map(scripts.map((script) => [script, new Set<InputText>()]));
  const read = files.filter((input) => telling.has(input)).map((input) => ({
    input,
    writers: writersOfText({
      path: input.file,
      text: input.text,
      locate: (line, column) => ({ file: input.file, line, column }),
      readFile: (path) => {
        const found = fileAt(path, [...scripts, ...timers, ...environments].filter((candidate) => candidate !== input));
        if (found !== undefined) {
          runners.get(found)?.add(input);
        }
        return found?.text;
      },
    }),
  }));
  const isRun = (input: InputText) => (runners.get(input)?.size ?? 0) > 0;
  return read.flatMap(({ input, writers }) => ([...runners.get(input) ?? []].some((runner) => !isRun(runner)) ? [] : writers));
}

/** The file that has a path on the node, by its whole path below some folder of the input or else by its name, where only one has it. */
export function fileAt(path: string, files: readonly InputText[]): InputText | undefined {
  const byPath = files.filter(({ file }) => posix.join('/', file).endsWith(posix.join('/', path)));
  const found = byPath.length > 0 ? byPath : files.filter(({ file }) => posix.basename(file) === posix.basename(path));
  return found.length === 1 ? found[0] : undefined;
}

/** Words without which a script writes no sysctl, loads no module, and makes nothing that does. */
const TELLING = /sysctl|modprobe|insmod|kmod|modules|\bproc\b|\bsys\b|ip_?vs|conntrack|tuned|kube-?proxy|cron|rc\.local|\.service\b|base64/i;

/** The files that are worth reading: most scripts of a repository build and test something, and to follow their course takes long. */
function tellingFiles(files: readonly InputText[]): ReadonlySet<InputText> {
  const telling = new Set(files.filter(({ file, text }) => nodeFileKind(file, text) !== 'script' || TELLING.test(text)));
  const names = new Set([...telling].map(({ file }) => posix.basename(file)));
  // Who runs one of them does what it does.
  for (let found = true; found;) {
    found = false;
    for (const input of files) {
      if (!telling.has(input) && wordsOf(input.text).some((word) => names.has(word))) {
        telling.add(input);
        names.add(posix.basename(input.file));
        found = true;
      }
    }
  }
  return telling;
}

/** Everything that may be the name of a file. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\w.@-]+/g) ?? [];
}
