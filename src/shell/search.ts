import type { LoopNode, ShellNode, ShellWord, SimpleCommand } from './syntax';

/** Whether a simple command below a node satisfies a condition; inner loops are searched unless told otherwise. */
export function someCommand(node: ShellNode, test: (command: SimpleCommand) => boolean, intoLoops = true): boolean {
  const search = (inner: ShellNode): boolean => someCommand(inner, test, intoLoops);
  switch (node.kind) {
    case 'command':
      return test(node);
    case 'pipeline':
      return node.commands.some(search);
    case 'and-or':
      return node.operands.some(search);
    case 'list':
      return node.items.some((item) => search(item.node));
    case 'if':
      return [...node.branches.flatMap(({ condition, body }) => [condition, body]), ...(node.otherwise ? [node.otherwise] : [])].some(search);
    case 'loop':
      return intoLoops && (search(node.condition) || search(node.body));
    case 'for':
      return intoLoops && search(node.body);
    case 'case':
      return node.branches.some(({ body }) => search(body));
    case 'group':
    case 'function':
      return search(node.body);
  }
}

/** Every word of a simple command: assigned values and targets of redirections, too. */
export function wordsOf(command: SimpleCommand): ShellWord[] {
  return [
    ...command.words,
    ...command.assignments.map(({ value }) => value),
    ...command.redirections.map(({ target }) => target),
  ];
}

/** Whether a part of a script loads modules or writes sysctls by the look of its words. */
export function looksEffective(node: ShellNode): boolean {
  return someCommand(node, (command) => wordsOf(command).some(({ raw }) => /modprobe|insmod|sysctl|proc\/sys/.test(raw)));
}

/** Whether a loop is left from within, other than by failing. */
export function canEnd(body: ShellNode): boolean {
  const plainExit = ({ words: [program, status] }: SimpleCommand): boolean => (program?.raw === 'exit' && (status === undefined || status.raw === '0'))
    || program?.raw === 'return';
  return someCommand(body, (command) => command.words[0]?.raw === 'break', false) || someCommand(body, plainExit);
}

/** Whether a part of a script, run because something else failed, makes the script fail as well. */
export function canFail(node: ShellNode): boolean {
  return someCommand(node, ({ words: [program, status] }) => program?.raw === 'false'
    || ((program?.raw === 'exit' || program?.raw === 'return') && status !== undefined && status.raw !== '0'));
}

/** Whether the condition of a loop never ends it. */
export function isEndless({ until, condition }: LoopNode): boolean {
  const command = condition.items.length === 1 ? condition.items[0].node : undefined;
  const words = command?.kind === 'command' ? command.words.map(({ raw }) => raw).join(' ') : '';
  return (until ? /^(?:\/bin\/)?false$/ : /^(?:(?:\/bin\/)?true|:|sleep \S+|\[ (?:1|true|1 = 1|1 -eq 1) \]|test 1)$/).test(words);
}

/** Whether a text of a script uses a variable. */
export function usesVariable(text: string, name: string): boolean {
  return text.includes(`$${name}`) || text.includes(`\${${name}`);
}

/** Whether a part of a script looks at the status of the command before it. */
export function asksStatus(node: ShellNode): boolean {
  return someCommand(node, (command) => wordsOf(command).some(({ raw }) => raw.includes('$?')));
}

/** Whether a node succeeds when what it runs fails: `! modprobe ip_vs`. */
export function isNegated(node: ShellNode): boolean {
  return node.kind === 'pipeline' ? node.negated : node.kind === 'list' && node.items.length === 1 && isNegated(node.items[0].node);
}
