import { canFail, isNegated, looksEffective } from '../../shell/search';
import type { AndOr, ShellNode } from '../../shell/syntax';
import { unheeded, type Context } from './script-context';

/** Where each operand of a chain of `&&` and `||` stands, above all what its failure means for the script. */
export function operandContexts(operands: readonly ShellNode[], operators: AndOr['operators'], context: Context): Context[] {
  const effective = operands.map(looksEffective);
  const last = operands.length - 1;
  const triesAnother = operators[last - 1] === '||' && effective.slice(0, last).includes(true);
  const contexts = [triesAnother ? unheeded(context) : context];
  let skipsEffects = false;
  let failureCounts = context.decisive;
  for (let index = last - 1; index >= 0; index -= 1) {
    if (operators[index] === '||') {
      skipsEffects = false;
      failureCounts = canFail(operands[index + 1]);
    } else {
      skipsEffects ||= effective[index + 1];
    }
    const onSuccess = operators[index] === '&&' && canFail(operands[index + 1]);
    contexts.push({ ...context, decisive: isNegated(operands[index]) ? onSuccess : skipsEffects || failureCounts, condition: true });
  }
  return contexts.reverse();
}
