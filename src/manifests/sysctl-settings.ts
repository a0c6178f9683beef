import { isSysctlKey, sysctlKey } from '../facts/kernel/sysctl-key';
import { invalidOption } from '../kubernetes/invalid-option';

/**
 * Checks sysctls and the values wanted for them.
 *
 * @returns `key=value` for each, keys with dots, in the order of the keys
 * @throws Error when there is none, a key is not one of `net.*`, or a value is not one
 */
export function checkedSettings(sysctls: Readonly<Record<string, string | number>>, property: string): string[] {
  const entries = Object.entries(sysctls);
  if (entries.length === 0) {
    throw invalidOption(property, sysctls, 'at least one sysctl');
  }
  const settings = new Map<string, string>();
  for (const [name, value] of entries) {
    const key = sysctlKey(name);
    if (!isSysctlKey(name) || !key.startsWith('net.')) {
      throw invalidOption(property, name, 'names of sysctls of the network, such as net.ipv4.vs.conn_reuse_mode');
    }
    if (settings.has(key)) {
      throw invalidOption(property, name, `each sysctl once; ${key} is there in another spelling`);
    }
    settings.set(key, checkedValue(value, `${property}[${JSON.stringify(name)}]`));
  }
  return [...settings].map(([key, value]) => `${key}=${value}`).sort();
}

function checkedValue(value: string | number, property: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.length > 256 || !/^(?!-\D)[\w.,:+-]+( [\w.,:+-]+)*$/.test(text)) {
    throw invalidOption(property, value, 'a whole number, or text of letters, digits, _ . , : + - with single blanks between parts, up to 256 characters');
  }
  return text;
}
