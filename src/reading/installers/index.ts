import { readAks } from './aks';
import { readEksAddOn } from './eks-add-on';
import { readGardener } from './gardener';
import type { InstallerDocument, InstallerSetup } from './installer-document';
import { readK0s } from './k0s';
import { readK3d, readK3s, readRke } from './k3s';
import { readKind } from './kind';
import { readKops } from './kops';
import { readKubeadm } from './kubeadm';
import { readKubespray } from './kubespray';
import { readTalos } from './talos';

const READERS = [
  readKubeadm, readTalos, readK3s, readK3d, readRke, readK0s, readKops, readKind, readKubespray, readGardener, readAks, readEksAddOn,
];

/** How an installer or a distribution is told to set kube-proxy up; `undefined` for a document that is for none of them. */
export function readInstallerDocument(document: InstallerDocument): InstallerSetup | undefined {
  for (const read of READERS) {
    const setup = read(document);
    if (setup) {
      return setup;
    }
  }
  return undefined;
}
