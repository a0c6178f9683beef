import { parseGoDuration } from '../../config/go-duration';
import type { DroppedField } from '../../config/decoded-configuration';
import { idleConnectionReset } from '../sysctls/idle-connection-reset';
import { nftablesUnsupported } from '../modes/nftables-unsupported';
import type { Judged, Rule } from '../rule';
import { strictArpRequired } from '../workloads/strict-arp-required';
import { sysctlReadOnly } from '../sysctls/sysctl-read-only';

/** A field that a release does not have, and the rule that finds what its loss does. */
interface LostField {
  readonly path: string;
  readonly rule: Rule;
  /** Whether the rule would be silent if the release took this value. */
  readonly wouldHelp: (value: string, judged: Judged) => boolean;
}

const LOST_FIELDS: readonly LostField[] = [
  { path: 'ipvs.tcpTimeout', rule: idleConnectionReset, wouldHelp: isLongerThanKeepalive },
  { path: 'ipvs.strictARP', rule: strictArpRequired, wouldHelp: (value) => value === 'true' },
  { path: 'conntrack.max', rule: sysctlReadOnly, wouldHelp: (value) => value === '0' },
  { path: 'nftables.skipKernelVersionCheck', rule: nftablesUnsupported, wouldHelp: (value) => value === 'true' },
];

/** The rule whose finding is owed to the loss of a field; `undefined` when the loss changes no outcome. */
export function ruleThatShowsTheLoss({ path, value }: DroppedField, judged: Judged): Rule | undefined {
  return LOST_FIELDS.find((field) => field.path === path && field.wouldHelp(value, judged)
    && field.rule.judge(judged).some((result) => !('notChecked' in result)))?.rule;
}

function isLongerThanKeepalive(value: string, { prediction }: Judged): boolean {
  const seconds = parseGoDuration(value) ?? 0;
  return prediction.pools.some(({ sysctls }) => Number(sysctls.get('net.ipv4.tcp_keepalive_time')?.value) < seconds);
}
