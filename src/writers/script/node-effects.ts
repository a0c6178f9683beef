import { isSysctlKey, sysctlKey } from '../../facts/kernel/sysctl-key';
import { moduleOfSysctl } from '../../facts/kernel/sysctl-modules';
import { bootFileKind, isModuleName, moduleLines, sysctlLines, type BootFileKind } from '../files/boot-files';
import { actsByItself } from '../files/node-file';
import { isKnown } from '../../kubernetes/unknown-text';
import { implies, modulesBehindKey, modulesBehindPath, UNDECIDED, union, type Outcome } from './script-conditions';
import type { Context } from './script-context';
import type { EffectTiming, ScriptEffect, ScriptEnvironment } from './script-effects';
import { KUBE_PROXY, type Flow } from './script-flow';

/** Effects after which a script is not read on: no script for a node has so many. */
const MAX_EFFECTS = 4_096;
const MAX_FILE = 64 * 1024;

/** The node as the commands of a script see and change it. */
export class NodeEffects {
  readonly all: ScriptEffect[] = [];
  /** Facts that hold when what the words of the present command look at is as one hopes for. */
  shown: readonly string[] = [];
  /** What the script itself wrote, by path. */
  readonly files = new Map<string, string>();

  constructor(private readonly environment: ScriptEnvironment, private readonly flow: Flow) {}

  get full(): boolean {
    return this.all.length >= MAX_EFFECTS;
  }

  /** The node's path for a path of the script; `undefined` for what is the container's own. */
  pathOf(path: string, { chamber }: Context): string | undefined {
    return chamber.nodeMounts ? path : this.environment.nodePath(chamber.root + path);
  }

  /** The modules that are there when a path that is only looked at exists. */
  look(path: string, context: Context): string[] {
    const node = path.startsWith('/') && isKnown(path) ? this.pathOf(path, context) : undefined;
    if (node === undefined) {
      return [];
    }
    return node.startsWith('/proc/sys/') ? this.lookAtKey(sysctlKey(node), context) : modulesBehindPath(node);
  }

  lookAtKey(key: string, { loop }: Context): string[] {
    loop?.reads.add(key);
    const facts = modulesBehindKey(key);
    this.shows(facts);
    return facts;
  }

  shows(facts: readonly string[]): void {
    if (facts.length > 0) {
      this.shown = union(this.shown, facts);
    }
  }

  readFile(path: string, { chamber }: Context): string | undefined {
    return this.files.get(path) ?? (chamber.nodeMounts ? undefined : this.environment.readFile(chamber.root + path));
  }

  writeFile(path: string, text: string, append: boolean, context: Context): Outcome {
    if (!path.startsWith('/') || !isKnown(path)) {
      return UNDECIDED;
    }
    const node = this.pathOf(path, context);
    if (node?.startsWith('/proc/sys/')) {
      return this.writeSysctl(sysctlKey(node), text, context, path);
    }
    const whole = append ? `${this.files.get(path) ?? ''}${text}` : text;
    if (whole.length <= MAX_FILE) {
      this.files.set(path, whole);
      if (node !== undefined && actsByItself(node)) {
        this.add({ kind: 'file', path: node, text: whole, ...this.timing(true, context) });
      }
    }
    return UNDECIDED;
  }

  /** @param path below /proc/sys, as the command names it */
  writeSysctl(key: string, value: string, context: Context, path = `/proc/sys/${key.replaceAll('.', '/')}`): Outcome {
    if (!isSysctlKey(key)) {
      return UNDECIDED;
    }
    const module = moduleOfSysctl(key);
    // What is repeated comes about once the module is there.
    const repeated = context.retried || context.loop !== undefined;
    this.add({
      kind: 'sysctl',
      key,
      value: isKnown(value) && value.trim() !== '' ? value.trim() : undefined,
      path: context.chamber.nodeMounts ? path : context.chamber.root + path,
      ...this.timing(module === undefined || repeated || this.holds(module, context) || this.holds(KUBE_PROXY, context), context),
    });
    return implies(modulesBehindKey(key));
  }

  /** @param tree folder in which the module is looked for; `undefined` when its file is given */
  loadModule(module: string, tree: string | undefined, context: Context): void {
    if (isModuleName(module)) {
      const failureCounts = context.decisive || context.retried || (this.flow.errexit && !context.condition);
      this.add({ kind: 'module', module, tree, tolerant: !failureCounts, ...this.timing(true, context) });
      this.flow.load(module);
    }
  }

  /** Applies a sysctl.d file that is known. */
  applySysctls(text: string, context: Context): void {
    sysctlLines(text).forEach(({ key, value }) => this.writeSysctl(key, value, context));
  }

  /** Applies what the script itself put where the services of the system look at boot. */
  applyBootFiles(kind: BootFileKind, context: Context): void {
    const texts = [...this.files].filter(([path]) => bootFileKind(path) === kind).map(([, text]) => text);
    texts.forEach((text) => (kind === 'sysctl.d'
      ? this.applySysctls(text, context)
      : moduleLines(text).forEach(({ module }) => this.loadModule(module, '/lib/modules', context))));
  }

  /** kube-proxy starts here: what came before was before it, unless it ran in the background. */
  kubeProxyStarts({ background }: Context): void {
    this.all.forEach((effect) => {
      effect.kubeProxy ??= effect.background ? 'with' : 'before';
    });
    this.flow.kubeProxyRuns ||= background;
  }

  private holds(fact: string, { loop }: Context): boolean {
    return this.flow.holds(fact, loop !== undefined);
  }

  private timing(ready: boolean, context: Context): EffectTiming {
    return {
      offset: context.offset ?? 0,
      chamber: context.chamber,
      loop: context.loop,
      background: context.background,
      afterKubeProxy: this.holds(KUBE_PROXY, context),
      ready,
      kubeProxy: this.flow.kubeProxyRuns ? 'with' : undefined,
    };
  }

  private add(effect: ScriptEffect): void {
    if (!this.full) {
      this.all.push(effect);
    }
  }
}
