import { readAks } from './aks';
import { writersOfBottlerocket } from './bottlerocket';
import { readEksAddOn } from './eks-add-on';
import { readGardener } from './gardener';
import type { InstallerDocument, InstallerSetup } from './installer-document';
import { readK0s } from './k0s';
import { readClusterApiRke2 } from './cluster-api-rke2';
import { readK3d } from './k3d';
import { readK3s } from './k3s';
import { readKind } from './kind';
import { readKops } from './kops';
import { readKubeadm } from './kubeadm';
import { readKubespray } from './kubespray';
import { readRancher } from './rancher';
import { readRke } from './rke';
import { readTalos } from './talos';

const READERS = [
  readKubeadm, readTalos, readK3s, readRancher, readClusterApiRke2, readK3d, readRke, readK0s, readKops, readKind,
  readKubespray, readGardener, readAks, readEksAddOn,
];

/** Settings of nodes that may stand in documents of several kinds, beside what sets kube-proxy up there. */
const SETTINGS_OF_NODES = [writersOfBottlerocket];

/** How an installer or a distribution is told to set kube-proxy and nodes up; `undefined` for a document that is for none of them. */
export function readInstallerDocument(document: InstallerDocument): InstallerSetup | undefined {
  const setup = firstOf(document);
  const writers = SETTINGS_OF_NODES.flatMap((read) => read(document));
  return writers.length === 0 ? setup : { ...setup, writers: [...setup?.writers ?? [], ...writers] };
}

function firstOf(document: InstallerDocument): InstallerSetup | undefined {
  for (const read of READERS) {
    const setup = read(document);
    if (setup) {
      return setup;
    }
  }
  return undefined;
}
