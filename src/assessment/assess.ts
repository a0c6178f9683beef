import type { Declaration } from '../declaration/declaration';
import { covers, hasExpired, type Acknowledgement } from '../rules/acknowledgement';
import { SEVERITIES, type Finding, type NotChecked } from '../rules/finding';
import type { Prediction } from '../prediction/prediction';
import { rules as everyRule } from '../rules';
import { acknowledgementExpired } from '../rules/meta/acknowledgement-expired';
import { acknowledgementUnused } from '../rules/meta/acknowledgement-unused';
import type { Rule } from '../rules/rule';
import { checkRules } from './check-rules';
import { distinctFindings } from './distinct-findings';
import { toFinding } from './judge';
import { judgeClusters } from './judge-clusters';

/** How a declaration is judged. */
export interface AssessOptions {
  /** Findings that are accepted, each with its reason. @default - none */
  readonly acknowledgements?: readonly Acknowledgement[];
  /** The day against which acknowledgements expire, `2026-11-29`. @default - today, in UTC */
  readonly today?: string;
  /**
   * The rules to apply: `[...builtInRules, mine]` adds one of your own. An id may be used once, and none of those of the built-in rules.
   *
   * @default - the built-in rules
   */
  readonly rules?: readonly Rule[];
}

/** A finding that an acknowledgement takes out of the count; it stays in every report. */
export interface AcknowledgedFinding {
  /** The finding, as it would stand in the report. */
  readonly finding: Finding;
  /** What accepts it, with the reason. */
  readonly acknowledgement: Acknowledgement;
}

/** What the rules found, and what they rest on. */
export interface Assessment {
  /** The worst first, then in the order of the pools and of the catalogue. */
  readonly findings: readonly Finding[];
  /** Findings that an acknowledgement covers. */
  readonly acknowledged: readonly AcknowledgedFinding[];
  /** What could not be judged, and what to supply. */
  readonly notChecked: readonly NotChecked[];
  /** Whether the input has a kube-proxy, or a configuration of one; false means that nothing was judged, which is not fine. */
  readonly judged: boolean;
  /** What the rules have judged: what kube-proxy does on every pool. */
  readonly prediction: Prediction;
}

/**
 * Predicts what every node pool will do, applies every rule, then the acknowledgements; several clusters each by themselves. Never throws for
 * what a rule does.
 *
 * @throws Error when the id of a rule is not lower-case words joined by hyphens, or another rule has it
 */
export function assess(declaration: Declaration, options: AssessOptions = {}): Assessment {
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const acknowledgements = options.acknowledgements ?? [];
  const rules = options.rules ?? everyRule;
  checkRules(rules);
  const judged = judgeClusters(declaration, rules);
  const { notChecked, prediction } = judged;
  const told = distinctFindings(judged.findings);
  const inForce = acknowledgements.filter((acknowledgement) => !hasExpired(acknowledgement, today));
  const acknowledged: AcknowledgedFinding[] = [];
  const findings: Finding[] = [];
  const used = new Set<Acknowledgement>();
  for (const finding of told) {
    const covering = inForce.filter((acknowledgement) => covers(acknowledgement, finding));
    covering.forEach((acknowledgement) => used.add(acknowledgement));
    if (covering.length > 0) {
      acknowledged.push({ finding, acknowledgement: covering[0] });
    } else {
      findings.push(finding);
    }
  }
  for (const acknowledgement of acknowledgements) {
    if (hasExpired(acknowledgement, today)) {
      findings.push(toFinding(acknowledgementExpired, acknowledgementExpired.finding(acknowledgement)));
    } else if (!used.has(acknowledgement)) {
      const known = [...told, ...everyRule, ...rules].map(({ id }) => id);
      findings.push(toFinding(acknowledgementUnused, acknowledgementUnused.finding(acknowledgement, known)));
    }
  }
  const declarations = [declaration, ...declaration.clusters?.map((cluster) => cluster.declaration) ?? []];
  const hasKubeProxy = declarations.some(({ kubeProxies }) => kubeProxies.length > 0);
  return { findings: inOrder(distinctFindings(findings), prediction), acknowledged, notChecked, judged: hasKubeProxy, prediction };
}

function inOrder(findings: readonly Finding[], prediction: Prediction): Finding[] {
  const places = new Map(prediction.pools.map(({ pool }, index) => [pool.name, index + 1]));
  const rank = ({ severity, pool }: Finding) => SEVERITIES.indexOf(severity) * (places.size + 1) + (pool === undefined ? 0 : places.get(pool) ?? 0);
  // Array.prototype.sort is stable, so the order of the catalogue stays inside a pool.
  return [...findings].sort((left, right) => rank(left) - rank(right));
}
