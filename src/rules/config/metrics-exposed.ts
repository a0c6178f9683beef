import { isLoopback, splitHostPort } from '../../config/ip-address';
import type { ConfigurationPrediction } from '../../prediction/prediction';
import { configurationFindings, type ConfigurationFault } from '../wording/configuration-findings';
import type { Rule } from '../rule';

const FIELD = 'metricsBindAddress';

export const metricsExposed: Rule = {
  id: 'metrics-exposed',
  group: 'config',
  title: 'kube-proxy\'s metrics can be read from outside the node, without authentication.',
  severities: ['warning', 'info'],
  sources: ['CIS Kubernetes Benchmark 4.3.1', 'staging/src/k8s.io/kube-proxy/config/v1alpha1/types.go'],
  judge: ({ prediction }) => configurationFindings(prediction.configurations, faultsOf),
};

function faultsOf({ instance, decoded }: ConfigurationPrediction): ConfigurationFault[] {
  const { metricsBindAddress, enableProfiling } = decoded.effective;
  const host = splitHostPort(metricsBindAddress)?.host;
  if (host === undefined || isLoopback(host) || decoded.problems.some(({ path }) => path === FIELD)) {
    return [];
  }
  return [{
    severity: instance.configuration ? 'info' : 'warning',
    detail: FIELD,
    message: `serves its metrics${enableProfiling ? ' and profiles' : ''} at ${metricsBindAddress}`,
    because: 'kube-proxy asks for no authentication there: whoever reaches the node can read them',
    remedies: [
      'Leave the address out: it is 127.0.0.1:10249 then, which a scraper with hostNetwork or a sidecar reaches.',
      'Or let a firewall of the nodes close port 10249 to all but the scraper.',
    ],
  }];
}
