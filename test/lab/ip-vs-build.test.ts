import { IP_VS_BUILDS, withoutCommits } from '../../lab/host/ip-vs-build';

const CORE = `		if (unlikely(sysctl_expire_nodest_conn(ipvs)) && cp->dest &&
		    unlikely(!atomic_read(&cp->dest->weight))) {
			resched = true;
			old_ct = ip_vs_conn_uses_old_conntrack(cp, skb);
`;

it('puts back what a commit changed', () => {
  expect(withoutCommits(CORE, 'ip_vs_core.c', ['weightZero'])).toBe(`		if (conn_reuse_mode && sysctl_expire_nodest_conn(ipvs) && cp->dest &&
		    !atomic_read(&cp->dest->weight)) {
			resched = true;
			old_ct = ip_vs_conn_uses_old_conntrack(cp, skb);
`);
});

it('leaves other files and the rest alone', () => {
  expect(withoutCommits(CORE, 'ip_vs_ctl.c', ['weightZero', 'unconfirmedConntrack'])).toBe(CORE);
  expect(withoutCommits(CORE, 'ip_vs_core.c', [])).toBe(CORE);
});

it.each(IP_VS_BUILDS)('says when the source does not have the place: $name', ({ without }) => {
  expect(() => withoutCommits('int main;\n', 'ip_vs_core.c', without)).toThrow('does not read as expected');
});
