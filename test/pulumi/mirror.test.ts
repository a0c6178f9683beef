import * as cdk8s from '../../src/cdk8s';
import * as components from '../../src/pulumi';

type Equal<A, B> = [A, B] extends [B, A] ? true : false;

/** Properties that only the components have. */
type Added<Component, Construct> = Exclude<keyof Component, keyof Construct>;
/** Properties that only the constructs have. */
type Missing<Component, Construct> = Exclude<keyof Construct, keyof Component>;

type Settings<T> = Exclude<T, false | undefined>;

// The compiler holds these: what is in the tree as a construct is in the stack as a component, with the same properties. How an object that
// exists is adopted is a question only of stacks; constructs are acknowledged once they are made, components only before.
type Judged = 'acknowledgements';
const same: readonly true[] = [
  true satisfies Equal<Added<components.ClusterKubeProxyArgs, cdk8s.ClusterKubeProxyProps>, never>,
  true satisfies Equal<Missing<components.ClusterKubeProxyArgs, cdk8s.ClusterKubeProxyProps>, never>,
  true satisfies Equal<Added<components.KubeProxyConfigArgs, cdk8s.KubeProxyConfigProps>, Judged | 'adoption'>,
  true satisfies Equal<Missing<components.KubeProxyConfigArgs, cdk8s.KubeProxyConfigProps>, never>,
  true satisfies Equal<Added<components.KubeProxyArgs, cdk8s.KubeProxyProps>, Judged | 'adoption'>,
  true satisfies Equal<Missing<components.KubeProxyArgs, cdk8s.KubeProxyProps>, never>,
  true satisfies Equal<Added<components.ModuleLoaderArgs, cdk8s.ModuleLoaderProps>, Judged>,
  true satisfies Equal<Missing<components.ModuleLoaderArgs, cdk8s.ModuleLoaderProps>, never>,
  true satisfies Equal<Added<components.SysctlTunerArgs, cdk8s.SysctlTunerProps>, Judged>,
  true satisfies Equal<Missing<components.SysctlTunerArgs, cdk8s.SysctlTunerProps>, never>,
  true satisfies Equal<Added<components.KubeProxyMonitoringArgs, cdk8s.KubeProxyMonitoringProps>, never>,
  true satisfies Equal<Missing<components.KubeProxyMonitoringArgs, cdk8s.KubeProxyMonitoringProps>, never>,
  true satisfies Equal<Added<Settings<components.ClusterKubeProxyArgs['config']>, Settings<cdk8s.ClusterKubeProxyProps['config']>>, 'adoption'>,
  true satisfies Equal<Added<Settings<components.ClusterKubeProxyArgs['kubeProxy']>, Settings<cdk8s.ClusterKubeProxyProps['kubeProxy']>>, 'adoption'>,
];

it('properties have the names that those of constructs have, and take the same plain values', () => {
  const construct = {} as Omit<cdk8s.ClusterKubeProxyProps, 'serviceAccount'>;
  const tuner = {} as cdk8s.SysctlTunerProps;
  const modules = {} as cdk8s.ModuleLoaderProps;
  const monitoring = {} as cdk8s.KubeProxyMonitoringProps;
  construct satisfies components.ClusterKubeProxyArgs;
  tuner satisfies components.SysctlTunerArgs;
  modules satisfies components.ModuleLoaderArgs;
  monitoring satisfies components.KubeProxyMonitoringArgs;
  expect(same).not.toContain(false);
});

it.each(Object.entries(cdk8s).filter(([name]) => /^[A-Z]/.test(name)))('%s is a construct and a component', (name, construct) => {
  const component = components[name as keyof typeof components];
  expect(typeof construct).toBe('function');
  expect(typeof component).toBe('function');
});

it('tests and programs find the same functions', () => {
  const functions = (half: object) => Object.keys(half).filter((name) => /^[a-z]/.test(name) && !name.startsWith('make'));
  // An app judges its clusters, a component is judged once.
  expect(functions(components).map((name) => name.replace('assessmentOf', 'assessmentsOf')).sort()).toEqual(functions(cdk8s).sort());
});
