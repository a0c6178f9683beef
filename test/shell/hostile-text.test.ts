import { parseScript } from '../../src/shell/parser';
import { tokenize } from '../../src/shell/lexer';
import { commandsOf, NO_VARIABLES, wordsOf } from '../../src/pods/command-line';
import { kubeProxiesIn } from '../reading/declared';
import { readScript } from '../../src/writers/script/script-reader';
import { OUTSIDE } from '../../src/writers/script/script-effects';

const ENVIRONMENT = { variables: {}, readFile: () => undefined, nodePath: (path: string) => path };
const SETTING = { environment: ENVIRONMENT, chamber: OUTSIDE, loop: undefined, known: [] };
const COUNT = 4_000;

describe('no text makes the shell give up', () => {
  test.each<[string, string]>([
    ['backticks', '`'.repeat(40_000)],
    ['backticks in words', 'a`b`'.repeat(COUNT)],
    ['substitutions in each other', `${'$('.repeat(COUNT)}x${')'.repeat(COUNT)}`],
    ['substitutions in quotes', `${'"$('.repeat(COUNT)}x${')"'.repeat(COUNT)}`],
    ['substitutions side by side', '$(x)'.repeat(COUNT)],
    ['variables side by side', '$x'.repeat(COUNT)],
    ['parentheses', '('.repeat(COUNT)],
    ['groups', '{ '.repeat(COUNT)],
    ['branches', 'if true; then '.repeat(COUNT)],
    ['loops', 'while :; do '.repeat(COUNT)],
    ['functions', 'f() '.repeat(COUNT)],
    ['cases', 'case x in x) '.repeat(COUNT)],
    ['quotes', '"\''.repeat(COUNT)],
    ['negations', '! '.repeat(COUNT)],
    ['pipes', 'a | '.repeat(COUNT)],
    ['operators', 'a && '.repeat(COUNT)],
    ['here-documents', 'cat <<A\n'.repeat(COUNT)],
    ['braces', '{a,'.repeat(COUNT)],
    ['lines', '\n'.repeat(COUNT)],
    ['words', 'a '.repeat(COUNT)],
    ['assignments', 'A=b '.repeat(COUNT)],
    ['array literals', 'A=('.repeat(COUNT)],
    ['shells in shells', `${'sh -c "'.repeat(COUNT)}x`],
  ])('%s', (_, text) => {
    expect(() => tokenize(text)).not.toThrow();
    expect(() => parseScript(text)).not.toThrow();
    expect(() => wordsOf(text)).not.toThrow();
    expect(() => commandsOf(text, NO_VARIABLES, () => undefined)).not.toThrow();
    expect(() => readScript(text, SETTING)).not.toThrow();
    expect(() => kubeProxiesIn(`kube-proxy --proxy-mode=ipvs ${text}\n`, 'kube-proxy.flags')).not.toThrow();
    expect(() => kubeProxiesIn(`[Service]\nExecStart=kube-proxy ${text}\n`, 'kube-proxy.service')).not.toThrow();
  });
});
