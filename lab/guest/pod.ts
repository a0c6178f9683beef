import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { confinement } from './confinement';
import { command } from './system';

interface Volume {
  readonly name: string;
  readonly hostPath?: { readonly path: string };
  readonly configMap?: { readonly name: string };
}

interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly readinessProbe?: { readonly exec: { readonly command: readonly string[] } };
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly securityContext: {
    readonly runAsUser: number;
    readonly runAsGroup: number;
    readonly readOnlyRootFilesystem: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly capabilities?: { readonly add?: readonly string[] };
  };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

/** A DaemonSet and the ConfigMap that it mounts, as they would be applied. */
export interface PodObjects {
  readonly daemonSet: { readonly metadata: { readonly name: string }; readonly spec: { readonly template: { readonly spec: PodSpec } } };
  readonly configMap: { readonly data: Readonly<Record<string, string>> };
}

/** How a container ended, and what it said. */
export interface Ended {
  readonly exitCode: number | null;
  readonly log: string;
}

const FOLDER = '/run/pods';

/**
 * The pod of a DaemonSet, run by crun as a kubelet would have it run: capabilities, user, read-only root, mounts, seccomp and, where the
 * kernel has it, AppArmor come from the object and the runtime's defaults. The image is busybox.
 */
export class Pod {
  private static started = 0;
  private readonly spec: PodSpec;
  private readonly volumes: string;

  constructor({ daemonSet, configMap }: PodObjects, private readonly nodeName = 'node-1') {
    this.spec = daemonSet.spec.template.spec;
    this.volumes = `${FOLDER}/${daemonSet.metadata.name}-${Pod.started++}`;
    for (const volume of this.spec.volumes.filter((candidate) => !candidate.hostPath)) {
      const folder = `${this.volumes}/${volume.name}`;
      fs.mkdirSync(folder, { recursive: true });
      if (!volume.configMap) {
        // An emptyDir, which the kubelet leaves open to everybody.
        fs.chmodSync(folder, 0o777);
        continue;
      }
      Object.entries(configMap.data).forEach(([file, text]) => fs.writeFileSync(`${folder}/${file}`, text));
    }
  }

  /** Runs an init container to its end. */
  public init(name: string): Promise<Ended> {
    return this.start(this.spec.initContainers!.find((container) => container.name === name)!).ended;
  }

  /** Starts a container that stays. */
  public run(name: string): RunningContainer {
    return this.start(this.spec.containers.find((container) => container.name === name)!);
  }

  private start(container: Container): RunningContainer {
    const id = `${container.name}-${Pod.started++}`;
    const bundle = `${FOLDER}/${id}`;
    makeRoot(`${bundle}/rootfs`);
    fs.writeFileSync(`${bundle}/config.json`, JSON.stringify(this.runtimeConfiguration(container, id)));
    return new RunningContainer(id, bundle, container.readinessProbe?.exec.command ?? []);
  }

  /** The container as the OCI runtime specification has it. */
  private runtimeConfiguration(container: Container, id: string): object {
    const { securityContext } = container;
    const capabilities = (securityContext.capabilities?.add ?? []).map((name) => `CAP_${name}`);
    const effective = securityContext.runAsUser === 0 ? capabilities : [];
    const { seccomp, apparmorProfile } = confinement(capabilities);
    return {
      ociVersion: '1.0.2',
      root: { path: 'rootfs', readonly: securityContext.readOnlyRootFilesystem },
      process: {
        cwd: '/',
        args: container.command,
        env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', ...(container.env ?? []).map(({ name, value }) => `${name}=${value ?? this.nodeName}`)],
        user: { uid: securityContext.runAsUser, gid: securityContext.runAsGroup },
        capabilities: { bounding: capabilities, effective, permitted: effective, inheritable: [], ambient: [] },
        noNewPrivileges: securityContext.allowPrivilegeEscalation === false,
        ...(apparmorProfile === undefined ? {} : { apparmorProfile }),
      },
      mounts: [...SYSTEM_MOUNTS, ...container.volumeMounts.map(({ name, mountPath, readOnly }) => ({
        destination: mountPath, type: 'bind', source: this.sourceOf(name), options: ['rbind', 'rprivate', readOnly ? 'ro' : 'rw'],
      }))],
      linux: {
        cgroupsPath: `/${id}`,
        resources: { memory: { limit: mebibytes(container.resources?.limits?.memory) } },
        namespaces: ['pid', 'ipc', 'mount', ...(this.spec.hostNetwork ? [] : ['network'])].map((type) => ({ type })),
        seccomp,
        maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/sys/firmware'],
        readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      },
    };
  }

  private sourceOf(name: string): string {
    const volume = this.spec.volumes.find((candidate) => candidate.name === name)!;
    return volume.hostPath?.path ?? `${this.volumes}/${name}`;
  }
}

/** A container and its log so far. */
export class RunningContainer {
  public readonly ended: Promise<Ended>;
  public log = '';
  private readonly child: ChildProcess;

  constructor(private readonly id: string, bundle: string, private readonly readinessProbe: readonly string[]) {
    this.child = spawn('crun', ['--cgroup-manager', 'cgroupfs', 'run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] });
    const note = (chunk: Buffer) => { this.log += chunk.toString(); };
    this.child.stdout!.on('data', note);
    this.child.stderr!.on('data', note);
    this.ended = new Promise((resolve) => this.child.on('close', (exitCode) => resolve({ exitCode, log: this.log.trim() })));
  }

  /** Runs the readiness probe inside. */
  public isReady(): boolean {
    return spawnSync('crun', ['exec', this.id, ...this.readinessProbe]).status === 0;
  }

  /**
   * Asks the container to end, as a kubelet does.
   *
   * @returns how it ended, and how many milliseconds after it was told
   */
  public async terminate(): Promise<Ended & { readonly ms: number }> {
    command('crun', 'kill', this.id, 'TERM');
    const started = performance.now();
    const ended = await this.ended;
    return { ...ended, ms: Math.round(performance.now() - started) };
  }
}

const SYSTEM_MOUNTS = [
  { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
  { destination: '/sys', type: 'sysfs', source: 'sysfs', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
];

/** The root file system of the busybox image: the program under all its names. */
function makeRoot(folder: string): void {
  ['bin', 'proc', 'sys', 'dev', 'etc', 'tmp'].forEach((name) => fs.mkdirSync(`${folder}/${name}`, { recursive: true }));
  fs.copyFileSync(command('sh', '-c', 'command -v busybox').trim(), `${folder}/bin/busybox`);
  fs.chmodSync(`${folder}/bin/busybox`, 0o755);
  command('busybox', '--list').trim().split('\n').filter((name) => name !== 'busybox').forEach((name) => fs.symlinkSync('busybox', `${folder}/bin/${name}`));
}

/** Bytes of a quantity in mebibytes, the only unit that our manifests use for limits. */
function mebibytes(quantity: string | undefined): number | undefined {
  return quantity === undefined ? undefined : Number.parseInt(quantity, 10) * 1024 * 1024;
}
