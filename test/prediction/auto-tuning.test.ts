import { autoTuning } from '../../src/prediction/auto-tuning';
import { predictedPool } from './predicted-pool';

describe("connReuseMode: 'auto'", () => {
  it.each<[string, string, string, '0' | '1' | undefined]>([
    ['1 where kube-proxy forces 0 on a sound kernel', '1.27.4', '4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64', '1'],
    ['1 where the kernel has it by default', '1.27.4', '5.15.0-91-generic', '1'],
    ['1 although 0 would do', '1.19.16', '4.18.0-553.66.1.el8_10.x86_64', '1'],
    ['nothing where the kernel lacks both fixes', '1.27.4', '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', undefined],
    ['nothing where the one is missing and the other unknown', '1.27.4', '3.10.0-862.14.1.5.h687.eulerosv2r7.x86_64', undefined],
    ['nothing where nothing is known', '1.27.4', '4.19.90-52.39.v2207.ky10.x86_64', undefined],
    ['nothing where 1 loses the conntrack and 0 the server', '1.12.4', '4.3.6-coreos', undefined],
    ['nothing where the key does not exist', '1.27.4', '3.10.107', undefined],
  ])('%s: v%s on %s', (_, version, kernel, expected) => {
    expect(autoTuning(predictedPool(version, kernel)).connReuseMode).toBe(expected);
  });

  it('is 0 where only weight 0 is honoured', () => {
    const pool = predictedPool('1.27.4', '4.19.90-52.39.v2207.ky10.x86_64', { declaredBackports: ['c95c07836fa4'] });
    expect(autoTuning(pool)).toEqual({
      connReuseMode: '0', because: 'with 0 reused source ports only keep their server while it lives, and with 1 the outcome is unknown',
    });
  });

  it('is the same before and after the tuner is there', () => {
    const writes = { key: 'net.ipv4.vs.conn_reuse_mode', value: '1', location: undefined };
    const before = predictedPool('1.27.4', '4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64');
    expect(autoTuning(before).connReuseMode).toBe(writes.value);
    expect(autoTuning({ reuse: { ...before.reuse, connReuseMode: '1', verdict: 'safe' } }).connReuseMode).toBe('1');
  });
});
