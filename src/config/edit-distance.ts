/** Fewest insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      current[j] = Math.min(current[j - 1] + 1, last[j] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
      }
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length];
}

/** The candidate that a name is but a slip of the pen away from, whatever the case; the longer the name, the bigger the slip may be. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  let [nearest, distance] = [undefined as string | undefined, name.length < 4 ? 1 : name.length < 8 ? 2 : 3];
  for (const candidate of candidates) {
    const difference = Math.abs(candidate.length - name.length) < distance ? editDistance(name.toLowerCase(), candidate.toLowerCase()) : distance;
    if (difference < distance) {
      [nearest, distance] = [candidate, difference];
    }
  }
  return nearest;
}
