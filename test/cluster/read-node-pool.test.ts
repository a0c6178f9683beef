import * as fc from 'fast-check';
import type { NodePoolProps } from '../../src/cluster/node-pool';
import { nodePool, readNodePool } from '../../src/cluster/read-node-pool';

const WORKERS: NodePoolProps = { name: 'workers', kernelVersion: '5.15.0-91-generic' };

describe('a node pool', () => {
  test('is parsed, and what is left out is not known', () => {
    expect(nodePool(WORKERS)).toMatchObject({
      name: 'workers', operatingSystem: 'linux', osImage: undefined, kubeProxyVersion: undefined, kubeProxyVersionAssumed: false, count: undefined,
      labels: {}, sysctls: {}, modules: {}, interfaces: [], readOnlyRoot: undefined, containerizedNode: false, declaredBackports: [],
    });
  });

  test('keeps everything that is stated, in one form', () => {
    const pool = nodePool({
      ...WORKERS,
      osImage: 'Ubuntu 22.04', operatingSystem: 'linux', architecture: 'amd64', kubeProxyVersion: 'v1.28.5', kubeletVersion: '1.28', count: 3, cpu: 8,
      labels: { pool: 'a' },
      sysctls: { 'net/ipv4/vs/conn_reuse_mode': 1, 'net.ipv4.conf.eth0/100.arp_ignore': ' 1 ' },
      modules: { 'ip_vs': 'loaded', 'nf-conntrack': 'builtin' },
      interfaces: ['eth0', { name: 'eth1', addresses: ['10.0.0.1/24'] }],
      readOnlyRoot: true, containerizedNode: true,
      declaredBackports: ['F0A5E4D7A594', { commit: 'c95c078', reason: 'changelog of the vendor' }],
    });
    expect(pool).toMatchObject({
      count: 3, cpu: 8, labels: { pool: 'a' }, readOnlyRoot: true, containerizedNode: true,
      sysctls: { 'net.ipv4.vs.conn_reuse_mode': '1', 'net.ipv4.conf.eth0/100.arp_ignore': '1' },
      modules: { ip_vs: 'loaded', nf_conntrack: 'builtin' },
      interfaces: [{ name: 'eth0' }, { name: 'eth1', addresses: ['10.0.0.1/24'] }],
      declaredBackports: [{ commit: 'f0a5e4d7a594' }, { commit: 'c95c078', reason: 'changelog of the vendor' }],
    });
    expect(String(pool.kubeProxyVersion)).toBe('v1.28.5');
  });

  test.each<[object, string]>([
    [{ name: '' }, 'node pool "": name is ""; allowed: a text of 1 to 253 characters; a number needs quotes'],
    [{ name: 'x'.repeat(254) }, 'allowed: a text of 1 to 253 characters'],
    [{ kernelVersion: `5.15.0-${'x'.repeat(58)}` }, 'allowed: a release that starts with two numbers'],
    [{ kernelVersion: 'rolling' }, 'kernelVersion is "rolling"; allowed: a release that starts with two numbers, as uname -r prints it (5.15.0-91-generic), in quotes'],
    [{ kernelVersion: 5.15 }, 'kernelVersion is 5.15; allowed: a release'],
    [{ kernelVersion: undefined }, 'kernelVersion is missing; give a release'],
    [{ kubeProxyVersion: 'latest' }, 'kubeProxyVersion is "latest"; allowed: a Kubernetes version (v1.29.4), in quotes'],
    [{ operatingSystem: 'Linux' }, 'operatingSystem is "Linux"; allowed: linux or windows'],
    [{ count: 0 }, 'count is 0; allowed: the number of nodes, 1 or more; leave a pool without nodes out'],
    [{ count: 1.5 }, 'count is 1.5; allowed'],
    [{ cpu: -1 }, 'cpu is -1; allowed: the number of cores of a node, 1 or more'],
    [{ labels: { pool: true } }, 'labels.pool is true; allowed: a text, in quotes'],
    [{ sysctls: { 'net.ipv4.vs.x;reboot': 1 } }, 'sysctls.net.ipv4.vs.x;reboot is "net.ipv4.vs.x;reboot"; allowed: a sysctl such as net.ipv4.vs.conn_reuse_mode'],
    [{ sysctls: { 'net.core.somaxconn\n': 1 } }, 'allowed: a sysctl'],
    [{ sysctls: { 'net.core.somaxconn': '1\n2' } }, 'sysctls.net.core.somaxconn is "1\\n2"; allowed: a number, or a text of one line'],
    [{ modules: { ip_vs: 'present' } }, 'modules.ip_vs is "present"; allowed: loaded, builtin, loadable, absent'],
    [{ modules: { 'ip vs': 'loaded' } }, 'modules.ip vs is "ip vs"; allowed: a module such as ip_vs'],
    [{ interfaces: [{}] }, 'interfaces[0] is {}; allowed: a name, or a mapping with name and addresses'],
    [{ readOnlyRoot: 'yes' }, 'readOnlyRoot is "yes"; allowed: true or false'],
    [{ declaredBackports: ['f0a5e4'] }, 'declaredBackports[0] is "f0a5e4"; allowed: a commit id of 7 to 40 hexadecimal digits'],
    [{ declaredBackports: [{ commit: 'not hex' }] }, 'declaredBackports[0] is {"commit":"not hex"}; allowed'],
    [{ kernelversion: '5.15' }, 'kernelversion is not a property; write kernelVersion'],
    [{ zone: 'a' }, 'zone is not a property; allowed: name, '],
  ])('refuses %j', (wrong, message) => {
    expect(() => nodePool({ ...WORKERS, ...wrong } as NodePoolProps)).toThrow(message);
  });

  test('is refused with everything that is wrong, a line each, each naming the pool', () => {
    expect(() => nodePool({ ...WORKERS, count: 0, cpu: 0 })).toThrow(
      /^node pool "workers": count is 0; .*\nnode pool "workers": cpu is 0; .*$/,
    );
  });
});

describe('reading a pool from an inventory', () => {
  test('takes the name as pool', () => {
    const { pool, problems } = readNodePool({ pool: 'a', kernelVersion: '6.1.0' });
    expect([pool?.name, problems]).toEqual(['a', []]);
  });

  test('keeps a pool whose kernel cannot be parsed, with the problem', () => {
    const { pool, problems } = readNodePool({ pool: 'a', kernelVersion: 'rolling' });
    expect(pool?.kernel.isReadable).toBe(false);
    expect(problems).toEqual([{ path: ['kernelVersion'], message: expect.stringContaining('kernelVersion is "rolling"') }]);
  });

  test('reads everything else of a pool with problems, and says where they are', () => {
    const { pool, problems } = readNodePool({ pool: 'a', kernelVersion: '6.1.0', cpu: 'many', sysctls: { 'net.core.somaxconn': [], 'vm.swappiness': 1 }, count: 2 });
    expect(pool).toMatchObject({ count: 2, cpu: undefined, sysctls: { 'vm.swappiness': '1' } });
    expect(problems.map(({ path }) => path)).toEqual([['cpu'], ['sysctls', 'net.core.somaxconn']]);
  });

  test.each([undefined, null, 'workers', 3, [], true])('gives no pool for %j', (input) => {
    expect(readNodePool(input)).toMatchObject({ pool: undefined, problems: [{ message: 'a node pool is a mapping with name and kernelVersion' }] });
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.dictionary(fc.constantFrom('name', 'kernelVersion', 'sysctls', 'labels', 'interfaces', 'count'), fc.jsonValue()), (any, props) => {
      expect(() => [readNodePool(any), readNodePool(props)]).not.toThrow();
    }));
  });
});
