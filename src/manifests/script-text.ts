import * as fs from 'node:fs';
import * as path from 'node:path';

/** The scripts that run on nodes. `node.sh` is what the others share. */
export type ScriptName = 'load-modules.sh' | 'reconcile-sysctls.sh' | 'collect-inventory.sh' | 'node.sh';

const texts = new Map<ScriptName, string>();

/** The text of a script, read when it is first asked for. */
export function scriptText(name: ScriptName): string {
  const text = texts.get(name) ?? fs.readFileSync(path.join(__dirname, 'scripts', name), 'utf8');
  texts.set(name, text);
  return text;
}
