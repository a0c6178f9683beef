import * as pulumi from '@pulumi/pulumi';
import { assess, declarationOf, defineCluster } from 'kube-proxy-kit';
import { ClusterKubeProxy } from 'kube-proxy-kit/pulumi';
import { leastRatio, type Benchmark, type Measurement } from './benchmark';
import { clusterWithExceptions } from './inputs/exceptions';

/** How much more twice as much takes, against twice the time: 1 is linear, 2 quadratic. */
async function growth(count: number, work: (count: number) => void | Promise<void>): Promise<Measurement> {
  const { ratio, detail } = await leastRatio(() => work(count), () => work(count / 2), 2);
  return { ratio: ratio / 2, detail };
}

/** A program with one component, to the end, with an engine that takes everything as it is. */
async function component(exceptions: number): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: ({ inputs }) => inputs,
  }, 'project', 'stack', false);
  new ClusterKubeProxy('kube-proxy', clusterWithExceptions(exceptions));
  await pulumi.runtime.disconnect();
}

let made = 0;

function configuration(): string {
  return `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ipvs\nipvs:\n  scheduler: wrr\nconntrack:\n  min: ${100_000 + made++}\n`;
}

/** An inventory, and configurations each of which may be that of any of its pools. */
function check(pools: number, configurations: number): void {
  const nodePools = Array.from({ length: pools }, (_, i) => ({
    name: `pool-${i}`, kernelVersion: `5.4.0-${100 + (i % 40)}-generic`, labels: { pool: `pool-${i}` }, sysctls: { 'net.netfilter.nf_conntrack_max': `${200_000 + i}` },
  }));
  const texts = Array.from({ length: configurations }, (_, i) => ({ file: `team-${i}/kube-proxy.yaml`, text: configuration() }));
  assess(declarationOf({ texts, nodePools: defineCluster({ kubernetesVersion: 'v1.24.3', nodePools }).nodePools }));
}

const benchmarks: Benchmark[] = [
  {
    name: 'a Pulumi program with 200 exceptions in a component, against twice one with half of them',
    budget: 1.25,
    measure: () => growth(200, component),
  },
  {
    name: 'judging 500 pools with one configuration, against twice half of them',
    budget: 1.25,
    measure: () => growth(500, (pools) => check(pools, 1)),
  },
  {
    name: 'judging 200 configurations on 5 pools, against twice half of them',
    budget: 1.25,
    measure: () => growth(200, (configurations) => check(5, configurations)),
  },
];

export default benchmarks;
