import type { TextPosition } from '../../config/decoded-configuration';
import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';
import { kubeProxyFlag } from '../../facts/kube-proxy/flags';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import type { RuleFinding } from '../rule';

type Place = Pick<RuleFinding, 'resource' | 'location'>;

/** What is needed to find the place of a field. */
export type PlacedConfiguration = Pick<ConfigurationPrediction, 'instance' | 'kubeProxy' | 'operatingSystem' | 'decoded'>;

/** The place of a field: where the document or a flag sets it, else the document, else what runs kube-proxy. */
export function placeOfField({ instance, kubeProxy, operatingSystem, decoded }: PlacedConfiguration, path: string): Place {
  const position = decoded.written.get(path);
  const isByFlag = !position && (!instance.configuration || decoded.written.has(path));
  return isByFlag
    ? placeOfFlag(instance, (name) => setsField(kubeProxyFlag(name, kubeProxy.version, operatingSystem)?.path, path))
    : placeOfText(instance, position);
}

/** The place of a problem: `--name` for a flag, else a field. */
export function placeOfProblem(
  configuration: PlacedConfiguration, { path, position }: { readonly path: string; readonly position: TextPosition | undefined },
): Place {
  const { instance } = configuration;
  if (path.startsWith('--')) {
    return placeOfFlag(instance, (name) => name === path.slice(2));
  }
  return position ? placeOfText(instance, position) : placeOfField(configuration, path);
}

/** The place of the last flag that is meant, else of what has the command line. */
export function placeOfFlag({ flags, resource, location }: KubeProxyInstance, isMeant: (name: string) => boolean): Place {
  return { resource, location: flags.filter(({ name }) => isMeant(name)).at(-1)?.location ?? location };
}

/** The place of a position of the document, or of the document; where there is none, of what runs kube-proxy. */
function placeOfText({ configuration, resource, location }: KubeProxyInstance, position: TextPosition | undefined): Place {
  return {
    resource: configuration?.resource ?? resource,
    location: configuration?.locate(...position ? [position.line, position.column] : []) ?? location,
  };
}

/** A map of feature gates has one flag for all its entries. */
function setsField(ofFlag: string | undefined, path: string): boolean {
  return ofFlag !== undefined && (ofFlag === path || path.startsWith(`${ofFlag}.`));
}
