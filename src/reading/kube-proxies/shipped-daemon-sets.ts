import type { PodTemplate } from '../../pods/pod-template';
import { textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { Flag } from '../../config/configuration';
import type { KubeProxyInstance } from '../../declaration/kube-proxy-instance';

/** A kube-proxy DaemonSet as somebody ships it. */
interface ShippedDaemonSet {
  readonly by: NonNullable<KubeProxyInstance['shippedBy']>;
  readonly command: RegExp;
  /** Values of its flags; a flag that is not here was added by the owner. `undefined`: any value. */
  readonly flags: Readonly<Record<string, string | undefined>>;
}

const SHIPPED: readonly ShippedDaemonSet[] = [
  // kubernetes/kubernetes cmd/kubeadm/app/phases/addons/proxy/manifests.go
  {
    by: 'kubeadm',
    command: /^\/usr\/local\/bin\/kube-proxy$/,
    flags: { 'config': '/var/lib/kube-proxy/config.conf', 'hostname-override': '$(NODE_NAME)' },
  },
  // aws-samples and eksctl copies of the EKS add-on's DaemonSet
  {
    by: 'eks',
    command: /^(?:\/usr\/local\/bin\/)?kube-proxy$/,
    flags: { 'v': undefined, 'config': '/var/lib/kube-proxy-config/config', 'hostname-override': '$(NODE_NAME)' },
  },
];

/** Who ships this DaemonSet; `undefined` when its owner wrote or edited it. */
export function shipperOf(template: PodTemplate, container: UntypedRecord, flags: readonly Flag[]): KubeProxyInstance['shippedBy'] {
  const [command = ''] = [...textsOf(container.command), ...textsOf(container.args)];
  const { kind, metadata } = template.resource.object;
  if (kind !== 'DaemonSet' || metadata.name !== 'kube-proxy' || textOf(metadata.namespace) !== 'kube-system') {
    return undefined;
  }
  return SHIPPED.find((shipped) => shipped.command.test(command)
    && flags.some(({ name, value }) => name === 'config' && value === shipped.flags.config)
    && flags.every(({ name, value }) => Object.hasOwn(shipped.flags, name) && (shipped.flags[name] ?? value) === value))?.by;
}
