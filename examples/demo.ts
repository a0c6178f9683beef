import * as path from 'node:path';
import { App } from 'cdk8s';
import { MixedCluster } from './mixed-cluster';
import { NaiveCluster } from './naive-cluster';

/** Synthesises the safe cluster, then shows how the naive one is refused. Fails unless both happen. */
function demo(): void {
  const outdir = path.resolve(__dirname, '..', 'dist');
  const safe = new App({ outdir });
  for (const version of ['v1.19.16', 'v1.27.4']) {
    new MixedCluster(safe, `mixed-cluster-${version.replace(/\./g, '-')}`, version);
  }
  safe.synth();
  console.log(`The mixed cluster, IPVS where it is safe: manifests are in ${path.relative(process.cwd(), outdir) || '.'}/\n`);

  const naive = new App();
  new NaiveCluster(naive, 'naive-cluster');
  console.log('The same cluster with IPVS everywhere and no tuner:\n');
  try {
    naive.synthYaml();
  } catch (error) {
    console.log((error as Error).message);
    console.log('\nRefused, as it should be: no manifest was written.');
    return;
  }
  throw new Error('the naive cluster was synthesised; it should have been refused');
}

demo();
