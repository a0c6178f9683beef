import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';
import { LAST_PLANNED_RELEASE, releaseDates, RELEASED_LINES } from '../../../src/facts/kube-proxy/release-calendar';
import { KNOWN_PRERELEASE, NEWEST_KNOWN_RELEASE, OLDEST_KNOWN_RELEASE } from '../../../src/facts/kube-proxy/releases';

describe('the calendar', () => {
  it('has every known release, from the oldest to the newest (else: add it to RELEASED)', () => {
    const [oldest, newest] = [OLDEST_KNOWN_RELEASE, NEWEST_KNOWN_RELEASE].map((line) => KubeVersion.parse(line).minor);
    expect(RELEASED_LINES).toEqual(Array.from({ length: newest - oldest + 1 }, (_, index) => `1.${oldest + index}`));
  });

  it('goes forward, and each release outlives the next one', () => {
    const all = RELEASED_LINES.map((line) => releaseDates(line)!);
    for (const [index, { released, endOfLife }] of all.entries()) {
      expect(endOfLife > released).toBe(true);
      expect(all[index + 1] === undefined || (all[index + 1].released > released && all[index + 1].endOfLife > endOfLife)).toBe(true);
    }
  });

  it.each([
    ['1.31', { released: '2024-08-13', endOfLife: '2025-11-11', state: 'released', newestPatch: '1.31.14' }],
    ['1.36', { released: '2026-04-22', endOfLife: '2027-06-28', state: 'released', newestPatch: '1.36.6' }],
    ['1.40', { released: '2027-08', endOfLife: '2028-10', state: 'planned', newestPatch: undefined }],
  ])('of %s', (line, expected) => {
    expect(releaseDates(line)).toMatchObject(expected);
  });

  it('takes what is not out for what comes four months after the release before', () => {
    const newest = KubeVersion.parse(NEWEST_KNOWN_RELEASE);
    const next = releaseDates(`1.${newest.minor + 1}`)!;
    expect(next).toMatchObject({ released: expect.stringMatching(/^\d{4}-\d\d$/), newestPatch: undefined });
    expect(next.state).toBe(next.line === KNOWN_PRERELEASE?.line ? 'pre-release' : 'planned');
  });

  it('marks what is only derived', () => {
    expect(releaseDates('1.31')!.endOfLifeEvidence.certainty).toBe('documented');
    expect(releaseDates('1.36')!.endOfLifeEvidence.certainty).toBe('derived');
    expect(releaseDates(LAST_PLANNED_RELEASE)!.evidence.certainty).toBe('derived');
  });

  it('says nothing of releases before it', () => {
    expect(releaseDates('1.10')).toBeUndefined();
  });
});
