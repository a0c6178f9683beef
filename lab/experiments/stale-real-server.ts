import { Director } from '../guest/director';
import { experiment } from './experiment';
import { measureReuse, type ReuseCase } from './reused-ports';

interface Measured {
  readonly kept: ReuseCase;
  readonly lost: ReuseCase;
  readonly fixed: ReuseCase;
  readonly rescheduled: ReuseCase;
}

/** The fault of the rule of this name, and both its cures, in one go. */
export const staleRealServer = experiment<Measured>({
  id: 'stale-real-server',
  title: 'With conn_reuse_mode=0 a reused source port stays with a server at weight 0; with the fix of Linux 5.16, or with 1, it does not.',
  rules: ['stale-real-server'],
  withoutFixes: true,
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('tcp');
    return {
      kept: await measureReuse(director, { connReuseMode: 0, expireNodestConn: 0, conntrack: 1 }, 'weight 0'),
      lost: await measureReuse(director, { connReuseMode: 0, expireNodestConn: 0, conntrack: 1 }, 'deleted'),
      fixed: await measureReuse(director, { connReuseMode: 0, expireNodestConn: 1, conntrack: 1 }, 'weight 0'),
      rescheduled: await measureReuse(director, { connReuseMode: 1, expireNodestConn: 1, conntrack: 1 }, 'weight 0'),
    };
  },
  expectations: ({ kept, lost, fixed, rescheduled }, { without }) => [
    { that: 'mode 0, expire_nodest_conn 0: a server at weight 0 keeps every connection', holds: staysWithServer(kept) },
    { that: 'mode 0, expire_nodest_conn 0: connections to a deleted server time out', holds: lost.after.every(({ error }) => error === 'ETIMEDOUT') },
    without.includes('weightZero')
      ? { that: 'mode 0, expire_nodest_conn 1, without c95c07836fa4: a server at weight 0 keeps every connection', holds: staysWithServer(fixed) }
      : { that: 'mode 0, expire_nodest_conn 1, with c95c07836fa4: another server answers', holds: leavesServer(fixed) },
    { that: 'mode 1: another server answers', holds: leavesServer(rescheduled) },
  ],
});

function staysWithServer({ before, after }: ReuseCase): boolean {
  return after.every(({ server }) => server === before[before.length - 1].server);
}

function leavesServer({ before, after }: ReuseCase): boolean {
  return after.every(({ server }) => server !== null && server !== before[before.length - 1].server);
}
