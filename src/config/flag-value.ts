import type { FlagType } from '../facts/kube-proxy/flags';
import type { FieldValue } from './field-value';
import { parseGoDuration } from './go-duration';
import { ipFamily, splitHostPort } from './ip-address';
import { isPortRange } from './port-range';
import { parseQuantity } from './quantity';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text) => [text, false] as const),
]);

/** Reads the text of a flag as kube-proxy does; `undefined` for what makes it exit. */
export function parseFlagValue(type: FlagType, text: string): FieldValue {
  switch (type) {
    case 'boolean':
      return BOOLEANS.get(text);
    case 'int32':
      return wholeNumber(text, -2147483648, 2147483647);
    case 'uint32':
      return wholeNumber(text, 0, 2147483647);
    case 'float32':
      return text.trim() === text && text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'duration':
      return parseGoDuration(text);
    case 'quantity':
      return parseQuantity(text);
    case 'strings':
      return text === '' ? [] : text.split(',');
    case 'gates':
      return parseGates(text);
    case 'ip':
      return text === '' || ipFamily(text) ? text : undefined;
    case 'ip-port':
      return text === '' || ipFamily(text) || isHostPort(text) ? text : undefined;
    case 'port-range':
      return isPortRange(text) ? text : undefined;
    case 'patterns':
      return text === '' || /^[^=,]+=\d+(?:,[^=,]+=\d+)*$/.test(text) ? text : undefined;
    default:
      return text;
  }
}

/** What a flag of each type must be, for messages. */
export const FLAG_MUST: Readonly<Record<FlagType, string>> = {
  'string': 'must be a text',
  'any': 'must be a text',
  'patterns': 'must be pairs such as proxier=4, with commas between them',
  'boolean': 'must be true or false',
  'int32': 'must be a whole number from -2147483648 to 2147483647',
  'uint32': 'must be a whole number from 0 to 2147483647',
  'float32': 'must be a number',
  'duration': 'must be a duration with its unit, such as 30s or 1h15m',
  'quantity': 'must be a quantity such as 64Ki',
  'strings': 'must be a list with commas',
  'gates': 'must be pairs such as NFTablesProxyMode=true, with commas between them',
  'ip': 'must be an IP address',
  'ip-port': 'must be an IP address, with or without a port',
  'port-range': 'must be a range of ports such as 300-2000, or empty',
};

/** As Go's strconv with base 0: 0x, 0o, 0b and a leading 0 change the base, underscores may stand between digits. */
function wholeNumber(text: string, least: number, most: number): number | undefined {
  const match = /^([-+]?)(0[xX][\da-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[1-9]\d*|0)$/.exec(text.replace(/(?<=[\da-fA-FxXoObB])_(?=[\da-fA-F])/g, ''));
  if (!match) {
    return undefined;
  }
  const magnitude = Number(match[2].replace(/^0(?=[0-7])/, '0o'));
  const value = match[1] === '-' ? -magnitude : magnitude;
  return value >= least && value <= most ? value : undefined;
}

function parseGates(text: string): Record<string, boolean> | undefined {
  const gates = text.split(',').filter((pair) => pair !== '').map((pair) => {
    const separator = pair.indexOf('=');
    return [pair.slice(0, Math.max(separator, 0)).trim(), separator < 0 ? undefined : BOOLEANS.get(pair.slice(separator + 1).trim())] as const;
  });
  return gates.every(([, value]) => value !== undefined) ? Object.fromEntries(gates) as Record<string, boolean> : undefined;
}

function isHostPort(text: string): boolean {
  const parts = splitHostPort(text);
  return parts !== undefined && ipFamily(parts.host) !== undefined && /^\d+$/.test(parts.port) && Number(parts.port) <= 65535;
}
