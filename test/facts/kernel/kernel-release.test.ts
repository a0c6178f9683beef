import fc from 'fast-check';
import { compareNumbers } from '../../../src/facts/kernel/compare-numbers';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { RELEASE_STRINGS, type ReuseModeAction } from './release-strings';

describe('release strings of real nodes', () => {
  it('are 112 or more and differ, but for one that two nodes share', () => {
    expect(RELEASE_STRINGS.length).toBeGreaterThanOrEqual(112);
    expect(new Set(RELEASE_STRINGS.map(([kernelVersion]) => kernelVersion)).size).toBe(RELEASE_STRINGS.length - 1);
  });

  it.each(RELEASE_STRINGS)('%s (%s) is read as %s of %s', (kernelVersion, _osImage, base, family, _fixes, action) => {
    const kernel = KernelRelease.parse(kernelVersion);

    expect({ base: kernel.base, family: kernel.family.id, action: reuseModeAction(kernel) }).toEqual({ base, family, action });
  });
});

function reuseModeAction(kernel: KernelRelease): ReuseModeAction {
  if (kernel.before('4.1')) {
    return 'cannot set';
  }
  return kernel.before('5.9') ? 'forces 0' : 'as-is';
}

describe('KernelRelease.parse', () => {
  it.each([
    ['6.18.40.1-microsoft-standard-WSL2 (amd64)', '6.18.40.1-microsoft-standard-WSL2', [6, 18, 40, 1]],
    ['  5.10.0-46-amd64\n', '5.10.0-46-amd64', [5, 10, 0]],
    ['v5.4', 'v5.4', [5, 4]],
    ['5.9.0-rc1', '5.9.0-rc1', [5, 9, 0]],
    ['4.19.102+', '4.19.102+', [4, 19, 102]],
  ])('reads %j', (text, release, numbers) => {
    const kernel = KernelRelease.parse(text);

    expect(kernel).toMatchObject({ raw: text, release, numbers, isReadable: true });
  });

  it.each(['', '   ', 'linux', '5', '5.', 'v', '-5.4', '.5.4', '5.x', '123456.1', '5.1234567'])('reads no number from %j and keeps it', (text) => {
    const kernel = KernelRelease.parse(text);

    expect(kernel).toMatchObject({ raw: text, numbers: [], isReadable: false, base: text });
    expect(kernel.atLeast('0.0')).toBe(false);
    expect(kernel.before('99.0')).toBe(false);
  });

  it('never throws and never loses the text', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 200 }), releaseLike()), (text) => {
      expect(KernelRelease.parse(text).raw).toBe(text);
    }));
  });

  it('takes a string of a megabyte without delay', () => {
    const kernel = KernelRelease.parse(`4.18.0-${'1.'.repeat(500_000)}el8`);

    expect(kernel).toMatchObject({ base: '4.18.0', family: { id: 'unknown' } });
  });
});

/** Strings made of the pieces that release strings are made of. */
function releaseLike() {
  const piece = fc.constantFrom('4', '18', '0', '5.4', '.', '-', '+', '_', ' ', 'el8', 'h686', 'eulerosv2r9', 'x86_64', 'generic', 'amzn2', 'uek');
  return fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
}

