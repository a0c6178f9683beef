import type { UntypedRecord } from '../cluster/untyped';
import { argumentsOf, environmentOf, imageName, optionValues } from './container-settings';

/** Settings of kube-vip by environment variable and by flag (kube-vip pkg/kubevip/config_envvar.go, cmd/kube-vip.go). */
const SETTINGS = {
  arp: { variable: 'vip_arp', flag: 'arp' },
  loadBalancer: { variable: 'lb_enable', flag: 'enableLoadBalancer' },
} as const;

export function isKubeVip(container: UntypedRecord): boolean {
  return /^kube-vip(?:-iptables)?$/.test(imageName(container));
}

/** Whether a container of kube-vip has a setting on. */
export function kubeVipSetting(container: UntypedRecord, setting: keyof typeof SETTINGS): boolean {
  const { variable, flag } = SETTINGS[setting];
  const args = argumentsOf(container);
  return environmentOf(container)[variable] === 'true' || args.some((argument) => argument === `--${flag}` || argument === `--${flag}=true`);
}

/** The address that kube-vip holds for the API server. */
export function kubeVipAddresses(container: UntypedRecord): string[] {
  const { address, vip_address: older } = environmentOf(container);
  return [...new Set([address, older, ...optionValues(argumentsOf(container), 'address', 'vip')].filter((found): found is string => Boolean(found)))];
}
