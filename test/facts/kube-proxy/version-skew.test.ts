import { oldestAllowedLine, skewFromApiServer, skewFromKubelet } from '../../../src/facts/kube-proxy/version-skew';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

describe('version skew', () => {
  it.each([
    ['1.30.0', '1.30.9', undefined], ['1.30.9', '1.30.0', undefined],
    ['1.31.0', '1.30.9', 'newer-than-api-server'],
    ['1.27.0', '1.30.0', undefined], ['1.26.0', '1.30.0', 'too-old-for-api-server'],
    ['1.24.0', '1.26.0', undefined], ['1.24.0', '1.27.0', 'too-old-for-api-server'],
    ['1.25.0', '1.28.0', undefined], ['1.25.0', '1.29.0', 'too-old-for-api-server'],
  ])('kube-proxy %s with an API server %s', (kubeProxy, apiServer, expected) => {
    expect(skewFromApiServer(KubeVersion.parse(kubeProxy), KubeVersion.parse(apiServer))).toBe(expected);
  });

  it.each([
    ['1.30.0', '1.33.0', undefined], ['1.30.0', '1.34.0', 'too-far-from-kubelet'],
    ['1.30.0', '1.27.0', undefined], ['1.30.0', '1.26.0', 'too-far-from-kubelet'],
    ['1.24.0', '1.22.0', undefined], ['1.24.0', '1.21.0', 'too-far-from-kubelet'],
  ])('kube-proxy %s with a kubelet %s', (kubeProxy, kubelet, expected) => {
    expect(skewFromKubelet(KubeVersion.parse(kubeProxy), KubeVersion.parse(kubelet))).toBe(expected);
  });

  it.each(['1.24.0', '1.26.0', '1.27.0', '1.28.0', '1.30.0'])('the oldest kube-proxy that goes with an API server %s is allowed, and none before it', (text) => {
    const apiServer = KubeVersion.parse(text);
    const oldest = KubeVersion.parse(oldestAllowedLine(apiServer));
    expect(skewFromApiServer(oldest, apiServer)).toBeUndefined();
    expect(skewFromApiServer(KubeVersion.parse(`${oldest.major}.${oldest.minor - 1}`), apiServer)).toBe('too-old-for-api-server');
  });
});
