import { commitNamed, KERNEL_COMMITS, type KernelCommit } from '../../../src/facts/kernel/commits';
import { kernelFixes } from '../../../src/facts/kernel/kernel-fixes';
import { kernelHas } from '../../../src/facts/kernel/kernel-has';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { predictedPool } from '../../prediction/predicted-pool';
import { KERNELS_AND_VERDICTS, RELEASE_STRINGS } from './release-strings';

function fixesOf(kernelVersion: string) {
  return kernelFixes(KernelRelease.parse(kernelVersion));
}

function stateOf(commit: KernelCommit, kernelVersion: string) {
  return kernelHas(commit, { kernel: KernelRelease.parse(kernelVersion) }).state;
}

describe('kernels of real nodes', () => {
  it.each(RELEASE_STRINGS)('%s (%s, %s, %s): %s', (kernelVersion, _osImage, _base, _family, expected) => {
    const { unconfirmedConntrack, weightZero, removedServer } = fixesOf(kernelVersion);

    expect([unconfirmedConntrack, weightZero, removedServer].map(({ state }) => state).join('/')).toBe(expected);
  });
});

describe('kernels of real nodes, to their verdicts', () => {
  const SIGNS = { present: '+', absent: '-', unknown: '?' };

  it.each(KERNELS_AND_VERDICTS)('%s (%s) has %s: %s with 1, %s with 0', (kernelVersion, family, commits, one, zero) => {
    const { fixes, reuse, pool } = predictedPool('1.28.4', kernelVersion);
    const { reuseModeKey, synDrop, unconfirmedConntrack, weightZero, removedServer } = fixes;

    expect(pool.kernel.family.id).toBe(family);
    expect([reuseModeKey, synDrop, unconfirmedConntrack, weightZero, removedServer].map(({ state }) => SIGNS[state]).join('')).toBe(commits);
    expect(reuse.ifMode).toEqual({ one, zero });
  });
});

