import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { catalogue } from '../../src/rules';

const pages = ['rules', 'runbooks'].map((name) => path.join(__dirname, '../../docs', name)).flatMap((folder) =>
  readdirSync(folder).filter((name) => name !== 'README.md').map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const));

/** The commands of a page; `<what you know>` is a word. */
function script(page: string): string {
  return [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, text]) => text.replace(/<[a-z][^<>\n]*>/gi, 'WORD')).join('');
}

/** Simple commands as words: quotes are taken off, comments left out. Not for what is nested; the pages have none. */
function commands(text: string): string[][] {
  const found: string[][] = [[]];
  for (const [token, single, double, plain] of text.matchAll(/'([^']*)'|"([^"]*)"|(?:\$\([^)]*\)|[^\s'"|;&#])+|\|\|?|&&|[;\n]|#.*/g)) {
    if (/^(?:\|\|?|&&|[;\n])$/.test(token)) {
      found.push([]);
    } else if (!token.startsWith('#')) {
      found[found.length - 1].push(single ?? double ?? plain ?? token);
    }
  }
  return found.map((words) => words.filter((word) => !['for', 'do', 'done'].includes(word))).filter((words) => words.length > 0 && words[0] !== 'i');
}

/**
 * Programs of the pages, and the options that they are called with, each looked up in the manual: ipvsadm(8), ip(8), ss(8), kubectl's
 * reference, and so on. A new one wants to be looked up, too.
 */
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  'apt': /^$/, 'arping': /^-[Ic]$/, 'cat': /^$/, 'curl': /^(-s|-v|-vk|-o|-w|--local-port)$/, 'docker': /^-[cl]$/, 'grep': /^(-[icErs]|-iE|-rs|-[AB] ?\d*)$/,
  'ip': /^(-6|-brief)$/, 'ipset': /^--version$/, 'iptables': /^-[tS]$/, 'iptables-save': /^-t$/,
  'ipvsadm': /^(-L|-Ln|-Lnc|-u|--stats|--timeout)$/, 'journalctl': /^-[bu]$/, 'ls': /^$/, 'lsmod': /^$/, 'modinfo': /^-n$/, 'modprobe': /^$/,
  'nft': /^--version$/, 'pgrep': /^-a$/, 'rpm': /^(-q|--changelog)$/, 'ss': /^(-lnt|-lntp)$/, 'sysctl': /^$/, 'systemctl': /^$/, 'tail': /^-n$/, 'uname': /^-r$/,
  'wc': /^-l$/,
  'kubectl': /^(-A|-n|-[clLo]|--|--field-selector|--previous|--sort-by=.+|--tail=-1)$/,
};

/** Of kubectl: what may follow its global options. */
const KUBECTL = /^(?:-n \S+ )?(?:get (?:configmap|daemonset|events|nodes|pods|services?|daemonsets)|logs|exec|version)\b/;

it.each(pages)('%s has commands that a shell can read', (_, page) => {
  execFileSync('sh', ['-n'], { input: script(page) });
});

it.each(pages)('%s calls programs as their manuals have it', (_, page) => {
  const unknown = commands(script(page)).filter(([program, ...words]) =>
    !(program in PROGRAMS) || words.some((word) => word.startsWith('-') && !PROGRAMS[program].test(word))
    || (program === 'kubectl' && !KUBECTL.test(words.join(' '))));
  expect(unknown).toEqual([]);
});

it.each(pages)('%s searches logs as a whole: kubectl shows ten lines of pods that a selector names', (_, page) => {
  const searched = script(page).split('\n').filter((line) => /kubectl.* logs .*-l .*\| grep/.test(line));
  expect(searched.filter((line) => !line.includes('--tail=-1'))).toEqual([]);
});

it('finds commands on most pages', () => {
  expect(commands('ss -lnt | grep -E \'a|b\'; uname -r   # c | d\nls /lib/$(uname -r)/x && ls')).toEqual([
    ['ss', '-lnt'], ['grep', '-E', 'a|b'], ['uname', '-r'], ['ls', '/lib/$(uname -r)/x'], ['ls'],
  ]);
  expect(pages.filter(([, page]) => commands(script(page)).length > 0).length).toBeGreaterThan(catalogue.length - 8);
});
