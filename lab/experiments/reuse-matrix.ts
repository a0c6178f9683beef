import { Director } from '../guest/director';
import { experiment, type Expectation, type MeasuredOn } from './experiment';
import { measuredVerdict, measureReuse, type MeasuredVerdict, type ReuseCase, type ServerEvent } from './reused-ports';

const MODES = [0, 1, 2, 3];
const EVENTS: readonly ServerEvent[] = ['weight 0', 'deleted', 'other added'];

/** Who answers a client that reuses its source port, and how fast, for every value that kube-proxy or a tuner may leave. */
export const reuseMatrix = experiment<readonly ReuseCase[]>({
  id: 'reuse-matrix',
  title: 'conn_reuse_mode 0 to 3, with and without expire_nodest_conn: who answers a reused source port, and after how long.',
  rules: ['stale-real-server', 'syn-drop-delay', 'reuse-mode-conflict', 'reuse-mode-needless-zero', 'kernel-fixes-unknown'],
  withoutFixes: true,
  measure: async (_parameters, ipVsModule) => {
    const director = await Director.get(ipVsModule);
    await director.serve('tcp');
    const cases: ReuseCase[] = [];
    for (const connReuseMode of MODES) {
      for (const expireNodestConn of [0, 1]) {
        for (const event of EVENTS) {
          cases.push(await measureReuse(director, { connReuseMode, expireNodestConn, conntrack: 1 }, event));
        }
      }
    }
    return cases;
  },
  expectations: (cases, on) => MODES.flatMap((mode) => [0, 1].map((expire): Expectation => {
    const measured = measuredVerdict(casesOf(cases, mode, expire));
    const expected = expectedVerdict(mode, expire, on);
    return { that: `conn_reuse_mode=${mode} expire_nodest_conn=${expire}: ${expected}${measured === expected ? '' : `, measured ${measured}`}`, holds: measured === expected };
  })),
});

export function casesOf(cases: readonly ReuseCase[], mode: number, expire: number): ReuseCase[] {
  return cases.filter(({ connReuseMode, expireNodestConn }) => connReuseMode === mode && expireNodestConn === expire);
}

/** The kernels of the lab have every fix that was not taken out. */
function expectedVerdict(mode: number, expire: number, { without }: MeasuredOn): MeasuredVerdict {
  if (mode !== 0) {
    return without.includes('unconfirmedConntrack') ? 'syn-drop-delay' : 'safe';
  }
  return expire === 0 || without.includes('weightZero') ? 'stale-real-server' : 'uneven';
}