describe('both sides of each bound', () => {
  it.each<[KernelCommit, string, string]>([
    ['unconfirmedConntrack', '4.14.193', '4.14.194'],
    ['unconfirmedConntrack', '4.19.139', '4.19.140'],
    ['unconfirmedConntrack', '5.4.58', '5.4.59'],
    ['unconfirmedConntrack', '5.7.15', '5.7.16'],
    ['unconfirmedConntrack', '5.8.1', '5.8.2'],
    ['unconfirmedConntrack', '5.8', '5.9'],
    ['weightZero', '4.14.256', '4.14.257'],
    ['weightZero', '4.19.218', '4.19.219'],
    ['weightZero', '5.4.162', '5.4.163'],
    ['weightZero', '5.10.82', '5.10.83'],
    ['weightZero', '5.15.5', '5.15.6'],
    ['weightZero', '5.14.21', '5.16'],
    ['removedServer', '5.8.18', '5.9'],
    ['reuseModeKey', '3.10.107', '4.1'],
    ['reuseModeKey', '4.0.9', '4.1.0'],
    ['reuseModeKey', '3.10.0-235.el7.x86_64', '3.10.0-236.el7.x86_64'],
    ['weightZero', '5.10.0-5.10.1.25.oe1.x86_64', '5.10.0-40.0.0.22.oe2203.x86_64'],
    ['synDrop', '4.3.6', '4.6.0'],
    ['synDrop', '4.4.9', '4.4.10'],
    ['synDrop', '4.5.3', '4.5.4'],
    ['synDrop', '3.10.0-394.el7.x86_64', '3.10.0-395.el7.x86_64'],
    ['synDrop', '4.4.0-22-generic', '4.4.0-23-generic'],
    ['unconfirmedConntrack', '5.4.58-32.125.amzn2.x86_64', '5.4.68-34.125.amzn2.x86_64'],
    ['unconfirmedConntrack', '4.19.138-4.ph3', '4.19.145-1.ph3'],
    ['unconfirmedConntrack', '5.4.51-11.cm1', '5.4.72-1.cm1'],
    ['unconfirmedConntrack', '4.19.114', '4.19.150'],
    ['weightZero', '4.14.256-197.484.amzn2.x86_64', '4.14.262-200.489.amzn2.x86_64'],
    ['weightZero', '5.4.162-86.275.amzn2.x86_64', '5.4.172-90.336.amzn2.x86_64'],
    ['unconfirmedConntrack', '4.18.0-147.5.1.6.h685.eulerosv2r9.x86_64', '4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64'],
    ['unconfirmedConntrack', '4.18.0-147.5.1.6.h99.eulerosv2r9.x86_64', '4.18.0-147.5.1.6.h1305.eulerosv2r9.x86_64'],
    ['unconfirmedConntrack', '4.19.90-vhulk2103.1.0.h583.eulerosv2r9.aarch64', '4.19.90-vhulk2103.1.0.h584.eulerosv2r9.aarch64'],
    ['unconfirmedConntrack', '5.4.0-47-generic', '5.4.0-48-generic'],
    ['unconfirmedConntrack', '5.4.0-47-lowlatency', '5.4.0-48-lowlatency'],
    ['weightZero', '5.4.0-99-generic', '5.4.0-100-generic'],
    ['unconfirmedConntrack', '5.4.0-1024-aws', '5.4.0-1025-aws'],
    ['weightZero', '5.4.0-1065-aws', '5.4.0-1066-aws'],
    ['unconfirmedConntrack', '4.15.0-118-generic', '4.15.0-119-generic'],
    ['weightZero', '5.15.0-13-generic', '5.15.0-14-generic'],
    ['unconfirmedConntrack', '4.19.0-10-amd64', '4.19.0-11-amd64'],
    ['weightZero', '5.10.0-9-amd64', '5.10.0-10-amd64'],
    ['weightZero', '5.14.0-40.el9.x86_64', '5.14.0-41.el9.x86_64'],
    ['removedServer', '4.18.0-513.5.1.el8_9.x86_64', '4.18.0-513.9.1.el8_9.x86_64'],
    // CentOS Stream 8 went on from 513 without the fix that RHEL picked into 513.9.1.
    ['removedServer', '4.18.0-521.el8.x86_64', '4.18.0-522.el8.x86_64'],
    ['conntrackMerged', '4.18.20', '4.19.0'],
    ['conntrackMerged', '4.18.0-193.14.3.el8_2.x86_64', '4.18.0-240.el8.x86_64'],
    ['conntrackMerged', '4.15.0-58-generic', '5.0.0-23-generic'],
    ['conntrackMerged', '4.14.35-1902.300.11.el7uek.x86_64', '5.4.17-2036.100.6.el8uek.x86_64'],
    ['conntrackMaxReadOnly', '4.9.268', '4.9.269'],
    ['conntrackMaxReadOnly', '4.14.232', '4.14.233'],
    ['conntrackMaxReadOnly', '4.19.190', '4.19.191'],
    ['conntrackMaxReadOnly', '5.4.119', '5.4.120'],
    ['conntrackMaxReadOnly', '5.10.34', '5.10.35'],
    ['conntrackMaxReadOnly', '5.11.18', '5.11.19'],
    ['conntrackMaxReadOnly', '5.12.1', '5.12.2'],
    ['conntrackMaxReadOnly', '5.4.117-58.216.amzn2.x86_64', '5.10.35-31.135.amzn2.x86_64'],
  ])('%s: %s lacks it, %s has it', (commit, without, having) => {
    expect([without, having].map((kernel) => stateOf(commit, kernel))).toEqual(['absent', 'present']);
  });
});

