import { Director } from '../guest/director';
import type { Answer } from '../guest/peer';
import { experiment } from './experiment';
import { measureReuse, wasDelayed, type ReuseCase } from './reused-ports';

/** The fault of the rule of this name, and its cures. */
export const synDropDelay = experiment<{ readonly tracked: ReuseCase; readonly untracked: ReuseCase; readonly zero: ReuseCase }>({
  id: 'syn-drop-delay',
  title: 'With conn_reuse_mode=1 and conntrack=1 each reused source port costs one second, unless the kernel has the fix of Linux 5.9.',
  rules: ['syn-drop-delay'],
  withoutFixes: true,
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('tcp');
    return {
      tracked: await measureReuse(director, { connReuseMode: 1, expireNodestConn: 1, conntrack: 1 }, 'other added'),
      untracked: await measureReuse(director, { connReuseMode: 1, expireNodestConn: 1, conntrack: 0 }, 'other added'),
      zero: await measureReuse(director, { connReuseMode: 0, expireNodestConn: 1, conntrack: 1 }, 'other added'),
    };
  },
  expectations: ({ tracked, untracked, zero }, { without }) => [
    without.includes('unconfirmedConntrack')
      ? { that: 'mode 1, conntrack 1, without f0a5e4d7a594: every connection from a reused port takes a second', holds: reused(tracked).every(wasDelayed) }
      : { that: 'mode 1, conntrack 1, with f0a5e4d7a594: no connection is delayed', holds: !reused(tracked).some(wasDelayed) },
    { that: 'mode 1, conntrack 0: no connection is delayed', holds: !reused(untracked).some(wasDelayed) },
    { that: 'mode 0: no connection is delayed', holds: !reused(zero).some(wasDelayed) },
  ],
});

function reused({ before, after }: ReuseCase): Answer[] {
  return [...before.slice(1), ...after];
}