describe('families', () => {
  it.each([
    // Builds compare as integers, whatever is rebuilt on top of them.
    ['4.18.0-372.9.1.el8.x86_64', 'rhel8', [372, 9, 1]],
    ['4.18.0-372.32.1.el8_6.86ciq_lts.0.7.x86_64', 'rhel8', [372, 32, 1]],
    ['3.10.0-1160.119.1.el7_9.ciqcbr.3.1.x86_64', 'rhel7', [1160, 119, 1]],
    ['5.14.0-70.13.1.el9_0.x86_64', 'rhel9', [70, 13, 1]],
    ['5.4.17-2102.200.13.el8uek.x86_64', 'uek6', [2102, 200, 13]],
    ['5.15.0-0.30.19.el9uek.x86_64', 'uek7', [0, 30, 19]],
    ['6.12.0-100.28.2.el9uek.x86_64', 'uek', []],
    ['4.14.35-1902.306.2.el7uek.x86_64', 'uek5', [1902, 306, 2]],
    ['4.18.0-147.5.1.6.h729.6.eulerosv2r9.x86_64', 'euleros-2.9-x86', [729]],
    ['4.19.90-vhulk2103.1.0.h584.eulerosv2r9.aarch64', 'euleros-2.9-arm', [584]],
    ['4.19.36-vhulk1907.1.0.h475.eulerosv2r8.aarch64', 'euleros-2.8', [1907]],
    ['3.10.0-514.44.5.10.h254.x86_64', 'euleros-2.3', [254]],
    ['4.19.90-2003.4.0.0036.oe1.x86_64', 'openeuler-20.03', [2003, 4, 0, 36]],
    ['4.19.90-2211.5.0.0178.22.uel20.x86_64', 'openeuler-20.03', [2211, 5, 0, 178, 22]],
    ['5.4.0-99-generic', 'ubuntu-5.4', [99]],
    ['5.4.0-99-generic-lpae', 'ubuntu-5.4', [99]],
    ['5.4.0-1025-aws', 'ubuntu-5.4-aws', [1025]],
    ['5.4.0-1040-gkeop', 'ubuntu-5.4-cloud', [1040]],
    ['5.4.0-1021-aws-fips', 'ubuntu', [1021]],
    ['4.18.0-25-generic', 'ubuntu-hwe-old', [25]],
    ['5.3.0-1017-aws', 'ubuntu', [1017]],
    ['4.4.0-116-generic', 'ubuntu-4.4', [116]],
    ['4.15.0-1039-azure', 'ubuntu-4.15-cloud', [1039]],
    ['4.15.0-1065-aws', 'ubuntu-4.15-aws', [1065]],
    // A kernel of Ubuntu's mainline archive has no ABI that tells of picks.
    ['5.4.0-050400-generic', 'unknown', []],
    ['5.10.0-10-amd64', 'debian-11', [10]],
    ['4.19.0-11-cloud-amd64', 'debian-10', [11]],
    ['5.10.0-0.bpo.15-amd64', 'debian-backports', [15]],
    ['6.1.0-0.deb11.52-amd64', 'debian-backports', [52]],
    ['6.12.43+deb13-amd64', 'debian-13', []],
    ['3.16.0-4-amd64', 'debian-8', [4]],
    ['3.13.0-170-generic', 'ubuntu-14.04', [170]],
    ['4.9.0-13-amd64', 'debian-9', [13]],
    ['5.7.0-3-amd64', 'debian', [3]],
    ['5.3.18-150300.59.43-default', 'sle', []],
    ['4.12.14-197.45-default', 'sle', []],
    ['5.14.21-150400.24.33-default', 'sle15-sp4', [24, 33]],
    ['6.7.7-1-default', 'opensuse', []],
    ['4.19.91-26.6.al7.x86_64', 'alinux2', [26, 6]],
    ['5.10.134-16.1.al8.x86_64', 'alinux3', []],
    ['5.15.55.1-2.cm2', 'azure-linux', []],
    ['6.1.21-v8+', 'raspberry-pi-os', []],
    ['4.19.104', 'upstream', []],
    ['4.14.40-custom', 'private-build', []],
    ['4.19.0-6.el7.ucloud.x86_64', 'ucloud', []],
    ['4.19.0-custom', 'unknown', []],
    ['10.0.17763.1234', 'windows', []],
    ['1.23.456-789.012.amzn2.x86_64', 'placeholder', []],
    ['', 'unknown', []],
  ])('%s is of %s, build %j', (kernelVersion, id, build) => {
    expect(KernelRelease.parse(kernelVersion).family).toMatchObject({ id, build });
  });
});

describe('compareNumbers', () => {
  it.each([
    [[348], [372, 9, 1]],
    [[372, 9, 1], [513, 5, 1]],
    [[513, 5, 1], [513, 9, 1]],
    [[513], [513, 9, 1]],
    [[9], [10]],
    [[], [1]],
  ])('puts %j before %j', (left, right) => {
    expect(compareNumbers(left, right)).toBeLessThan(0);
    expect(compareNumbers(right, left)).toBeGreaterThan(0);
  });

  it('takes a missing number for 0', () => {
    expect(compareNumbers([5, 9], [5, 9, 0])).toBe(0);
  });
});