describe('between the last known without and the first known with a fix', () => {
  it.each<[KernelCommit, string, string, string]>([
    ['unconfirmedConntrack', '4.18.0-305.25.1.el8_4.x86_64', '4.18.0-305.28.1.el8_4.x86_64', '4.18.0-348.el8.x86_64'],
    ['unconfirmedConntrack', '4.18.0-147.8.1.el8_1.x86_64', '4.18.0-147.94.1.el8_1.x86_64', '4.18.0-348.el8.x86_64'],
    ['unconfirmedConntrack', '4.18.0-193.14.3.el8_2.x86_64', '4.18.0-193.93.1.el8_2.x86_64', '4.18.0-348.el8.x86_64'],
    ['weightZero', '4.18.0-348.23.1.el8_5.x86_64', '4.18.0-365.el8.x86_64', '4.18.0-372.9.1.el8.x86_64'],
    ['removedServer', '4.18.0-372.32.1.el8_6.x86_64', '4.18.0-372.87.1.el8_6.x86_64', '4.18.0-513.9.1.el8_9.x86_64'],
    ['removedServer', '4.18.0-425.19.2.el8_7.x86_64', '4.18.0-425.20.1.el8_7.x86_64', '4.18.0-553.el8_10.x86_64'],
    ['removedServer', '4.18.0-477.27.2.el8_8.x86_64', '4.18.0-477.86.1.el8_8.x86_64', '4.18.0-553.el8_10.x86_64'],
    ['unconfirmedConntrack', '4.19.90-2009.3.0.0045.oe1.x86_64', '4.19.90-2010.1.0.0044.oe1.x86_64', '4.19.90-2010.2.0.0046.oe1.x86_64'],
    ['weightZero', '4.19.0-17-amd64', '4.19.0-18-amd64', '4.19.0-19-amd64'],
    ['conntrackMerged', '4.18.0-193.28.1.el8_2.x86_64', '4.18.0-194.el8.x86_64', '4.18.0-240.el8.x86_64'],
  ])('%s: %s lacks it, of %s nothing is known, %s has it', (commit, without, between, having) => {
    expect([without, between, having].map((kernel) => stateOf(commit, kernel))).toEqual(['absent', 'unknown', 'present']);
  });

  it('names the builds on both sides', () => {
    expect(fixesOf('4.18.0-305.57.1.el8_4.x86_64').weightZero.because).toBe(
      'nothing is known of build 305.57.1 of RHEL 8 and rebuilds: the last known without it is 305.25.1, the first known with it is 372.9.1',
    );
  });
});

