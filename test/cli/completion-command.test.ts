import { spawnSync } from 'node:child_process';
import { FORMATS } from '../../src/cli/options';
import { catalogue } from '../../src/rules';
import { ran } from './made-streams';

/** What bash offers at the end of a command line. */
async function offeredByBash(...words: readonly string[]): Promise<string[]> {
  const { stdout: script } = await ran(['completion', 'bash']);
  const line = ['kube-proxy-kit', ...words].map((word) => `'${word}'`).join(' ');
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\nCOMP_WORDS=(${line})\nCOMP_CWORD=${words.length}\n_kube_proxy_kit\nprintf '%s\\n' "\${COMPREPLY[@]}"`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash', () => {
  it.each<[string, string[], readonly string[]]>([
    ['commands', [''], ['check', 'plan', 'explain', 'collect', 'completion', 'help', '--help', '--version']],
    ['commands that begin alike', ['co'], ['collect', 'completion']],
    ['options', ['check', '--f'], ['--format', '--fail-on']],
    ['the words of an option', ['check', '--format', ''], FORMATS],
    ['the words of a short option', ['check', '-f', 'j'], ['json', 'junit']],
    ['no words where a file is wanted', ['check', '--nodes', ''], []],
    ['rules', ['explain', 'stale'], ['stale-real-server']],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['nothing for a command that is none', ['chekc', ''], []],
  ])('is offered %s', async (_, words, expected) => {
    expect(await offeredByBash(...words)).toEqual(expected);
  });
});

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  it('knows every command, option and rule', async () => {
    const { code, stdout } = await ran(['completion', shell]);
    expect(code).toBe(0);
    const known = ['check', 'explain', 'collect', 'completion', 'nodes', 'kubernetes-version', 'ack', 'format', 'output', 'fail-on', 'help', 'image',
      'namespace', 'sarif', ...catalogue.map(({ id }) => id)];
    expect(known.filter((word) => !new RegExp(`\\b${word}\\b`).test(stdout))).toEqual([]);
  });
});
