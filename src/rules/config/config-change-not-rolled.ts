import type { Rule } from '../rule';
import { rolloutRestart } from '../wording/platform-remedies';

export const configChangeNotRolled: Rule = {
  id: 'config-change-not-rolled',
  group: 'config',
  title: 'A change of the configuration does not reach the running kube-proxy.',
  severities: ['warning', 'info'],
  sources: ['kubernetes/kubernetes#57144', 'kubernetes/kubernetes#86869', 'kubernetes/kubernetes#139204'],
  judge: ({ declaration }) => declaration.kubeProxies.filter(({ rollsOnChange }) => rollsOnChange === false).map((instance) => ({
    severity: instance.shippedBy ? 'info' : 'warning',
    resource: instance.resource,
    location: instance.location,
    message: `${instance.name} does not restart when its ConfigMap changes`,
    because: 'its pod template has no checksum of the ConfigMap, and kube-proxy reads its configuration once on startup: an edit takes effect pod by pod, whenever one '
      + `happens to restart${instance.shippedBy ? ` (as ${SHIPPERS[instance.shippedBy]} ships it)` : ''}`,
    remedies: [
      'Put a checksum of the ConfigMap into an annotation of the pod template, or a hash of it into its name.',
      `Or run ${rolloutRestart(instance)} after each edit.`,
    ],
  })),
};

const SHIPPERS = { kubeadm: 'kubeadm', eks: 'the EKS add-on' } as const;