describe('builds of vendors of which nothing more is known', () => {
  it.each<[string, KernelCommit, string]>([
    ['5.4.17-2036.100.6.el8uek.x86_64', 'unconfirmedConntrack', 'unknown'],
    ['5.4.17-2102.200.13.el8uek.x86_64', 'unconfirmedConntrack', 'present'],
    ['5.4.0-1039-azure', 'unconfirmedConntrack', 'unknown'],
    ['5.4.0-1040-azure', 'unconfirmedConntrack', 'present'],
    ['5.4.0-1093-azure', 'weightZero', 'unknown'],
    ['5.4.0-1094-azure', 'weightZero', 'present'],
    ['4.15.0-1065-aws', 'unconfirmedConntrack', 'absent'],
    ['4.15.0-1066-aws', 'unconfirmedConntrack', 'unknown'],
    ['4.15.0-147-generic', 'weightZero', 'absent'],
    ['4.15.0-148-generic', 'weightZero', 'unknown'],
    ['5.4.0-216-generic', 'removedServer', 'absent'],
    ['5.4.0-217-generic', 'removedServer', 'unknown'],
    ['4.18.0-147.5.1.6.h685.eulerosv2r9.x86_64', 'weightZero', 'absent'],
    ['4.18.0-147.5.1.6.h686.eulerosv2r9.x86_64', 'weightZero', 'unknown'],
    // Published before the commit.
    ['4.19.90-2003.4.0.0036.oe1.x86_64', 'unconfirmedConntrack', 'absent'],
    ['4.19.90-2010.1.0.0044.oe1.x86_64', 'unconfirmedConntrack', 'unknown'],
    ['4.19.90-2106.3.0.0095.oe1.x86_64', 'weightZero', 'absent'],
    ['4.19.90-2501.1.0.0310.oe2003sp4.x86_64', 'weightZero', 'unknown'],
    ['4.18.0-25-generic', 'weightZero', 'absent'],
    ['4.4.0-187-generic', 'unconfirmedConntrack', 'absent'],
    ['4.4.0-188-generic', 'unconfirmedConntrack', 'unknown'],
    ['4.4.0-210-generic', 'weightZero', 'absent'],
    ['4.4.0-211-generic', 'weightZero', 'unknown'],
    ['3.16.0-4-amd64', 'reuseModeKey', 'absent'],
    ['3.13.0-170-generic', 'reuseModeKey', 'absent'],
    ['4.2.0-42-generic', 'reuseModeKey', 'present'],
    ['4.9.0-12-amd64', 'unconfirmedConntrack', 'absent'],
    ['4.9.0-13-amd64', 'unconfirmedConntrack', 'unknown'],
    ['4.9.0-16-amd64', 'weightZero', 'absent'],
    ['4.9.0-17-amd64', 'weightZero', 'unknown'],
    ['3.10.0-1160.11.1.el7.x86_64', 'weightZero', 'absent'],
    ['3.10.0-1160.15.2.el7.x86_64', 'weightZero', 'unknown'],
    ['3.10.0-957.35.1.el7.x86_64', 'weightZero', 'unknown'],
    ['3.10.0-693.90.1.el7.x86_64', 'unconfirmedConntrack', 'unknown'],
    ['3.10.0-862.el7.x86_64', 'unconfirmedConntrack', 'absent'],
    ['5.3.18-57-default', 'unconfirmedConntrack', 'unknown'],
    ['5.13.0-30-generic', 'removedServer', 'present'],
    ['5.13.0-30-generic', 'weightZero', 'unknown'],
    ['6.4.0-150600.23.7-default', 'weightZero', 'present'],
    // No vendor kernel, but no stable release either.
    ['4.19.0-custom', 'weightZero', 'unknown'],
    ['4.19.0', 'weightZero', 'absent'],
    // What is no fix counts by the number, until a vendor's row says otherwise.
    ['4.18.0-147.5.1.6.h998.eulerosv2r9.x86_64', 'conntrackMerged', 'absent'],
    ['4.14.105-19-0024', 'conntrackMerged', 'absent'],
    ['5.4.0-216-generic', 'conntrackMaxReadOnly', 'unknown'],
    ['5.10.0-9-amd64', 'conntrackMaxReadOnly', 'unknown'],
    ['4.18.0-553.el8_10.x86_64', 'conntrackMaxReadOnly', 'unknown'],
    ['5.15.0-60-generic', 'conntrackMaxReadOnly', 'present'],
  ])('%s, %s: %s', (kernelVersion, commit, expected) => {
    expect(stateOf(commit, kernelVersion)).toBe(expected);
  });

  it('derives from the number of a private build, where kernel.org itself is verified', () => {
    expect(fixesOf('5.4.130').unconfirmedConntrack.evidence.certainty).toBe('verified');
    expect(fixesOf('5.4.130-1.yn20230805.el7.x86_64').unconfirmedConntrack.evidence.certainty).toBe('derived');
  });

  it.each(['1.23.456-789.012.amzn2.x86_64', '10.0.17763.1234', '', 'linux'])('%j names no Linux kernel: nothing is known', (kernelVersion) => {
    expect(new Set(Object.values(fixesOf(kernelVersion)).map(({ state }) => state))).toEqual(new Set(['unknown']));
  });
});

describe('the drop itself and the key', () => {
  it.each([
    ['3.10.107', 'absent', 'absent'],
    ['4.1.52', 'absent', 'present'],
    ['4.5.3', 'absent', 'present'],
    ['4.4.228-2.el7.elrepo.x86_64', 'present', 'present'],
    ['4.4.0-116-generic', 'present', 'present'],
    ['4.1.12-124.48.6.el7uek.x86_64', 'unknown', 'present'],
    ['4.14.40-custom', 'present', 'present'],
    ['3.10.0-123.el7.x86_64', 'absent', 'absent'],
    ['3.10.0-514.el7.x86_64', 'present', 'present'],
    ['3.10.0-327.el7.x86_64', 'absent', 'present'],
    ['3.10.0-862.el7.x86_64', 'present', 'present'],
    ['3.10.0-1160.92.1.el7.x86_64', 'present', 'present'],
    ['3.10.0-862.14.1.5.h591.eulerosv2r7.x86_64', 'present', 'present'],
    ['3.10.0-514.44.5.10.h254.x86_64', 'present', 'present'],
    ['3.10.0-327.62.59.83.h128.x86_64', 'unknown', 'unknown'],
    ['3.10.0-custom', 'unknown', 'unknown'],
  ])('%s: drop %s, key %s', (kernelVersion, synDrop, reuseModeKey) => {
    const fixes = fixesOf(kernelVersion);

    expect([fixes.synDrop.state, fixes.reuseModeKey.state]).toEqual([synDrop, reuseModeKey]);
  });
});

