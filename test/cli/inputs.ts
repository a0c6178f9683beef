import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

export const IPVS_CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data:
  config.conf: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: ipvs
`;

/** A pool on which the ConfigMap above gives stale-real-server at error. */
export const OLD_NODES = `nodes:
  - {pool: old, kernelVersion: 4.15.0-58-generic, kubeProxyVersion: v1.28.5, osImage: Ubuntu 18.04.3 LTS}
`;

/** A pool on which it gives nothing. */
export const SOUND_NODES = `nodes:
  - {pool: sound, kernelVersion: 5.15.0-91-generic, kubeProxyVersion: v1.28.5, osImage: Ubuntu 22.04.3 LTS}
`;

/** A folder with files for the tests of one file, gone after them. Gives the path of a file in it. */
export function folderWith(files: Readonly<Record<string, string>>): (name?: string) => string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kube-proxy-kit-'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text);
  }
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name = '') => path.join(folder, name);
}
