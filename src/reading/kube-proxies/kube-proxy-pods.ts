import { containersOf, podTemplateOf, type PodContainer, type PodTemplate } from '../../pods/pod-template';
import type { Resource } from '../../kubernetes/resource';
import { listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { argumentsOf, environmentIn, expand, imageName, imageTag, type ConfigMapTexts, type Environment } from '../../pods/container-settings';
import { commandsOf, flagsOf, flagValue, isHyperkubeCommand, isKubeProxy, kubeProxyArguments, type Word } from './command-line';
import { rollsOnChange } from './configuration-rollout';
import type { ConfigurationSource, FoundInstance } from './found-instance';
import { shipperOf } from './shipped-daemon-sets';

const CONTROLLERS = new Set(['DaemonSet', 'Pod', 'Deployment', 'StatefulSet', 'ReplicaSet']);

/** The kube-proxy that a DaemonSet or a static pod runs; `undefined` for every other object. */
export function kubeProxyOfResource(resource: Resource, configMaps: ConfigMapTexts = () => undefined): FoundInstance | undefined {
  const template = CONTROLLERS.has(resource.object.kind) ? podTemplateOf(resource) : undefined;
  const containers = template ? containersOf(template) : [];
  for (const container of containers.filter(({ init }) => !init)) {
    const environment = environmentIn(container.container, resource.object.metadata.namespace ?? 'default', configMaps);
    const words = kubeProxyWords(container, resource, environment);
    if (template && words) {
      return instanceOf(template, container, words, containers, environment);
    }
  }
  return undefined;
}

function instanceOf(
  template: PodTemplate, container: PodContainer, words: readonly Word[], containers: readonly PodContainer[], environment: Environment,
): FoundInstance {
  const { resource } = template;
  const flags = flagsOf(words);
  const configPath = flagValue(flags, 'config');
  const reads = configPath === undefined ? undefined : configurationSource(template, container.container, configPath);
  const isDaemonSet = resource.object.kind === 'DaemonSet';
  const nodeMounts = mountsFromNode(template.spec, container.container);
  // kube-proxy notices by itself when a file of the node is written.
  const needsRollout = isDaemonSet && configPath !== undefined && !nodeMounts.some(({ mountPath }) => configPath.startsWith(`${mountPath}/`));
  return {
    reads,
    withConfiguration: (configuration) => ({
      kind: isDaemonSet ? 'daemon-set' : 'static-pod',
      name: resource.name,
      resource: resource.name,
      get location() { return resource.locate(container.path); },
      version: imageVersion(container.container),
      platform: template.labels['app.kubernetes.io/managed-by'] === 'kube-proxy-kit' ? 'kube-proxy-kit' : undefined,
      shippedBy: shipperOf(template, container.container, flags),
      pools: template.pools,
      flags,
      configuration,
      readsConfiguration: configPath !== undefined,
      rollsOnChange: needsRollout ? rollsOnChange(template, reads) : undefined,
      mountsLibModules: nodeMounts.some(({ hostPath }) => /^(?:\/usr)?\/lib(?:\/modules)?\/?$|^\/$/.test(hostPath)),
      cleansUpOnModeChange: containers.some(cleansUp),
      environment,
    }),
  };
}

/** The arguments of kube-proxy, when it is what the container runs: by its command, inside a shell's script, or by its image alone. */
function kubeProxyWords({ container, path, name }: PodContainer, resource: Resource, environment: Environment): readonly Word[] | undefined {
  const argv = (['command', 'args'] as const).flatMap((field) => textsOf(container[field]).map((text, index) => ({
    text: expand(text, environment),
    locate: () => resource.locate([...path, field, index]),
  })));
  const direct = kubeProxyArguments([argv]);
  if (direct) {
    return direct;
  }
  for (const { text, locate } of argv.filter((word) => /kube-proxy|hyperkube/.test(word.text) && /\s/.test(word.text))) {
    const inScript = kubeProxyArguments(commandsOf(text, new Map(Object.entries(environment)), locate));
    if (inScript && !inScript.some((word) => /^--?cleanup/.test(word.text))) {
      return inScript;
    }
  }
  if (runsByImage(container, name, argv)) {
    return isHyperkubeCommand(argv[0]?.text) ? argv.slice(1) : argv;
  }
  return undefined;
}

/** An image of kube-proxy alone needs no command; hyperkube names it without the prefix. */
function runsByImage(container: UntypedRecord, name: string, argv: readonly Word[]): boolean {
  const image = imageName(container);
  if (/^hyperkube(?:-\w+)?$/.test(image)) {
    return isHyperkubeCommand(argv[0]?.text);
  }
  if (argv.length > 0 && !argv[0].text.startsWith('-')) {
    return false;
  }
  const isImage = /^kube-proxy(?:-(?:amd64|arm64|arm|ppc64le|s390x|windows|base))?$/.test(image);
  return isImage || (name === 'kube-proxy' && argv.some(({ text }) => /^--(?:proxy-mode|config|cluster-cidr|kubeconfig)/.test(text)));
}

/** The version that an image's tag names; a digest, or a tag such as `latest`, names none. */
function imageVersion(container: UntypedRecord): KubeVersion | undefined {
  return KubeVersion.tryParse(imageTag(container) ?? '');
}

/** Follows `--config` through the container's mounts to a ConfigMap's key; a path that no ConfigMap is mounted at is a file. */
function configurationSource(template: PodTemplate, container: UntypedRecord, path: string): ConfigurationSource {
  for (const item of listOf(container.volumeMounts)) {
    const mount = recordOf(item);
    const mountPath = (textOf(mount.mountPath) ?? '').replace(/\/$/, '');
    if (path !== mountPath && !path.startsWith(`${mountPath}/`)) {
      continue;
    }
    const file = [textOf(mount.subPath), path.slice(mountPath.length + 1)].filter(Boolean).join('/');
    const source = configMapOf(template, textOf(mount.name), file);
    if (source) {
      return source;
    }
  }
  return { kind: 'file', path };
}

function configMapOf({ spec, resource }: PodTemplate, volumeName: string | undefined, file: string): ConfigurationSource | undefined {
  const volume = recordOf(listOf(spec.volumes).find((item) => recordOf(item).name === volumeName));
  const projected = listOf(recordOf(volume.projected).sources).map((item) => recordOf(item).configMap);
  for (const candidate of [volume.configMap, ...projected].map(recordOf)) {
    const name = textOf(candidate.name);
    const items = listOf(candidate.items).map(recordOf);
    const item = items.find(({ path }) => path === file);
    if (name !== undefined && (items.length === 0 || item)) {
      return { kind: 'config-map', namespace: resource.object.metadata.namespace, name, key: textOf(item?.key) ?? file };
    }
  }
  return undefined;
}

/** Folders of the node in a container. */
function mountsFromNode(spec: UntypedRecord, container: UntypedRecord): { readonly mountPath: string; readonly hostPath: string }[] {
  const folders = new Map(listOf(spec.volumes).map(recordOf).map(({ name, hostPath }) => [name, textOf(recordOf(hostPath).path)]));
  return listOf(container.volumeMounts).map(recordOf).flatMap(({ name, mountPath }) => {
    const hostPath = folders.get(name);
    return hostPath === undefined ? [] : [{ mountPath: (textOf(mountPath) ?? '').replace(/\/$/, ''), hostPath }];
  });
}

/** A container that runs `kube-proxy --cleanup`, by itself or in a script. */
function cleansUp({ container }: PodContainer): boolean {
  const line = argumentsOf(container).join(' ');
  return /--cleanup(?:=true)?(?![\w-])/.test(line) && (line.split(/[\s;|&]+/).some(isKubeProxy) || /^kube-proxy/.test(imageName(container)));
}
