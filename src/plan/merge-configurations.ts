import type { KubeProxyConfigurationProps } from '../config/kube-proxy-configuration';

type Section = Readonly<Record<string, unknown>>;

/** Lays one configuration over another: sections are merged field by field, everything else is replaced. */
export function mergeConfigurations(base: KubeProxyConfigurationProps, over: KubeProxyConfigurationProps): KubeProxyConfigurationProps {
  return mergeSections(base as Section, over as Section);
}

function mergeSections(base: Section, over: Section): Section {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    if (value !== undefined) {
      const below = merged[name];
      merged[name] = isSection(below) && isSection(value) ? mergeSections(below, value) : value;
    }
  }
  return merged;
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
