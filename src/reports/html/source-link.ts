import { markup, type Markup } from '../markup';

const ISSUE = /^([A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+)#(\d+)$/;
const KERNEL_COMMIT = /^(?:Linux|kernel) commit ([0-9a-f]{7,40})$/;
const ADDRESS = /^https:\/\/\S+$/;

/** A source as a link where its form tells the address: an issue or pull request, a commit of the kernel, an address itself. */
export function sourceLink(source: string): Markup {
  const issue = ISSUE.exec(source);
  const commit = KERNEL_COMMIT.exec(source);
  const address = issue ? `https://github.com/${issue[1]}/issues/${issue[2]}`
    : commit ? `https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/commit/?id=${commit[1]}`
      : ADDRESS.test(source) ? source : undefined;
  return address === undefined ? markup`${source}` : markup`<a href="${address}" rel="noreferrer">${source}</a>`;
}
