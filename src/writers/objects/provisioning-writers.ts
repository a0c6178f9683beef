import type { Location } from '../../kubernetes/location';
import { LINUX_POOLS, type PoolSelector } from '../../cluster/pool-selector';
import type { ObjectPath } from '../../kubernetes/resource';
import { listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { PlacedFile } from '../files/node-file';
import { union } from '../script/script-conditions';
import { readCommand, readScript } from '../script/script-reader';
import { hostOwner, hostSetting } from '../script/script-writers';
import type { WriteMoment, Writer } from '../../declaration/writer';
import { writersOfReading } from '../writers-of-reading';
import { writersOfPlacedFile } from '../files/writers-of-text';

/** A parsed document that may set nodes up. */
export interface ProvisioningDocument {
  readonly value: unknown;
  /** For people: the resource, or the file. */
  readonly name: string;
  /** `kind namespace/name`, if it is an object of Kubernetes. */
  readonly resource: string | undefined;
  readonly locate: (path: ObjectPath) => Location | undefined;
}

/** What a document puts on nodes or runs on them. */
interface Provisioned {
  /** Where it is in the document. */
  readonly path: ObjectPath;
  readonly put?: { readonly path: string; readonly text: string };
  /** A script as text, or a command as a list. */
  readonly run?: string | readonly string[];
  readonly moment: WriteMoment;
  /** @default - every Linux pool */
  readonly pools?: PoolSelector;
}

/** Whether a document puts files on nodes or runs commands there. */
export function isProvisioning(document: UntypedRecord): boolean {
  return partsOf(document).length > 0;
}

/**
 * Who writes sysctls or loads modules by way of what sets nodes up: cloud-init's `write_files`, `bootcmd` and `runcmd`; Ignition and
 * Butane, alone or in a MachineConfig; the files and commands of Cluster API's kubeadm bootstrap provider; `sysctlParameters`,
 * `fileAssets` and `hooks` of kops; `preBootstrapCommands` of eksctl; the user data of Karpenter's EC2NodeClass; the profiles of a Tuned
 * object. Empty for every other document.
 */
export function writersOfProvisioning(document: ProvisioningDocument): readonly Writer[] {
  const { name, resource, locate } = document;
  const parts = partsOf(recordOf(document.value));
  const files = new Map(parts.flatMap(({ put }) => (put ? [[put.path, put.text]] : [])));
  // Commands run one after the other.
  let known: readonly string[] = [];
  return parts.flatMap(({ path, put, run, moment, pools = LINUX_POOLS }): readonly Writer[] => {
    const file: PlacedFile = {
      path: put?.path ?? '', text: put?.text ?? '', name: `${name}, ${put?.path ?? path.join('.')}`, resource, pools, depth: 0,
      locate: () => locate(path), readFile: (other) => files.get(other),
    };
    if (run === undefined) {
      // What only lies there is read where something runs it.
      return file.path.endsWith('.sh') ? [] : writersOfPlacedFile(file);
    }
    const setting = hostSetting(file, {}, undefined, known);
    const reading = typeof run === 'string' ? readScript(run, setting) : readCommand(run, setting);
    known = union(known, reading.known);
    return writersOfReading(reading, {
      ...hostOwner(file, writersOfPlacedFile), kind: 'script', name: file.name, moment, frequency: 'once', locate: () => locate(path),
    });
  });
}

function partsOf(document: UntypedRecord): Provisioned[] {
  return [
    ...cloudConfig(document),
    ...ignition(document, []),
    ...KUBEADM_PATHS.flatMap((path) => kubeadmBootstrap(at(document, path), path)),
    ...document.kind === 'MachineConfig' ? ignition(at(document, ['spec', 'config']), ['spec', 'config']) : [],
    ...document.kind === 'ClusterConfig' ? eksctl(document) : [],
    ...document.kind === 'EC2NodeClass' ? userData(at(document, ['spec'])) : [],
    ...document.kind === 'Tuned' ? tuned(at(document, ['spec'])) : [],
    ...KOPS_KINDS.has(textOf(document.kind) ?? '') ? kops(at(document, ['spec'])) : [],
  ];
}

function at(document: UntypedRecord, path: ObjectPath): UntypedRecord {
  return path.reduce((value: UntypedRecord, key) => recordOf(value[key]), document);
}

function cloudConfig(document: UntypedRecord): Provisioned[] {
  return [
    ...filesAt(document, ['write_files'], 'any-time'),
    ...commandsAt(document, ['bootcmd'], 'boot'),
    ...commandsAt(document, ['runcmd'], 'any-time'),
  ];
}

/** Where the objects of Cluster API's kubeadm provider keep their bootstrap configuration. */
const KUBEADM_PATHS: readonly ObjectPath[] = [
  ['spec'], ['spec', 'template', 'spec'], ['spec', 'kubeadmConfigSpec'], ['spec', 'template', 'spec', 'kubeadmConfigSpec'],
];

function kubeadmBootstrap(spec: UntypedRecord, path: ObjectPath): Provisioned[] {
  if (spec.preKubeadmCommands === undefined && spec.postKubeadmCommands === undefined && spec.files === undefined) {
    return [];
  }
  return [
    ...filesAt(spec, ['files'], 'any-time'),
    ...commandsAt(spec, ['preKubeadmCommands'], 'before-kube-proxy'),
    ...commandsAt(spec, ['postKubeadmCommands'], 'any-time'),
  ].map((part) => ({ ...part, path: [...path, ...part.path] }));
}

function ignition(document: UntypedRecord, path: ObjectPath): Provisioned[] {
  const files = listOf(recordOf(document.storage).files).map(recordOf).flatMap((file, index) => {
    const contents = recordOf(file.contents);
    const text = textOf(contents.inline) ?? dataUrlText(textOf(contents.source) ?? '');
    return provisionedFile(textOf(file.path), text, [...path, 'storage', 'files', index]);
  });
  const units = listOf(recordOf(document.systemd).units).map(recordOf).flatMap((unit, index) => {
    const place = [...path, 'systemd', 'units', index];
    const folder = `/etc/systemd/system/${textOf(unit.name) ?? ''}`;
    const dropIns = listOf(unit.dropins).map(recordOf).flatMap((dropIn, inner) =>
      provisionedFile(`${folder}.d/${textOf(dropIn.name) ?? ''}`, textOf(dropIn.contents), [...place, 'dropins', inner]));
    return [...provisionedFile(folder, textOf(unit.contents), place), ...dropIns];
  });
  return [...files, ...units];
}

/** The commands of each group run on its nodes, which carry its name. */
function eksctl(document: UntypedRecord): Provisioned[] {
  return ['nodeGroups', 'managedNodeGroups'].flatMap((groups) => listOf(document[groups]).map(recordOf).flatMap((group, index) => {
    const pools: PoolSelector = { terms: [[{ key: 'alpha.eksctl.io/nodegroup-name', operator: 'In', values: [textOf(group.name) ?? ''] }]] };
    return commandsAt(group, ['preBootstrapCommands'], 'before-kube-proxy').map((part) => ({ ...part, path: [groups, index, ...part.path], pools }));
  }));
}

/** The shell scripts of Karpenter's user data: the whole, or parts of a MIME archive. */
function userData(spec: UntypedRecord): Provisioned[] {
  const text = textOf(spec.userData) ?? '';
  const parts = text.startsWith('#!') ? [text] : text.split(/^--[^-\s].*$/m).filter((part) => part.includes('\n#!'));
  return parts.map((part) => ({ path: ['spec', 'userData'], run: part.slice(part.indexOf('#!')), moment: 'before-kube-proxy' }));
}

function tuned(spec: UntypedRecord): Provisioned[] {
  return listOf(spec.profile).map(recordOf).flatMap(({ name, data }, index) =>
    provisionedFile(`/etc/tuned/${textOf(name) ?? ''}/tuned.conf`, textOf(data), ['spec', 'profile', index]));
}

const KOPS_KINDS = new Set(['Cluster', 'InstanceGroup']);

function kops(spec: UntypedRecord): Provisioned[] {
  const parameters = textsOf(spec.sysctlParameters).join('\n');
  return [
    ...parameters === '' ? [] : provisionedFile('/etc/sysctl.d/99-k8s-general.conf', parameters, ['spec', 'sysctlParameters']),
    ...listOf(spec.fileAssets).map(recordOf).flatMap(({ path, content }, index) => provisionedFile(textOf(path), textOf(content), ['spec', 'fileAssets', index])),
    ...listOf(spec.hooks).map(recordOf).flatMap(({ name, manifest, before }, index) => {
      const unit = `[Unit]\nBefore=${textsOf(before).join(' ')}\n[Service]\n${textOf(manifest) ?? ''}`;
      return provisionedFile(`/etc/systemd/system/${textOf(name) ?? 'kops-hook'}`, unit, ['spec', 'hooks', index]);
    }),
  ];
}

function filesAt(record: UntypedRecord, path: readonly [string], moment: WriteMoment): Provisioned[] {
  return listOf(record[path[0]]).map(recordOf).flatMap(({ path: target, content, encoding }, index) => {
    const text = decoded(textOf(content), textOf(encoding));
    return provisionedFile(textOf(target), text, [...path, index]).map((part) => ({ ...part, moment }));
  });
}

function commandsAt(record: UntypedRecord, path: readonly [string], moment: WriteMoment): Provisioned[] {
  return listOf(record[path[0]]).map((command, index) => ({
    path: [...path, index], run: Array.isArray(command) ? textsOf(command) : textOf(command) ?? '', moment,
  }));
}

function provisionedFile(target: string | undefined, text: string | undefined, path: ObjectPath): Provisioned[] {
  return target === undefined || text === undefined ? [] : [{ path, put: { path: target, text }, moment: 'any-time' }];
}

/** Content as cloud-init and Cluster API know it; `undefined` when it is compressed. */
function decoded(content: string | undefined, encoding: string | undefined): string | undefined {
  if (content === undefined || encoding === undefined) {
    return content;
  }
  return encoding === 'base64' || encoding === 'b64' ? Buffer.from(content, 'base64').toString('utf8') : undefined;
}

function dataUrlText(url: string): string | undefined {
  const match = /^data:([^,]*),/.exec(url);
  if (match === null) {
    return undefined;
  }
  const data = url.slice(match[0].length);
  if (match[1].endsWith(';base64')) {
    return Buffer.from(data, 'base64').toString('utf8');
  }
  try {
    return decodeURIComponent(data);
  } catch {
    return undefined;
  }
}
