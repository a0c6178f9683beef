import type { Location } from '../cluster/location';
import { commandsOf, flagsOf, isKubeProxy, kubeProxyArguments } from './command-line';
import { unitSettings } from '../writers/unit-settings';
import type { FoundInstance } from './found-instance';
import { hostKubeProxy } from './host-kube-proxies';
import type { InputText } from './input-text';

/** The kube-proxy that a unit starts. `variables` are those of the environment files that are in the input. */
export function kubeProxyOfUnit({ file, text }: InputText, variables: ReadonlyMap<string, string>): FoundInstance | undefined {
  const settings = unitSettings(text);
  const environment = new Map([...variables, ...settings.filter(({ key }) => key === 'Environment').flatMap(({ value }) => assignments(value))]);
  const start = settings.filter(({ key, value }) => key === 'ExecStart' && value.split(/\s+/).some((word) => isKubeProxy(word.replace(/^[-@:+!]+/, '')))).at(-1);
  if (start === undefined) {
    return undefined;
  }
  const locate = (): Location => ({ file, line: start.line, column: 1 });
  const command = start.value.replace(/^[-@:+!]+/, '');
  const words = kubeProxyArguments(commandsOf(command, environment, locate)) ?? [];
  return hostKubeProxy({ kind: 'systemd-unit', file, locate, flags: flagsOf(words), environment: Object.fromEntries(environment) });
}

/** `"A=b c" D=e` of an `Environment=` setting or an environment file's line. */
export function assignments(text: string): [string, string][] {
  return commandsOf(text, new Map(), () => undefined).flat().flatMap(({ text: word }): [string, string][] => {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
}
