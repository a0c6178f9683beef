import type { DroppedSection } from '../../declaration/declaration';
import type { DroppedField } from '../../config/decoded-configuration';
import { formatValue } from '../../config/format-value';
import { valueAt } from '../../config/release-schema';
import type { Severity } from '../finding';
import { NFTABLES_SKIP_VARIABLE } from '../../facts/kube-proxy/nftables';
import type { ConfigurationPrediction, UnversionedConfiguration } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import { placeOfProblem } from '../wording/configuration-place';
import { ruleThatShowsTheLoss } from '../wording/lost-field';
import type { Judged, Rule, RuleFinding } from '../rule';

export const configFieldUnknown: Rule = {
  id: 'config-field-unknown',
  group: 'config',
  title: 'kube-proxy drops a field of its configuration, and runs without it.',
  severities: ['error', 'warning', 'info'],
  sources: ['kubernetes/kubernetes#82927', 'kubernetes/kubernetes#84143'],
  judge: (judged) => [
    ...judged.declaration.droppedSections.map(droppedSection),
    ...configurationFindings(judged.prediction.configurations, (configuration) =>
      configuration.decoded.dropped.map((field) => fault(field, configuration, judged))),
    ...(judged.prediction.unversioned ?? []).flatMap(droppedByAll),
  ],
};

/** Fields that no release in use has: a fault whichever it is. */
function droppedByAll({ instance, oldest, newest }: UnversionedConfiguration): RuleFinding[] {
  const byOldest = new Set(oldest.decoded.dropped.map(({ path }) => path));
  return newest.decoded.dropped.filter(({ path, reason }) => byOldest.has(path) && (reason === 'unknown' || reason === 'removed')).map((field) => ({
    severity: 'warning',
    detail: field.path,
    ...placeOfProblem(newest, field),
    message: `${instance.configuration?.name ?? instance.name}: kube-proxy drops ${field.path}: ${whatFor(field)}`,
    because: `${field.path} (${field.value || 'empty'}) has no effect on any release from ${oldest.kubeProxy.version} on: ${why(field)}`,
    remedies: remedies(field),
  }));
}

/** What an installer drops, so that kube-proxy never sees it. */
function droppedSection({ name, resource, location, path, document, mode }: DroppedSection): RuleFinding {
  const lost = mode === undefined ? 'what is written there' : `the mode ${mode} that is written there`;
  return {
    severity: 'error',
    resource,
    location,
    detail: resource === undefined ? path : undefined,
    message: `${name}: ${document} has no section ${path}, so kubeadm drops it`,
    because: `${lost} is lost: kubeadm warns of an unknown field and goes on, and kube-proxy gets the defaults or what a document of its own says`,
    remedies: [
      `Write the settings as a document of their own (apiVersion: kubeproxy.config.k8s.io/v1alpha1, kind: KubeProxyConfiguration${
        mode === undefined ? '' : `, mode: ${mode}`}) after a line ---, and delete ${path}.`,
    ],
    sources: ['kubernetes/kubernetes#105534', 'kubernetes/kubeadm#1182'],
  };
}

function fault(field: DroppedField, configuration: ConfigurationPrediction, judged: Judged): ConfigurationFault {
  const shown = ruleThatShowsTheLoss(field, judged);
  return {
    severity: shown ? 'error' : severityOf(field, configuration),
    detail: field.path,
    place: placeOfProblem(configuration, field),
    message: `drops ${field.path}: ${whatFor(field)}`,
    because: `${field.path} (${field.value || 'empty'}) has no effect: ${why(field)}${inForce(field, configuration)}${shown ? `; what that leads to: ${shown.id}` : ''}`,
    remedies: remedies(field),
  };
}

/** A field that one release early leaves at zero is a fault only if the release is certain. */
function severityOf({ reason, isZero }: DroppedField, { kubeProxy }: ConfigurationPrediction): Severity {
  switch (reason) {
    case 'misplaced':
    case 'wrong-case':
    case 'misspelt':
      return 'error';
    case 'too-new':
      return kubeProxy.assumed && isZero ? 'info' : 'warning';
    default:
      return 'warning';
  }
}

/** The reason in a few words. */
function whatFor(field: DroppedField): string {
  return field.reason === 'later-document' ? 'it is not in the first document' : field.reason === 'duplicate' ? 'it is written twice' : why(field);
}

function why({ reason, suggestion, bound }: DroppedField): string {
  switch (reason) {
    case 'unknown':
      return 'no release has such a field';
    case 'removed':
      return `it was removed in v${bound}`;
    case 'too-new':
      return `it comes with v${bound}`;
    case 'misplaced':
      return `it belongs at ${suggestion}`;
    case 'wrong-case':
      return `the field is ${suggestion}, and case matters`;
    case 'misspelt':
      return `the field is ${suggestion}`;
    case 'duplicate':
      return 'it is written again further down, where the last one wins';
    case 'later-document':
      return 'of several documents it reads the first';
  }
}

/** What runs in place of a near miss. */
function inForce({ suggestion }: DroppedField, { decoded }: ConfigurationPrediction): string {
  const value = suggestion === undefined ? undefined : valueAt(decoded.effective, suggestion);
  const isSection = typeof value === 'object' && !Array.isArray(value);
  return suggestion === undefined || isSection ? '' : `, which stays ${formatValue(suggestion, value) || 'empty'}`;
}

/** What to do instead where a field is gone, or never was. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['conntrack.max', 'Set conntrack.maxPerCore and conntrack.min instead; maxPerCore: 0 leaves the limit alone, as max: 0 did.'],
  ['nftables.skipKernelVersionCheck', `Set the environment variable ${NFTABLES_SKIP_VARIABLE} of the container instead, if you must.`],
]);

function remedies({ path, reason, suggestion, value, bound }: DroppedField): string[] {
  const instead = INSTEAD.get(path);
  switch (reason) {
    case 'misplaced':
    case 'wrong-case':
    case 'misspelt':
      return [`Write ${suggestion}${/^[{[|>]/.test(value) || value.includes(': ') ? '' : `: ${value}`}, and delete ${path}.`];
    case 'too-new':
      return [`Run kube-proxy v${bound} or later.`, `Or delete ${path}.`];
    case 'duplicate':
      return [`Write ${path} once.`];
    case 'later-document':
      return ['Put everything into one document.'];
    default:
      return [...instead === undefined ? [] : [instead], `Delete ${path}.`];
  }
}
