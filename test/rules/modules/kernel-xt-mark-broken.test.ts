import { kernelXtMarkBroken } from '../../../src/rules/modules/kernel-xt-mark-broken';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { linuxPool } from '../workload-inputs';

const on = (kernelVersion: string) => [linuxPool('v1.31.4', { kernelVersion })];
const mode = (name: string) => ({ 'kube-proxy.yaml': ipvsConfigMap(`mode: ${name}`) });

testRule(kernelXtMarkBroken, {
  valid: [
    ...['6.8.0-55-generic', '6.8.0-58-generic', '5.15.0-126-generic', '5.15.0-128-generic', '6.8.0-1057-aws', '6.8.0-560-generic', '6.8.12-56-pve']
      .map((kernel) => ({ name: `${kernel} is good`, pools: on(kernel), files: mode('iptables') })),
    { name: 'nftables mode', pools: on('6.8.0-56-generic'), files: mode('nftables') },
  ],
  invalid: [
    {
      name: 'iptables mode', pools: on('6.8.0-56-generic'), files: mode('iptables'),
      findings: [{ severity: 'error', pool: 'all', at: 'kube-proxy.yaml:8', message: /kernel 6\.8\.0-56-generic has a broken MARK target, which mode iptables needs$/, remedy: /6\.8\.0-55 or 6\.8\.0-58/ }],
    },
    ...['6.8.0-57-generic', '5.15.0-127-generic', '5.15.0-127-lowlatency']
      .map((kernel) => ({ name: `ipvs mode on ${kernel}`, pools: on(kernel), files: mode('ipvs'), findings: [{ severity: 'error' as const, remedy: /nftables/ }] })),
  ],
});
