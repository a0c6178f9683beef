import type { Evidence } from '../evidence';

/** A scheduler of IPVS, as the kernel names it. */
export interface Scheduler {
  /** What `ipvs.scheduler` and ipvsadm take. */
  readonly name: string;
  readonly title: string;
  /** First mainline release with it; left out for those older than any kernel that runs Kubernetes. */
  readonly since?: { readonly release: string; readonly evidence: Evidence };
  /** Words that people use for it, in lower case and without separators. */
  readonly aliases?: readonly string[];
}

export const SCHEDULERS: readonly Scheduler[] = [
  { name: 'rr', title: 'round robin' },
  { name: 'wrr', title: 'weighted round robin' },
  { name: 'lc', title: 'least connection', aliases: ['leastrequest'] },
  { name: 'wlc', title: 'weighted least connection' },
  { name: 'lblc', title: 'locality-based least connection' },
  { name: 'lblcr', title: 'locality-based least connection with replication' },
  { name: 'dh', title: 'destination hashing' },
  { name: 'sh', title: 'source hashing', aliases: ['iphash', 'sourceip', 'sourceiphash'] },
  { name: 'sed', title: 'shortest expected delay' },
  { name: 'nq', title: 'never queue' },
  {
    name: 'fo', title: 'weighted failover', aliases: ['failover'],
    since: { release: '3.18', evidence: { source: 'net/netfilter/ipvs/ip_vs_fo.c, commit of September 2014', certainty: 'derived' } },
  },
  {
    name: 'ovf', title: 'weighted overflow', aliases: ['overflow'],
    since: { release: '4.3', evidence: { source: 'net/netfilter/ipvs/ip_vs_ovf.c, commit of August 2015', certainty: 'derived' } },
  },
  {
    name: 'mh', title: 'Maglev hashing',
    since: { release: '4.18', evidence: { source: 'net/netfilter/ipvs/ip_vs_mh.c, commit of April 2018', certainty: 'derived' } },
  },
  {
    name: 'twos', title: 'power of two choices', aliases: ['p2c', 'twochoices', 'twoschoice'],
    since: { release: '5.12', evidence: { source: 'net/netfilter/ipvs/ip_vs_twos.c: not in Linux 5.10, in 6.1', certainty: 'from-memory' } },
  },
];

/** The scheduler that the kernel knows under this very name; case counts. */
export function schedulerNamed(name: string): Scheduler | undefined {
  return SCHEDULERS.find((scheduler) => scheduler.name === name);
}

/** The module that holds a scheduler, and that the kernel asks for when a virtual server names it. */
export function schedulerModule(name: string): string {
  return `ip_vs_${name}`;
}

/** Shorter words are as good as any scheduler's. */
const SHORTEST_WORD = 4;

/**
 * The scheduler that somebody most likely meant who wrote another name: `RoundRobin`, `least_conn`, `ip_vs_lc`, `WRR`.
 * `undefined` when the text is near none.
 */
export function schedulerMeantBy(text: string): Scheduler | undefined {
  const word = wordOf(text.toLowerCase().replace(/^ip[_-]vs[_-]/, ''));
  const exact = SCHEDULERS.find(({ name, title, aliases = [] }) => [name, wordOf(title), ...aliases].includes(word));
  if (exact || word.length < SHORTEST_WORD) {
    return exact;
  }
  return SCHEDULERS.find(({ title }) => wordOf(title).startsWith(word)) ?? longest(SCHEDULERS.filter(({ title }) => word.startsWith(wordOf(title))));
}

function wordOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function longest(schedulers: readonly Scheduler[]): Scheduler | undefined {
  return [...schedulers].sort((left, right) => right.title.length - left.title.length)[0];
}
