import { decodeConfiguration } from '../../src/config/decode';
import type { DecodedConfiguration, EffectiveConfiguration } from '../../src/config/decoded-configuration';
import { parseGoDuration } from '../../src/config/go-duration';
import { parseQuantity } from '../../src/config/quantity';
import { valueAt } from '../../src/config/release-schema';
import { CONFIGURATION_FIELDS } from '../../src/facts/kube-proxy/fields';
import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import cases from './kube-proxy-decoder.json';

/**
 * What the decoding, defaulting and validation code of kube-proxy itself made of each document: pkg/proxy/apis/config of the
 * releases named, compiled and run. `changed` are the fields that differ from the release's defaults; of a document that
 * cannot be decoded there are none.
 */
interface Observation {
  readonly releases: readonly string[];
  readonly outcome: string;
  readonly reported?: readonly string[];
  readonly changed?: Readonly<Record<string, unknown>>;
}

const BLANK = 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\n';

test.each(cases)('$title', ({ text, results }) => {
  for (const { releases, outcome, reported = [], changed = {} } of results as readonly Observation[]) {
    for (const release of releases) {
      const version = KubeVersion.parse(release);
      const decoded = decodeConfiguration(text, version);
      expect({ release, ...observe(decoded, decodeConfiguration(BLANK, version)) }).toEqual({
        release,
        outcome,
        reported: outcome === 'invalid' ? [...new Set(reported.map(withoutItem))].sort() : [],
        changed: seconds(changed),
      });
    }
  }
});

/** The same about ours. */
function observe(decoded: DecodedConfiguration, blank: DecodedConfiguration) {
  const outcome = outcomeOf(decoded);
  return {
    outcome,
    reported: outcome === 'invalid' ? [...new Set(decoded.problems.map(({ reportedAs }) => withoutItem(reportedAs ?? '')))].sort() : [],
    changed: outcome === 'undecodable' ? {} : differences(decoded.effective, blank.effective),
  };
}

test('the observations cover every outcome', () => {
  expect(new Set(cases.flatMap(({ results }) => results.map(({ outcome }) => outcome)))).toEqual(new Set(['starts', 'undecodable', 'feature-gates', 'invalid']));
});

/** kube-proxy decodes, sets gates and validates, in this order, and exits at the first that fails. What it finds later was not run. */
function outcomeOf({ problems }: DecodedConfiguration): string {
  const kinds = problems.filter(({ kind, reportedAs }) => kind !== 'invalid' || reportedAs !== undefined).map(({ kind }) => kind);
  if (kinds.includes('undecodable')) {
    return 'undecodable';
  }
  return kinds.includes('feature-gate-unknown') ? 'feature-gates' : kinds.length > 0 ? 'invalid' : 'starts';
}

const withoutItem = (path: string) => path.replace(/\[\d+\]$/, '');

function differences(one: EffectiveConfiguration, other: EffectiveConfiguration): Record<string, unknown> {
  const leaves = CONFIGURATION_FIELDS.filter(({ type, path }) => type !== 'section' && !path.includes('['));
  return Object.fromEntries(leaves
    .map(({ path }) => [path, valueAt(one, path), valueAt(other, path)] as const)
    .filter(([, value, before]) => JSON.stringify(value) !== JSON.stringify(before))
    .map(([path, value]) => [path, value]));
}

/** Values in the units of the effective configuration. */
function seconds(changed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changed).map(([path, value]) => {
    switch (CONFIGURATION_FIELDS.find((field) => field.path === path)?.type) {
      case 'duration':
        return [path, parseGoDuration(String(value))];
      case 'log-duration':
        return [path, Number(value) / 1e9];
      case 'quantity':
        return [path, parseQuantity(String(value))];
      default:
        return [path, value];
    }
  }));
}
