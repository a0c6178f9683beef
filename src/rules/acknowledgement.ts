import type { Location } from '../kubernetes/location';
import { shownValue } from '../kubernetes/shown-value';
import { isRecord } from '../kubernetes/untyped';
import type { Finding } from './finding';

/** A finding that somebody has looked at and accepts, with the reason. */
export interface Acknowledgement {
  /** Finding id (`stale-real-server[old]`) or rule id (`stale-real-server`: all its findings in scope). */
  readonly finding: string;
  /** Why it is acceptable. Must not be empty. */
  readonly reason: string;
  /** Only findings of this pool. @default - every pool */
  readonly pool?: string;
  /** Only findings of this resource, `kind namespace/name`. @default - every resource */
  readonly resource?: string;
  /** Only findings of this construct and what lies below it. @default - everywhere */
  readonly constructPath?: string;
  /** Last day on which it counts, `2027-03-31`. @default - no end */
  readonly expires?: string;
  /** Where it is written; findings about the acknowledgement itself point there. @default - not known */
  readonly location?: Location;
}

const FINDING_ID = /^[a-z][a-z0-9-]*(\[.+\])?$/;

/**
 * Checks an acknowledgement, also one of a caller whose types nobody has checked.
 *
 * @returns what is wrong with it, naming property, value and what is allowed; empty when nothing is
 */
export function acknowledgementProblems(acknowledgement: Acknowledgement): string[] {
  if (!isRecord(acknowledgement)) {
    return [`an acknowledgement is ${shownValue(acknowledgement)}; write an object with finding and reason`];
  }
  const problems: string[] = [];
  const { finding, reason, expires } = acknowledgement;
  if (typeof finding !== 'string' || !FINDING_ID.test(finding)) {
    problems.push(`finding is ${shownValue(finding)}; write a rule id or a finding id: stale-real-server, stale-real-server[old]`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    problems.push('reason is empty; say why the finding is acceptable');
  }
  if (expires !== undefined && (typeof expires !== 'string' || !isDate(expires))) {
    problems.push(`expires is ${shownValue(expires)}; write a day as 2027-03-31`);
  }
  return problems;
}

/** Whether the acknowledgement covers the finding; its last day is not looked at. */
export function covers(acknowledgement: Acknowledgement, finding: Finding): boolean {
  const isNamed = acknowledgement.finding === finding.id || acknowledgement.finding === finding.rule;
  // What cannot be read here says nothing of what cannot be read elsewhere.
  const isWide = finding.rule === 'input-unreadable' && acknowledgement.finding === finding.rule && acknowledgement.resource === undefined && acknowledgement.constructPath === undefined;
  return isNamed && !isWide
    && (acknowledgement.pool === undefined || acknowledgement.pool === finding.pool)
    && (acknowledgement.resource === undefined || acknowledgement.resource === finding.resource)
    && (acknowledgement.constructPath === undefined || isWithin(finding.location?.constructPath, acknowledgement.constructPath));
}

/** Whether its last day lies before `today` (`2026-11-29`). */
export function hasExpired(acknowledgement: Acknowledgement, today: string): boolean {
  return acknowledgement.expires !== undefined && acknowledgement.expires < today;
}

/** ` (pool old, ConfigMap kube-system/kube-proxy)`: its scope for a message; empty when it has none. */
export function acknowledgementScope({ pool, resource, constructPath }: Acknowledgement): string {
  const parts = [pool && `pool ${pool}`, resource, constructPath && `below ${constructPath}`].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function isWithin(path: string | undefined, ancestor: string): boolean {
  return path !== undefined && (path === ancestor || path.startsWith(`${ancestor}/`));
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
