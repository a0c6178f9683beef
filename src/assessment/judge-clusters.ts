import type { Declaration } from '../declaration/declaration';
import { predict } from '../prediction/predict';
import type { Prediction } from '../prediction/prediction';
import type { Finding, NotChecked } from '../rules/finding';
import type { Rule } from '../rules/rule';
import { judge } from './judge';
import { leftOpen } from './not-checked';
import { shortList } from './short-list';

/** What the rules make of a declaration, before acknowledgements. */
export interface JudgedDeclaration {
  readonly findings: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
  readonly prediction: Prediction;
}

/** Predicts and judges every cluster of a declaration by itself, and what belongs to none. */
export function judgeClusters(declaration: Declaration, rules: readonly Rule[]): JudgedDeclaration {
  const whole = judgeOne(declaration, rules);
  const { clusters } = declaration;
  if (clusters === undefined) {
    return whole;
  }
  const judged = clusters.map(({ name, declaration: own }) => ({ name, ...judgeOne(own, rules) }));
  return {
    findings: [...whole.findings, ...judged.flatMap(({ name, findings }) => findings.map((finding) => ofCluster(finding, name)))],
    notChecked: [...whole.notChecked, ...saidForAll(judged)],
    prediction: {
      pools: [...judged.flatMap(({ prediction }) => prediction.pools), ...whole.prediction.pools],
      configurations: judged.flatMap(({ prediction }) => prediction.configurations),
    },
  };
}

function judgeOne(declaration: Declaration, rules: readonly Rule[]): JudgedDeclaration {
  const prediction = predict(declaration);
  const { findings, notChecked } = judge(rules, { declaration, prediction });
  return { findings, notChecked: [...leftOpen(declaration, prediction), ...notChecked], prediction };
}

/** `rule[detail]` becomes `rule[cluster: detail]`, since clusters of one tree often have objects of the same name. */
function ofCluster(finding: Finding, cluster: string): Finding {
  const detail = finding.id.slice(finding.rule.length + 1, -1);
  const isPlace = detail === '' || detail.startsWith(cluster);
  return { ...finding, cluster, id: isPlace ? finding.id : `${finding.rule}[${cluster}: ${detail}]` };
}

/** What several clusters lack is said once. */
function saidForAll(judged: readonly { readonly name: string; readonly notChecked: readonly NotChecked[] }[]): NotChecked[] {
  const entries = new Map<string, { readonly entry: NotChecked; readonly names: string[] }>();
  for (const { name, notChecked } of judged) {
    for (const entry of notChecked) {
      const key = JSON.stringify([entry.rule, entry.pool, entry.reason]);
      const seen = entries.get(key) ?? { entry, names: [] };
      entries.set(key, seen);
      seen.names.push(name);
    }
  }
  return [...entries.values()].map(({ entry, names }) => {
    if (names.length === 1) {
      return { ...entry, cluster: names[0] };
    }
    return names.length === judged.length ? entry : { ...entry, reason: `clusters ${shortList(names)}: ${entry.reason}` };
  });
}
