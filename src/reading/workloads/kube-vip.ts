import type { UntypedRecord } from '../../kubernetes/untyped';
import { argumentsOf, imageName, optionValues } from '../../pods/container-settings';
import { environmentOf } from '../../pods/environment';

/** Settings of kube-vip by environment variable and by flag (kube-vip pkg/kubevip/config_envvar.go, cmd/kube-vip.go). */
const SETTINGS = {
  arp: { variable: 'vip_arp', flag: 'arp' },
  loadBalancer: { variable: 'lb_enable', flag: 'enableLoadBalancer' },
  controlPlane: { variable: 'cp_enable', flag: 'controlplane' },
  services: { variable: 'svc_enable', flag: 'services' },
} as const;

export function isKubeVip(container: UntypedRecord): boolean {
  return /^kube-vip(?:-iptables)?$/.test(imageName(container));
}

/** Whether a container of kube-vip has a setting on. */
export function kubeVipSetting(container: UntypedRecord, setting: keyof typeof SETTINGS): boolean {
  const { variable, flag } = SETTINGS[setting];
  const args = argumentsOf(container);
  return environmentOf(container).known()[variable] === 'true' || args.some((argument) => argument === `--${flag}` || argument === `--${flag}=true`);
}

/** Whether kube-vip holds addresses of Services, and not that of the API server alone; releases without such settings do. */
export function kubeVipServesServices(container: UntypedRecord): boolean {
  const isSaid = environmentOf(container).get(SETTINGS.services.variable) !== undefined || kubeVipSetting(container, 'controlPlane');
  return kubeVipSetting(container, 'services') || !isSaid;
}

/** The address that kube-vip holds for the API server. */
export function kubeVipAddresses(container: UntypedRecord): string[] {
  const { address, vip_address: older } = environmentOf(container).known();
  return [...new Set([address, older, ...optionValues(argumentsOf(container), 'address', 'vip')].filter((found): found is string => Boolean(found)))];
}
