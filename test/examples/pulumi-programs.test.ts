import * as pulumi from '@pulumi/pulumi';
import { ComponentRefusedError } from 'kube-proxy-kit/pulumi';

interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as Pulumi hands it over
}
const registered: Registered[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: (resource) => {
      registered.push(resource);
      return { id: `${resource.name}-id`, state: resource.inputs };
    },
    call: ({ inputs }) => inputs,
  });
  pulumi.runtime.setConfig('project:kubernetesVersion', 'v1.27.4');
});
afterEach(async () => {
  await pulumi.runtime.disconnect();
  registered.length = 0;
});

function refusalOf(program: () => unknown): ComponentRefusedError {
  try {
    program();
  } catch (error) {
    if (error instanceof ComponentRefusedError) {
      return error;
    }
  }
  throw new Error('it was not refused');
}

describe('the mixed cluster', () => {
  const modesOf = (objects: readonly Registered[]) => Object.fromEntries(objects
    .filter(({ inputs }) => inputs.data?.['config.conf'])
    .map(({ inputs }) => [inputs.metadata.name, /^mode: (.*)$/m.exec(inputs.data['config.conf'])?.[1]]));

  it('runs IPVS where it is safe, and exports what it made', async () => {
    const { configMaps } = jest.requireActual<{ configMaps: string[] }>('../../examples/pulumi/mixed-cluster');
    await pulumi.runtime.disconnect();
    expect(modesOf(registered)).toEqual({ 'kube-proxy': 'ipvs', 'kube-proxy-euleros-2-5': 'iptables', 'kube-proxy-euleros-2-9-h541': 'iptables' });
    expect(configMaps).toEqual(['kube-proxy', 'kube-proxy-euleros-2-5', 'kube-proxy-euleros-2-9-h541']);
    expect(registered.filter(({ type }) => type === 'kubernetes:apps/v1:DaemonSet').map(({ inputs }) => inputs.metadata.name).sort()).toEqual([
      'kube-proxy', 'kube-proxy-euleros-2-5', 'kube-proxy-euleros-2-9-h541', 'kube-proxy-module-loader', 'kube-proxy-sysctl-tuner',
    ]);
  });
});

describe('the naive cluster', () => {
  beforeEach(() => {
    jest.spyOn(pulumi.log, 'error').mockResolvedValue();
    jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
  });

  it('is refused for its two pools that nothing can save, and registers nothing of Kubernetes', async () => {
    const refusal = refusalOf(() => jest.requireActual('../../examples/pulumi/naive-cluster'));
    expect(refusal.findings.map(({ id }) => id)).toEqual(['syn-drop-delay[euleros-2-5]', 'stale-real-server[euleros-2-9-h541]']);
    await pulumi.runtime.disconnect();
    expect(registered.map(({ type }) => type)).toEqual(['kube-proxy-kit:index:ClusterKubeProxy']);
  });
});
