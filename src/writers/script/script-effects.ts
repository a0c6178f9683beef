/** What a script finds where it runs. */
export interface ScriptEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Text of a file as the script sees it, such as one from a ConfigMap. */
  readonly readFile: (path: string) => string | undefined;
  /** The path on the node that a path of the script leads to; `undefined` for a file of the container's own. */
  readonly nodePath: (path: string) => string | undefined;
}

/** How far a command stands from the surroundings in which its script began. */
export interface Chamber {
  /** Path that `chroot` made the root; `''` without. */
  readonly root: string;
  /** True inside the node's mount namespace (`nsenter --mount`). */
  readonly nodeMounts: boolean;
  /** True inside the node's network namespace (`nsenter --net`). */
  readonly nodeNetwork: boolean;
  /** True when it got there by the process id of the node's init (`nsenter --target 1`). */
  readonly byProcessId: boolean;
}

/** Where a script begins. */
export const OUTSIDE: Chamber = { root: '', nodeMounts: false, nodeNetwork: false, byProcessId: false };

/** The surroundings of a script or command. */
export interface ScriptSetting {
  readonly environment: ScriptEnvironment;
  readonly chamber: Chamber;
  /** What starts it over and over: cron, a timer, a service that restarts. */
  readonly loop: EndlessLoop | undefined;
  /** What holds when it starts: see `ScriptReading.known`. */
  readonly known: readonly string[];
  /** Whether nobody looks at its status, so that its last command may fail like any other. @default false */
  readonly statusIgnored?: boolean;
}

/** What a script amounts to. */
export interface ScriptReading {
  /** In order. */
  readonly effects: readonly ScriptEffect[];
  /** What it wrote, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** What holds once it is through: modules that it loaded or waited for, and `kube-proxy` when it waited for that. */
  readonly known: readonly string[];
}

/** A loop without end around a command. Its fields are complete once the whole script is read. */
export interface EndlessLoop {
  /** Seconds that one turn sleeps; NaN when a variable decides. */
  seconds: number;
  /** Sysctls whose value a turn looks at. */
  readonly reads: Set<string>;
}

/** How and when an effect takes place. */
export interface EffectTiming {
  /** Of the command in the script, from 0. */
  readonly offset: number;
  readonly chamber: Chamber;
  readonly loop: EndlessLoop | undefined;
  readonly background: boolean;
  /** Whether kube-proxy's health port answered before. */
  readonly afterKubeProxy: boolean;
  /** Whether the module that has the key was loaded or waited for before, or the command is repeated until it works. */
  readonly ready: boolean;
  /** Against kube-proxy, when the script itself starts it. */
  kubeProxy: 'before' | 'with' | undefined;
}

export interface SysctlEffect extends EffectTiming {
  readonly kind: 'sysctl';
  readonly key: string;
  value: string | undefined;
  /** Path below /proc/sys as the script names it, chroot included. */
  readonly path: string;
}

export interface ModuleEffect extends EffectTiming {
  readonly kind: 'module';
  readonly module: string;
  /** Folder in which modprobe looks, as the script sees it; `undefined` for `insmod`, which is given a file. */
  readonly tree: string | undefined;
  tolerant: boolean;
}

/** A file of the node that it acts on by itself: at boot, by cron, as a unit. */
export interface FileEffect extends EffectTiming {
  readonly kind: 'file';
  /** On the node. */
  readonly path: string;
  /** The whole text after this write. */
  readonly text: string;
}

export type ScriptEffect = SysctlEffect | ModuleEffect | FileEffect;
