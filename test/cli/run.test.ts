import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { FORMATS } from '../../src/cli/options';
import { folderWith, IPVS_CONFIG_MAP, OLD_NODES } from './inputs';
import { ran } from './made-streams';

const { version } = jest.requireActual<{ version: string }>('../../package.json');
const file = folderWith({ 'kube-proxy.yaml': IPVS_CONFIG_MAP, 'nodes.yaml': OLD_NODES });

describe('a usage error ends with 2, a message and nothing on standard output:', () => {
  it.each([
    ['no command', [], /Usage: kube-proxy-kit/],
    ['an unknown command', ['chekc'], /unknown command 'chekc'\n\(Did you mean check\?\)\nRun kube-proxy-kit --help/],
    ['an unknown option', ['check', '--formt', 'json'], /unknown option '--formt'\n\(Did you mean --format\?\)\nRun kube-proxy-kit check --help/],
    ['an unknown format', ['check', 'x', '--format', 'xml'], new RegExp(`'xml' is invalid\\. Allowed choices are ${FORMATS.join(', ')}\\.`)],
    ['an unknown severity', ['check', 'x', '--fail-on', 'info'], /'info' is invalid\. Allowed choices are error, warning, not-checked, never\./],
    ['an option without its value', ['check', 'x', '--nodes'], /option '-n, --nodes <file>' argument missing/],
    ['a version that is none', ['check', 'x', '-k', 'latest'], /'latest' is invalid\. Write it as 1\.29, v1\.29\.4/],
    ['two acknowledgement files', ['check', '-a', 'a.yaml', '--ack=b.yaml', 'x'], /argument 'b\.yaml' is invalid\. It comes after a\.yaml, and the option takes one file\./],
    ['two reports', ['check', 'x', '-o', '-', '-o', 'y'], /argument 'y' is invalid\. It comes after -/],
    ['nothing to check', ['check'], /nothing to check; name files, folders or - for standard input/],
    ['standard input twice', ['check', '-', '--nodes', '-'], /standard input \(-\) can be read once only/],
    ['an unknown rule', ['explain', 'stale-real-sever'], /no rule "stale-real-sever"; did you mean stale-real-server\?/],
    ['an unknown shell', ['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
    ['an image that is none', ['collect', '--image', 'a b'], /image is "a b"; allowed:/],
    ['too many arguments', ['explain', 'a', 'b'], /too many arguments/],
    ['an option that would steer the terminal', ['check', '--\u001b[31m'], /unknown option '--\\u001b\[31m'/],
    ['a file that would', ['check', '--ack', '\u001b[31m', 'x'], /cannot read the acknowledgements: \\u001b\[31m does not exist/],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await ran(args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('what is asked for goes to standard output and ends with 0:', () => {
  it.each([
    ['the version', ['--version'], new RegExp(`^${version}\n$`)],
    ['the help', ['--help'], /Examples:\n.*\n +\$ kubectl get nodes -o json > nodes\.json/],
    ['the help of check', ['check', '--help'], /--ack <file>[^]*Exit code: 0 when[^]*Examples:/],
    ['the help by its own command', ['help', 'collect'], /Usage: kube-proxy-kit collect/],
  ])('%s', async (_, args, expected) => {
    const { code, stdout, stderr } = await ran(args);
    expect(stdout).toMatch(expected);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

describe('a fault of ours', () => {
  const broken = new Proxy({ isTTY: false }, {
    get: (target, name) => {
      if (name === 'isTTY') {
        return target.isTTY;
      }
      throw new TypeError('broken');
    },
  });

  it.each([['without a stack', {}, false], ['with one when DEBUG asks for it', { DEBUG: '1' }, true]])('is said as such, %s', async (_, env, stack) => {
    const { code, stdout, stderr } = await ran(['check', '-'], { stdin: broken as never, env });
    expect(stderr).toContain('kube-proxy-kit: this is a bug: TypeError: broken\nPlease report it');
    expect(/^ {4}at /m.test(stderr)).toBe(stack);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

it('never ends with another code, nor with a stack, whatever the words on the command line', async () => {
  const known = ['check', 'explain', 'collect', 'completion', 'help', '-', '--', '--nodes', '--format', 'json', 'html', '--ack', '--fail-on', 'never', '-k', '1.29',
    '--help', '--version', 'stale-real-server', 'bash', file(), file('kube-proxy.yaml'), file('nodes.yaml'), file('none.yaml'), '/dev/null', '', '-x', '--nodes='];
  const word = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, fc.string({ maxLength: 8 }));
  const start = fc.constantFrom([], ['check'], ['check', '-'], ['check', file()], ['explain']);
  await fc.assert(fc.asyncProperty(start, fc.array(word, { maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 40 }), async (first, words, stdin) => {
    // A report must not be written to a file of a made-up name.
    const args = [...first, ...words.filter((candidate) => !/^(?:-\w*o|--o)/.test(candidate))];
    const { code, stderr } = await ran(args, { stdin });
    expect([0, 1, 2]).toContain(code);
    expect(stderr).not.toMatch(/this is a bug|^ {4}at /m);
  }), { numRuns: 150 });
});

it('never ends with another code, a stack or a crashed rule, whatever manifests and nodes hold', async () => {
  const known = ['', 'ipvs', 'nftables', 'v1.28.5', '1.99', '5.15.0-91-generic', '4.18.0-305.el8.x86_64', 'kube-proxy', 'kube-system', 'registry.k8s.io/kube-proxy:v1.28.5',
    '--proxy-mode=ipvs', 'sysctl -w net.ipv4.vs.conn_reuse_mode=0', 'modprobe ip_vs', '10.0.0.0/33', '443', '\u001b[31m', '\u202e', '__proto__'];
  const names = ['name', 'namespace', 'labels', 'spec', 'template', 'containers', 'initContainers', 'image', 'command', 'args', 'ports', 'port', 'nodePort', 'hostPort',
    'type', 'data', 'config.conf', 'volumes', 'configMap', 'nodeSelector', 'affinity', 'securityContext', 'sysctls', 'items', 'status', 'nodeInfo', 'kernelVersion',
    'kubeletVersion', 'osImage', 'capacity', 'cpu', 'modules', 'interfaces', 'machine', 'proxy', 'extraArgs', 'mode', 'ipvs', 'scheduler', 'excludeCIDRs', 'env', 'lifecycle'];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 7 }, fc.constantFrom(null, true, -1, 0, 1e308, 443, ...known), fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
    ),
  }));
  const object = (kinds: readonly string[]) => fc.record({
    apiVersion: fc.constantFrom('v1', 'apps/v1', 'kubeproxy.config.k8s.io/v1alpha1'), kind: fc.constantFrom(...kinds), metadata: value, spec: value, data: value, status: value, items: value,
  }, { requiredKeys: ['apiVersion', 'kind'] });
  const manifests = fc.array(object(['ConfigMap', 'DaemonSet', 'Service', 'List', 'Pod', 'CronJob', 'Node', 'KubeProxyConfiguration', 'ClusterConfiguration', 'IPAddressPool']), { maxLength: 3 });
  const nodes = fc.oneof(object(['Node', 'List']), fc.record({ nodes: fc.array(fc.dictionary(fc.constantFrom('pool', ...names), value), { maxLength: 3 }), network: value }));
  const oddNodes = file('odd-nodes.json');
  await fc.assert(fc.asyncProperty(manifests, nodes, fc.constantFrom(...FORMATS), async (objects, listed, format) => {
    writeFileSync(oddNodes, JSON.stringify(listed));
    const stdin = objects.map((written) => JSON.stringify(written)).join('\n');
    const { code, stdout, stderr } = await ran(['check', '-', file('kube-proxy.yaml'), '--nodes', oddNodes, '--format', format], { stdin });
    expect([0, 1]).toContain(code);
    expect(`${stdout}${stderr}`).not.toMatch(/rule-crashed\[|this is a bug|^ {4}at /m);
  }), { numRuns: 150 });
});
