import type { AcknowledgedFinding, Assessment } from '../assessment/assess';
import type { Finding, NotChecked, Severity } from '../rules/finding';
import type { PoolPrediction, ReuseVerdict, StartupOutcome, SysctlPrediction, SysctlStep } from '../prediction/prediction';
import { printableJson } from './printable';
import { countBySeverity, type SeverityCounts } from './severity-counts';

/** The JSON report; `schemas/findings.schema.json` describes it. Every key is always present. */
export interface JsonReport {
  readonly version: 1;
  readonly findings: readonly JsonFinding[];
  readonly acknowledged: readonly (JsonFinding & { readonly acknowledgement: JsonAcknowledgement })[];
  readonly notChecked: readonly JsonNotChecked[];
  /** False when the input has no kube-proxy: nothing was judged. */
  readonly judged: boolean;
  readonly pools: readonly JsonPool[];
  readonly summary: SeverityCounts;
}

/** What could not be judged; `leavesVerdictOpen` where a verdict is unknown for it. */
export interface JsonNotChecked {
  readonly rule: string;
  /** Null where the input describes one cluster. */
  readonly cluster: string | null;
  readonly pool: string | null;
  readonly reason: string;
  readonly leavesVerdictOpen: boolean;
}

/** A finding; what it does not have is null. */
export interface JsonFinding {
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  /** The one of several clusters in the input; null where it describes one. */
  readonly cluster: string | null;
  readonly pool: string | null;
  readonly resource: string | null;
  readonly location: JsonLocation | null;
  readonly message: string;
  readonly because: string;
  readonly remedies: readonly string[];
  readonly sources: readonly string[];
}

/** A place in a file, a construct of a cdk8s app, or a Pulumi resource. */
export type JsonLocation =
  | { readonly file: string; readonly line: number | null; readonly column: number | null }
  | { readonly constructPath: string }
  | { readonly urn: string };

/** The acknowledgement that covers a finding. */
export interface JsonAcknowledgement {
  readonly finding: string;
  readonly pool: string | null;
  readonly resource: string | null;
  readonly reason: string;
  readonly expires: string | null;
}

/** What becomes of one pool. */
export interface JsonPool {
  readonly name: string;
  readonly kernel: string;
  readonly kubeProxyVersion: string | null;
  readonly mode: string | null;
  readonly startup: StartupOutcome;
  readonly reuse: ReuseVerdict;
  /** What this rests on that the input does not state, one clause each. */
  readonly assumptions: readonly string[];
  readonly sysctls: Readonly<Record<string, JsonSysctl>>;
}

/** What becomes of one sysctl on the nodes of a pool; null is not known. */
export interface JsonSysctl {
  /** Once everybody has started and settled; null where it is not known. */
  readonly value: string | null;
  readonly afterKubeProxyRestart: string | null;
  readonly afterReboot: string | null;
  /** In the order in which they write. */
  readonly writers: readonly { readonly by: string; readonly value: string | null; readonly lands: SysctlStep['lands']; readonly because: string }[];
}

/** For programs: the findings and predictions as one JSON document, the same input giving the same bytes. */
export function jsonReport(assessment: Assessment): string {
  return `${printableJson(jsonObject(assessment))}\n`;
}

function jsonObject({ findings, acknowledged, notChecked, judged, prediction }: Assessment): JsonReport {
  return {
    version: 1,
    findings: findings.map(jsonFinding),
    acknowledged: acknowledged.map(jsonAcknowledged),
    notChecked: notChecked.map(jsonNotChecked),
    judged,
    pools: prediction.pools.map(jsonPool),
    summary: countBySeverity(findings),
  };
}

function jsonFinding(finding: Finding): JsonFinding {
  const { id, rule, severity, cluster = null, pool = null, resource = null, location, message, because, remedies, sources } = finding;
  return { id, rule, severity, cluster, pool, resource, location: jsonLocation(location), message, because, remedies, sources };
}

function jsonLocation(location: Finding['location']): JsonLocation | null {
  if (location?.file !== undefined) {
    return { file: location.file, line: location.line ?? null, column: location.column ?? null };
  }
  if (location?.constructPath !== undefined) {
    return { constructPath: location.constructPath };
  }
  return location?.urn === undefined ? null : { urn: location.urn };
}

function jsonAcknowledged({ finding, acknowledgement }: AcknowledgedFinding): JsonReport['acknowledged'][number] {
  const { pool, resource, reason, expires } = acknowledgement;
  return {
    ...jsonFinding(finding),
    acknowledgement: { finding: acknowledgement.finding, pool: pool ?? null, resource: resource ?? null, reason, expires: expires ?? null },
  };
}

function jsonNotChecked({ rule, cluster, pool, reason, leavesVerdictOpen }: NotChecked): JsonNotChecked {
  return { rule, cluster: cluster ?? null, pool: pool ?? null, reason, leavesVerdictOpen };
}

function jsonPool({ pool, kubeProxy, modeInForce: mode, startup, reuse, assumptions, sysctls }: PoolPrediction): JsonPool {
  return {
    name: pool.name,
    kernel: pool.kernel.release,
    kubeProxyVersion: kubeProxy?.version.raw ?? null,
    mode: mode ?? null,
    startup: startup.outcome,
    reuse: reuse.verdict,
    assumptions,
    sysctls: Object.fromEntries([...sysctls.keys()].sort().map((key) => [key, jsonSysctl(sysctls.get(key)!)])),
  };
}

function jsonSysctl({ value, afterKubeProxyRestart, afterReboot, steps }: SysctlPrediction): JsonSysctl {
  return {
    value: value ?? null,
    afterKubeProxyRestart: afterKubeProxyRestart ?? null,
    afterReboot: afterReboot ?? null,
    writers: steps.map((step) => ({
      by: typeof step.by === 'string' ? step.by : step.by.name,
      value: step.value ?? null,
      lands: step.lands,
      because: step.because,
    })),
  };
}
