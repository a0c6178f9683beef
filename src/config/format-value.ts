import { CONFIGURATION_FIELDS } from '../facts/kube-proxy/fields';
import { formatGoDuration } from './go-duration';

/** The value of a field as it is written in a configuration or on a command line. */
export function formatValue(path: string, value: unknown): string {
  const type = CONFIGURATION_FIELDS.find((field) => field.path === path)?.type;
  if (typeof value === 'number' && (type === 'duration' || type === 'log-duration')) {
    return formatGoDuration(value);
  }
  if (type === 'gates' && typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([name, isOn]) => `${name}=${String(isOn)}`).join(',');
  }
  return Array.isArray(value) ? value.join(',') : String(value ?? 'unset');
}
