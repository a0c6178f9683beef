import { isRecord, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { SetupPlatform } from '../../declaration/kube-proxy-instance';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';

/** Where a launch or bootstrap configuration has arguments for kube-proxy, and whose it is. */
const KEYS: Readonly<Record<string, SetupPlatform>> = {
  'extraKubeProxyArgs': 'microk8s',
  'extra-node-kube-proxy-args': 'canonical-k8s',
};

/** Where Cluster API's providers for both have such a configuration. */
const SPECS: readonly (readonly string[])[] = [[], ['spec'], ['spec', 'template', 'spec'], ['spec', 'spec']];

/** microk8s' launch configuration, Canonical Kubernetes' bootstrap and join configuration, and the objects of Cluster API for them. */
export function readCanonical(document: InstallerDocument): InstallerSetup | undefined {
  for (const path of SPECS) {
    const settings = path.reduce((value: UntypedRecord, key) => recordOf(value[key]), document.value);
    const key = Object.keys(KEYS).find((candidate) => isRecord(settings[candidate]));
    if (key !== undefined) {
      const at = [...path, key];
      return {
        instances: [hostKubeProxy({
          kind: 'flags-file', platform: document.value.kind === undefined ? KEYS[key] : platformOf(document.value), name: document.name,
          resource: document.resource, locate: () => document.locate(at),
          flags: flagsOfMapping(withoutDashes(recordOf(settings[key])), (flag) => document.locate([...at, `--${flag}`])),
        })],
        facts: { kubernetesVersion: KubeVersion.tryParse(textOf(settings.version) ?? '') },
      };
    }
  }
  return undefined;
}

function platformOf({ kind }: UntypedRecord): SetupPlatform {
  return /^CK8s/.test(textOf(kind) ?? '') ? 'canonical-k8s' : 'microk8s';
}

/** A flag whose value is null is taken out. */
function withoutDashes(args: UntypedRecord): UntypedRecord {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null).map(([flag, value]) => [flag.replace(/^-+/, ''), value]));
}
