import type { Experiment } from './experiment';
import { hostPortsExposed } from './host-ports-exposed';
import { idleConnectionReset } from './idle-connection-reset';
import { kubeProxy } from './kube-proxy';
import { lostConntrack } from './lost-conntrack';
import { modeSwitch } from './mode-switch';
import { moduleLoaderPod } from './module-loader';
import { modulesAndSchedulers } from './modules-and-schedulers';
import { reuseMatrix } from './reuse-matrix';
import { staleRealServer } from './stale-real-server';
import { synDropDelay } from './syn-drop-delay';
import { sysctlBeforeModule } from './sysctl-before-module';
import { sysctlTunerPod } from './sysctl-tuner';
import { udpStaleEndpoint } from './udp-stale-endpoint';

/** In the order in which they run in one guest: those that need a node without ip_vs first. */
export const EXPERIMENTS: readonly Experiment[] = [
  sysctlBeforeModule,
  moduleLoaderPod,
  sysctlTunerPod,
  modulesAndSchedulers,
  staleRealServer,
  synDropDelay,
  lostConntrack,
  reuseMatrix,
  udpStaleEndpoint,
  idleConnectionReset,
  hostPortsExposed,
  kubeProxy,
  modeSwitch,
];

/** @throws Error when there is none of that id */
export function experimentById(id: string): Experiment {
  const found = EXPERIMENTS.find((candidate) => candidate.id === id);
  if (found === undefined) {
    throw new Error(`there is no experiment ${id}; there are ${EXPERIMENTS.map((candidate) => candidate.id).join(', ')}`);
  }
  return found;
}
