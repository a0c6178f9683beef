import { REUSE_MODE_BEHAVIOUR, reuseModeAction } from '../../../src/facts/kube-proxy/reuse-mode';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { NEWEST_KNOWN_RELEASE } from '../../../src/facts/kube-proxy/releases';

const NEWEST_MINOR = KubeVersion.parse(NEWEST_KNOWN_RELEASE).minor;

const KERNELS = ['3.10.0-1160.el7.x86_64', '4.0.9', '4.1.0', '4.18.0-553.el8_10.x86_64', '5.8.18', '5.9.0', '7.2.13'];

/** For each of KERNELS: does kube-proxy write 0? */
const NEVER = [false, false, false, false, false, false, false];
const ALWAYS = [true, true, true, true, true, true, true];
const FROM_4_1 = [false, false, true, true, true, true, true];
const FROM_4_1_TO_5_9 = [false, false, true, true, true, false, false];

function writesOn(version: string): boolean[] {
  return KERNELS.map((kernel) => reuseModeAction(KubeVersion.parse(version), KernelRelease.parse(kernel)).writesZero);
}

describe('what kube-proxy does with conn_reuse_mode, on both sides of every bound', () => {
  it.each([
    ['1.10.13', NEVER],
    ['1.11.0', NEVER], ['1.11.6', NEVER], ['1.11.7', ALWAYS], ['1.11.10', ALWAYS],
    ['1.12.0', NEVER], ['1.12.4', NEVER], ['1.12.5', ALWAYS], ['1.12.10', ALWAYS],
    ['1.13.0', ALWAYS], ['1.13.12', ALWAYS], ['1.14.0', ALWAYS], ['1.15.12', ALWAYS], ['1.16.0', ALWAYS], ['1.17.17', ALWAYS], ['1.18.20', ALWAYS],
    ['1.19.0', FROM_4_1], ['1.19.16', FROM_4_1],
    ['1.20.0', FROM_4_1], ['1.20.14', FROM_4_1], ['1.20.15', FROM_4_1_TO_5_9],
    ['1.21.0', FROM_4_1], ['1.21.8', FROM_4_1], ['1.21.9', FROM_4_1_TO_5_9], ['1.21.14', FROM_4_1_TO_5_9],
  ])('v%s', (version, expected) => {
    expect(writesOn(version)).toEqual(expected);
  });

  it.each(Array.from({ length: NEWEST_MINOR - 21 }, (_, i) => `1.${22 + i}.0`))('v%s', (version) => {
    expect(writesOn(version)).toEqual(FROM_4_1_TO_5_9);
  });

  it('reads vendor versions by their numbers', () => {
    expect(writesOn('v1.19.16-r0')).toEqual(FROM_4_1);
    expect(writesOn('v1.21.9-eksbuild.1')).toEqual(FROM_4_1_TO_5_9);
  });

  it('has one row, and one only, for every release', () => {
    for (let minor = 5; minor < 50; minor++) {
      for (let patch = 0; patch < 20; patch++) {
        const version = KubeVersion.parse(`1.${minor}.${patch}`);
        expect([version.raw, REUSE_MODE_BEHAVIOUR.filter(({ releases }) => version.within(releases)).length]).toEqual([version.raw, 1]);
      }
    }
  });
});

describe('the reason that is given', () => {
  const reason = (version: string, kernel: string) => reuseModeAction(KubeVersion.parse(version), KernelRelease.parse(kernel));

  it.each([
    ['1.11.0', '4.18.0', 'this release leaves it alone on every kernel'],
    ['1.15.0', '4.18.0', 'this release writes 0 on startup on every kernel'],
    ['1.19.0', '4.18.0', 'this release writes 0 on startup on kernels from 4.1 on'],
    ['1.28.0', '4.18.0', 'this release writes 0 on startup on kernels from 4.1 on and below 5.9'],
    ['1.28.0', '5.9.1', 'this release leaves it alone on kernels from 5.9 on'],
    ['1.28.0', '3.10.0', 'this release leaves it alone on kernels below 4.1'],
  ])('v%s on %s', (version, kernel, because) => {
    expect(reason(version, kernel).because).toBe(because);
  });

  it('rests on the source as far as that was read, and on an assumption beyond', () => {
    expect(reason(`${NEWEST_KNOWN_RELEASE}.2`, '4.18.0').evidence.certainty).toBe('verified');
    expect(reason(`1.${NEWEST_MINOR + 1}.0`, '4.18.0').evidence).toMatchObject({
      certainty: 'derived', source: expect.stringContaining(`assumed unchanged after v${NEWEST_KNOWN_RELEASE}`),
    });
    expect(reason('1.10.2', '4.18.0').evidence).toMatchObject({ certainty: 'derived', source: expect.stringContaining('assumed as in v1.11') });
  });
});
