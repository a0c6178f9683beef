import { Testing, type App } from 'cdk8s';
import { findingsOf } from '../../src/cdk8s';
import { programsOf, run } from './pages';

beforeEach(() => { jest.spyOn(console, 'warn').mockReturnValue(); });

it('watches the cluster that the program sets up', () => {
  const [program, ...others] = programsOf('docs/monitoring.md');
  const { app } = run(program.replace('app.synth();', ''));
  const objects = Testing.synth((app as App).charts[0]) as { kind: string; metadata: { namespace: string } }[];
  const kinds = objects.filter(({ metadata }) => metadata.namespace === 'monitoring').map(({ kind }) => kind);
  expect(kinds).toEqual(['PrometheusRule', 'PodMonitor', 'ConfigMap']);
  expect(findingsOf(app as App).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(others).toEqual([]);
});