describe('declared backports', () => {
  const kernel = KernelRelease.parse('4.19.0-6.el7.ucloud.x86_64');

  it('make a fix present and give the reason', () => {
    const { unconfirmedConntrack, weightZero } = kernelFixes(kernel, [{ commit: 'f0a5e4d7a594', reason: 'advisory 17' }]);

    expect(unconfirmedConntrack).toMatchObject({ state: 'present', because: 'f0a5e4d7a594 is declared as a backport (advisory 17)' });
    expect(weightZero.state).toBe('unknown');
  });

  it.each([undefined, '', '  '])('say that the reason %j is none', (reason) => {
    expect(kernelFixes(kernel, [{ commit: 'c95c078', reason }]).weightZero).toMatchObject({
      state: 'present', because: 'c95c078 is declared as a backport (no reason given)',
    });
  });

  it('count even where a build is known to lack the fix, and on a string that cannot be read', () => {
    for (const kernelVersion of ['5.4.0-47-generic', 'mine']) {
      expect(kernelFixes(KernelRelease.parse(kernelVersion), [{ commit: 'F0A5E4D' }]).unconfirmedConntrack.state).toBe('present');
    }
  });

  it.each<[string, KernelCommit | undefined]>([
    ['f0a5e4d7a594e0fe237d3dfafb069bb82f80f42f', 'unconfirmedConntrack'],
    ['f0a5e4d', 'unconfirmedConntrack'],
    [' F0A5E4D7 ', 'unconfirmedConntrack'],
    ['f0a5e4', undefined],
    ['f0a5e4e', undefined],
    ['f0a5e4d7a594e0fe237d3dfafb069bb82f80f420', undefined],
    ['c95c07836fa4', 'weightZero'],
    ['35dfb013149f', 'removedServer'],
    ['d752c3645717', 'reuseModeKey'],
    ['d752c364571743d696c2a54a449ce77550c35ac5', 'reuseModeKey'],
    ['a0ae2562c6c4', 'conntrackMerged'],
    ['2671fa4dc010', 'conntrackMaxReadOnly'],
    // Its pick to 5.12.2.
    ['671c54ea8c7f', 'conntrackMaxReadOnly'],
    ['', undefined],
    ['f0a5e4d-fix', undefined],
    ['deadbeef', undefined],
  ])('commit %j names %s', (id, commit) => {
    expect(commitNamed(id)).toBe(commit);
  });
});

it.each(Object.entries(KERNEL_COMMITS))('%s: its ids name it and no other commit', (name, { commit, picks = [] }) => {
  for (const id of [commit, ...picks]) {
    expect(id).toMatch(/^[0-9a-f]{12}(?:[0-9a-f]{28})?$/);
    expect(commitNamed(id.slice(0, 7))).toBe(name);
  }
});

describe('a declared backport', () => {
  it.each(Object.entries(KERNEL_COMMITS))('counts for %s', (name, { commit }) => {
    const kernel = KernelRelease.parse('mine');

    expect(kernelHas(name as KernelCommit, { kernel }).state).toBe('unknown');
    expect(kernelHas(name as KernelCommit, { kernel, declaredBackports: [{ commit }] }).state).toBe('present');
  });
});

it('a key that was seen on the nodes is there, whatever the release string says', () => {
  const kernel = KernelRelease.parse('3.10.107');

  expect(kernelHas('reuseModeKey', { kernel, name: 'old', sysctls: { 'net.ipv4.vs.conn_reuse_mode': '0' } })).toEqual({
    state: 'present',
    evidence: { source: 'sysctls of pool old', certainty: 'documented' },
    because: 'net.ipv4.vs.conn_reuse_mode is among the sysctls seen on pool old',
  });
  expect(kernelHas('synDrop', { kernel, sysctls: { 'net.ipv4.vs.conn_reuse_mode': '0' } }).state).toBe('absent');
});
