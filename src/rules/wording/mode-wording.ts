import { modeAvailability, modesOf, type ModeAvailability, type ProxyMode } from '../../facts/kube-proxy/modes';
import type { ConfigurationPrediction } from '../../prediction/prediction';

/** Whether the release takes the mode that is written; `undefined` for an empty one. */
export function writtenMode({ decoded: { effective }, kubeProxy, operatingSystem }: ConfigurationPrediction): ModeAvailability | undefined {
  const { mode, featureGates } = effective;
  return mode === '' ? undefined : modeAvailability(mode, kubeProxy.version, operatingSystem, featureGates);
}

/** The modes that the release takes. */
export function modesHere({ decoded, kubeProxy, operatingSystem }: ConfigurationPrediction): ProxyMode[] {
  return modesOf(kubeProxy.version, operatingSystem, decoded.effective.featureGates);
}
