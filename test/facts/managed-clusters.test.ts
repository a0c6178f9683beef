import { KubeVersion } from '../../src/facts/kube-proxy/kube-version';
import { managedCluster } from '../../src/facts/managed-clusters';

test.each<[string, string | undefined]>([
  ['v1.29.4-gke.1043002', 'GKE'],
  ['v1.27.4-r0', 'Huawei Cloud CCE'],
  ['v1.23.8-r0-23.2.26', 'Huawei Cloud CCE'],
  ['v1.26.3-aliyun.1', 'Alibaba Cloud ACK'],
  ['v1.26.1-tke.1', 'Tencent Cloud TKE'],
  ['v1.31.2-eksbuild.3', undefined],
  ['v1.30.13+k3s1', undefined],
  ['v1.30.13+rke2r1', undefined],
  ['v1.36.0-rc.0', undefined],
  ['v1.34.1', undefined],
])('%s is of %s', (version, product) => {
  expect(managedCluster(KubeVersion.parse(version))?.product).toBe(product);
});
