import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Location, Log, Notification, ReportingDescriptor, Result } from 'sarif';
import type { Acknowledgement } from '../rules/acknowledgement';
import type { Assessment } from '../assessment/assess';
import type { Finding, Severity } from '../rules/finding';
import { catalogue } from '../rules';
import { reasonLine, remedyLines } from './finding-text';
import { printableJson } from './printable';

/** What a SARIF report can be told. */
export interface SarifReportOptions {
  /** Version of kube-proxy-kit. */
  readonly toolVersion: string;
  /** Markdown that explains a rule. @default - its title and sources */
  readonly ruleHelp?: (rule: string) => string | undefined;
  /** File for findings that point to none, since consumers refuse results without one. @default 'kube-proxy' */
  readonly fallbackFile?: string;
  /** Absolute paths below it are written relative to it. @default - paths are left as they are */
  readonly baseDirectory?: string;
}

const LEVEL: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * For code scanning: SARIF 2.1.0, with help for each rule that found something and a suppression for each acknowledged finding. What was
 * not checked, and what the verdict on a pool only assumes, are notifications of the run.
 */
export function sarifReport({ findings, acknowledged, notChecked, judged, prediction }: Assessment, options: SarifReportOptions): string {
  const reported = [
    ...findings.map((finding) => ({ finding, acknowledgement: undefined })),
    ...acknowledged,
  ];
  const rules = [...new Set(reported.map(({ finding }) => finding.rule))];
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: {
        driver: {
          name: 'kube-proxy-kit',
          version: options.toolVersion,
          rules: rules.map((rule) => descriptor(rule, options.ruleHelp?.(rule))),
        },
      },
      columnKind: 'utf16CodeUnits',
      invocations: [{
        executionSuccessful: true,
        toolExecutionNotifications: [
          ...notChecked.map(({ rule, cluster, pool, reason, leavesVerdictOpen }) => notification(
            leavesVerdictOpen ? 'warning' : 'note',
            `not checked: ${[...rule === '*' ? [] : [rule], ...cluster === undefined ? [] : [`cluster ${cluster}`], ...pool === undefined ? [] : [`pool ${pool}`], reason].join(': ')}`,
          )),
          ...prediction.pools.flatMap(({ pool, assumptions }) => assumptions.map((assumption) => notification('note', `assumed: pool ${pool.name}: ${assumption}`))),
        ],
      }],
      properties: { judged },
      results: reported.map(({ finding, acknowledgement }) => result(finding, acknowledgement, rules.indexOf(finding.rule), options)),
    }],
  };
  return `${printableJson(log)}\n`;
}

function notification(level: 'warning' | 'note', text: string): Notification {
  return { level, message: { text } };
}

function descriptor(id: string, help: string | undefined): ReportingDescriptor {
  const rule = catalogue.find((candidate) => candidate.id === id);
  const title = rule?.title ?? id;
  const sources = rule && rule.sources.length > 0 ? `\n\nSources: ${rule.sources.join(', ')}` : '';
  const text = help ?? title + sources;
  return {
    id,
    name: id.split('-').map((word) => word[0].toUpperCase() + word.slice(1)).join(''),
    shortDescription: { text: title },
    fullDescription: { text: title },
    help: { text, markdown: text },
    defaultConfiguration: { level: LEVEL[rule?.severities[0] ?? 'error'] },
    properties: { tags: ['kubernetes', 'kube-proxy', ...rule ? [rule.group] : []] },
  };
}

function result(
  finding: Finding,
  acknowledgement: Acknowledgement | undefined,
  ruleIndex: number,
  options: SarifReportOptions,
): Result {
  const remedies = remedyLines(finding.remedies);
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: LEVEL[finding.severity],
    message: { text: [finding.message, ...reasonLine(finding.because), ...remedies.length > 0 ? ['What to do:', ...remedies] : []].join('\n') },
    locations: [sarifLocation(finding, options)],
    // Two pools may give a finding of one id; consumers must not take the second for the first.
    partialFingerprints: { 'finding/v1': finding.pool === undefined ? finding.id : `${finding.id} on ${finding.pool}` },
    properties: { id: finding.id, cluster: finding.cluster ?? null, pool: finding.pool ?? null, resource: finding.resource ?? null },
    ...acknowledgement && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: acknowledgement.reason }],
    },
  };
}

function sarifLocation({ location, resource, cluster, pool }: Finding, options: SarifReportOptions): Location {
  const logical = [
    ...location?.constructPath === undefined ? [] : [{ fullyQualifiedName: location.constructPath, kind: 'construct' }],
    ...location?.urn === undefined ? [] : [{ fullyQualifiedName: location.urn, kind: 'resource' }],
    ...resource === undefined ? [] : [{ fullyQualifiedName: resource, kind: 'resource' }],
    ...cluster === undefined ? [] : [{ fullyQualifiedName: `cluster ${cluster}`, kind: 'object' }],
    ...pool === undefined ? [] : [{ fullyQualifiedName: `pool ${pool}`, kind: 'object' }],
  ];
  const { line, column } = location ?? {};
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(location?.file ?? options.fallbackFile ?? 'kube-proxy', options.baseDirectory) },
      region: { startLine: line ?? 1, ...line !== undefined && column !== undefined && { startColumn: column } },
    },
    ...logical.length > 0 && { logicalLocations: logical },
  };
}

function uriOf(file: string, baseDirectory: string | undefined): string {
  if (file === '-') {
    return 'stdin';
  }
  const inside = baseDirectory !== undefined && path.isAbsolute(file) ? path.relative(baseDirectory, file) : file;
  if (path.isAbsolute(inside) || (inside !== file && inside.startsWith('..'))) {
    return pathToFileURL(file).href;
  }
  return path.normalize(inside).split(path.sep).map(encodeURIComponent).join('/');
}
