import { readAks } from './aks';
import { isAnsibleList, writersOfAnsibleTasks, writersOfSysctlVariables } from './ansible-tasks';
import { writersOfBottlerocket } from './bottlerocket';
import { readCanonical } from './canonical';
import { readClusterApiRke2 } from './cluster-api-rke2';
import { readClusterClass } from './cluster-class';
import { readEksAddOn } from './eks-add-on';
import { readGardener } from './gardener';
import type { InstallerDocument, InstallerSetup } from './installer-document';
import { readK0s } from './k0s';
import { readK3d } from './k3d';
import { readK3s } from './k3s';
import { writersOfKairos } from './kairos';
import { readKind } from './kind';
import { readKkp } from './kkp';
import { readKops } from './kops';
import { readKubeadm } from './kubeadm';
import { readKubeKey } from './kubekey';
import { readKubeOne } from './kubeone';
import { readKubespray } from './kubespray';
import { readNestedSettings } from './nested-settings';
import { writersOfNodePools, writersOfShoot } from './node-pool-sysctls';
import { readOpenShift } from './openshift';
import { readRancher } from './rancher';
import { readRke } from './rke';
import { readTalos } from './talos';
import { readOmni, readTalhelper, readTalosJsonPatch } from './talos-patches';

const READERS = [
  readKubeadm, readTalos, readK3s, readRancher, readClusterApiRke2, readK3d, readRke, readK0s, readKops, readKind,
  readKubespray, readGardener, readAks, readEksAddOn, readKkp, readKubeOne, readKubeKey, readOpenShift, readCanonical, readTalhelper, readOmni,
  readClusterClass, readNestedSettings,
];

/** Settings of nodes that may stand in documents of several kinds, beside what sets kube-proxy up there. */
const SETTINGS_OF_NODES = [writersOfBottlerocket, writersOfNodePools, writersOfShoot, writersOfKairos, writersOfSysctlVariables];

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

/** The same for a document that is a list: plays and tasks of Ansible, JSON patches for Talos. */
export function readInstallerList(document: Omit<InstallerDocument, 'value'>, list: readonly unknown[]): InstallerSetup | undefined {
  const writers = isAnsibleList(list) ? writersOfAnsibleTasks(document, list) : [];
  return writers.length > 0 ? { writers } : readTalosJsonPatch(document, list);
}
