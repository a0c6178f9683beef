import { kernelDefault, sysctlFact } from '../../../src/facts/kernel/sysctls';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';

describe('kernelDefault', () => {
  it.each([
    ['net.ipv4.vs.conn_reuse_mode', '5.15.0-60-generic', '1'],
    ['net.ipv4.vs.conn_reuse_mode', '4.1.0', '1'],
    ['net.ipv4.vs.conn_reuse_mode', '4.0.9', undefined],
    ['net.ipv4.vs.conn_reuse_mode', '3.10.0-862.el7.x86_64', '1'],
    ['net.ipv4.vs.conn_reuse_mode', '3.10.0-229.el7.x86_64', undefined],
    // The default is the same wherever a vendor has added the key.
    ['net.ipv4.vs.conn_reuse_mode', '3.10.0-custom', '1'],
    ['net.ipv4.vs.expire_nodest_conn', '3.10.107', '0'],
    ['net.ipv4.vs.conntrack', '6.6.58-talos', '0'],
    ['net.ipv4.vs.run_estimation', '5.15.59', undefined],
    ['net.ipv4.vs.run_estimation', '5.16.0', '1'],
    ['net.netfilter.nf_conntrack_tcp_timeout_established', '5.10.57', '432000'],
    ['net.netfilter.nf_conntrack_max', '5.10.57', undefined],
    ['net.core.somaxconn', '5.3.18', '128'],
    ['net.core.somaxconn', '5.4.0', '4096'],
    ['net.ipv4.tcp_keepalive_time', '5.4.0', '7200'],
    ['net.ipv4.conf.all.arp_ignore', '5.4.0', '0'],
    ['net.ipv4.vs.unheard_of', '5.4.0', undefined],
    ['net.ipv4.vs.conntrack', 'no kernel', undefined],
  ])('%s on %s: %s', (key, kernelVersion, value) => {
    expect(kernelDefault(key, { kernel: KernelRelease.parse(kernelVersion) })).toBe(value);
  });
});

describe('sysctlFact', () => {
  it.each([
    ['net.ipv4.vs.conn_reuse_mode', undefined, 'network-namespace'],
    ['net.ipv4.vs.drop_packet', [0, 3], 'network-namespace'],
    ['net.ipv4.vs.est_nice', [-20, 19], 'network-namespace'],
    ['net.ipv4.conf.all.arp_announce', [0, 2], 'network-namespace'],
    ['net.netfilter.nf_conntrack_max', undefined, 'machine'],
    ['net.netfilter.nf_conntrack_udp_timeout', undefined, 'network-namespace'],
  ])('%s takes %j and belongs to the %s', (key, range, scope) => {
    const fact = sysctlFact(key);

    expect([fact?.range, fact?.scope]).toEqual([range, scope]);
  });

  it('knows nothing of other keys', () => {
    expect(sysctlFact('kernel.panic')).toBeUndefined();
  });
});
