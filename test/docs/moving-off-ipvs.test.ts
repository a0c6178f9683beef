import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { App } from 'cdk8s';
import { findingsOf } from '../../src/cdk8s';
import { NFTABLES_KERNEL } from '../../src/facts/kube-proxy/nftables';
import { programsOf, run } from './pages';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

const page = readFileSync(path.join(__dirname, '../../docs/moving-off-ipvs.md'), 'utf8');

it('moves one pool as it says', () => {
  const [program, ...others] = programsOf('docs/moving-off-ipvs.md');
  expect(others).toEqual([]);
  const { app } = run(program) as { app: App };
  const manifests = app.charts[0].toJson() as Manifest[];
  const configuration = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('kube-proxy-batch'))!;
  expect(Object.values(configuration.data!).join('\n')).toMatch(/mode: nftables\n/);
  expect(findingsOf(app).filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('says what the facts say', () => {
  expect(page).toContain(`| kernel | ${NFTABLES_KERNEL} or later`);
});
