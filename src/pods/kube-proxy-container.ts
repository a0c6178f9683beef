import type { Word } from './command-line';
import { NO_CONFIG_MAPS, type ConfigMaps } from './config-maps';
import { filesOfContainer, type ContainerFiles } from './container-files';
import { commandOf, imageName } from './container-settings';
import { environmentOf, type Environment } from './environment';
import { isHyperkubeCommand, kubeProxyCalls, serves } from './kube-proxy-command';
import { containersOf, type PodContainer, type PodTemplate } from './pod-template';

/** How a container runs kube-proxy. */
export interface KubeProxyContainer {
  readonly container: PodContainer;
  /** The arguments of each kube-proxy that it may run to serve traffic: more than one where a script chooses. */
  readonly calls: readonly (readonly Word[])[];
  readonly environment: Environment;
  readonly files: ContainerFiles;
}

/** The container of a pod that runs kube-proxy for as long as the pod lives; `undefined` when none does. */
export function kubeProxyContainer(template: PodTemplate, configMaps: ConfigMaps = NO_CONFIG_MAPS): KubeProxyContainer | undefined {
  for (const container of containersOf(template).filter(({ init }) => !init)) {
    const read = readContainer(container, template, configMaps);
    const calls = read.calls.filter((words) => serves(words.map(({ text }) => text)));
    if (calls.length > 0) {
      return { ...read, calls };
    }
  }
  return undefined;
}

/** Whether a container of a pod runs `kube-proxy --cleanup`, by itself or in a script. */
export function cleansUp(template: PodTemplate, configMaps: ConfigMaps = NO_CONFIG_MAPS): boolean {
  return containersOf(template).some((container) => readContainer(container, template, configMaps).calls
    .some((words) => words.some(({ text }) => /^--cleanup(?:=true)?$/.test(text))));
}

/** Every kube-proxy that a container runs, by its command, inside a shell's script, or by its image alone. */
function readContainer(container: PodContainer, template: PodTemplate, configMaps: ConfigMaps): KubeProxyContainer {
  const { namespace } = template.resource.object.metadata;
  const environment = environmentOf(container.container, namespace, configMaps);
  const files = filesOfContainer(container.container, template.spec, namespace, configMaps);
  const argv = commandOf(container.container, environment)
    .map(({ text, unknown, path }) => ({ text, unknown, locate: () => template.resource.locate([...container.path, ...path]) }));
  const calls = kubeProxyCalls([argv], { variable: (name) => environment.get(name), readFile: files.readFile });
  return { container, environment, files, calls: calls.length > 0 ? calls : runsByImage(container, argv) ? [withoutName(argv)] : [] };
}

function withoutName(argv: readonly Word[]): readonly Word[] {
  return isHyperkubeCommand(argv[0]?.text) ? argv.slice(1) : argv;
}

/** Images of kube-proxy alone: one for each architecture, for Windows, and without a shell. */
const KUBE_PROXY_IMAGE = /^kube-proxy(?:-(?:amd64|arm64|arm|ppc64le|s390x|windows|nanoserver|servercore|base))*$/;

/** An image of kube-proxy alone needs no command; hyperkube names it without the prefix. */
function runsByImage({ container, name }: PodContainer, argv: readonly Word[]): boolean {
  const image = imageName(container);
  if (/^hyperkube(?:-\w+)?$/.test(image)) {
    return isHyperkubeCommand(argv[0]?.text);
  }
  if (argv.length > 0 && !argv[0].text.startsWith('-')) {
    return false;
  }
  return KUBE_PROXY_IMAGE.test(image)
    || (name === 'kube-proxy' && argv.some(({ text }) => /^--(?:proxy-mode|config|cluster-cidr|kubeconfig)/.test(text)));
}
