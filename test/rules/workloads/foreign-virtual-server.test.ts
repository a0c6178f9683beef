import { predict } from '../../../src/prediction/predict';
import { foreignVirtualServer } from '../../../src/rules/workloads/foreign-virtual-server';
import { declarationOfTexts } from '../declaration-of-texts';
import { ipvsConfigMap } from '../inputs';
import { kubeProxyDaemonSet } from '../kube-proxy-daemon-set';
import { testRule } from '../rule-tester';
import { linuxPool as pool, workload } from '../workload-inputs';

const KEEPALIVED = 'vrrp_instance VI_1 {\n  virtual_ipaddress {\n    10.0.0.100\n  }\n}\nvirtual_server 10.0.0.100 6443 {\n  lb_algo rr\n  lb_kind NAT\n}\n';
const LVSCARE = workload('DaemonSet', 'lvscare', 'hostNetwork: true', 'containers:', '- name: lvscare', '  image: ghcr.io/labring/lvscare:v4.3.7', '  args: [care, --vs, "10.103.97.2:6443", --rs, "10.0.0.1:6443"]');
const kubeVip = (address: string, ...more: string[]) => workload('DaemonSet', 'kube-vip', 'hostNetwork: true', ...more, 'containers:', '- name: kube-vip', '  image: ghcr.io/kube-vip/kube-vip:v0.8.0',
  '  env:', '  - {name: lb_enable, value: "true"}', `  - {name: address, value: ${address}}`);
const excluding = (...cidrs: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', `ipvs: {excludeCIDRs: ${JSON.stringify(cidrs)}}`) });
const nftables = (...lines: string[]) => ({ 'kube-proxy.yaml': ipvsConfigMap('mode: nftables', ...lines) });

testRule(foreignVirtualServer, {
  valid: [
    { name: 'nobody else', pools: [pool()], files: excluding() },
    { name: 'its address is excluded', pools: [pool()], files: { ...excluding('10.103.97.2/32'), 'lvscare.yaml': LVSCARE } },
    { name: 'a range around it is excluded', pools: [pool()], files: { ...excluding('192.0.2.0/24', '10.0.0.0/25'), 'keepalived.conf': KEEPALIVED } },
    { name: 'by flag', pools: [pool()], files: { 'kube-proxy.flags': '--proxy-mode=ipvs --ipvs-exclude-cidrs=10.0.0.0/24,10.103.97.2/32\n', 'lvscare.yaml': LVSCARE } },
    { name: 'an IPv6 address is excluded', pools: [pool()], files: { ...excluding('fd00:10::/64'), 'kube-vip.yaml': kubeVip('"fd00:10::5"') } },
    { name: 'keepalived with VRRP alone', pools: [pool()], files: { ...excluding(), 'keepalived.conf': KEEPALIVED.split('virtual_server ')[0] } },
    { name: 'iptables mode', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables'), 'lvscare.yaml': LVSCARE } },
    { name: 'an unknown address may be among those excluded', pools: [pool()], files: { ...excluding('10.0.0.0/24'), 'kube-vip.yaml': kubeVip('api.example') } },
    {
      name: 'nftables mode where the container cannot load ip_vs, so that the clean-up of 1.34 does nothing', pools: [pool('v1.34.0')],
      files: { 'daemon-set.yaml': kubeProxyDaemonSet(['kube-proxy', '--proxy-mode=nftables'], { version: 'v1.34.0' }), 'lvscare.yaml': LVSCARE },
    },
    { name: 'nftables mode on a system that refuses that to every pod', pools: [pool('v1.34.0', { osImage: 'Talos (v1.13.0)', kernelVersion: '6.18.1-talos' })], files: { ...nftables(), 'lvscare.yaml': LVSCARE } },
    {
      name: 'it runs elsewhere',
      pools: [pool('v1.28.5', { labels: { role: 'worker' } })],
      files: { ...excluding(), 'kube-vip.yaml': kubeVip('10.0.0.5', 'nodeSelector: {role: control-plane}') },
    },
  ],
  invalid: [
    {
      name: 'lvscare',
      pools: [pool()],
      files: { ...excluding(), 'lvscare.yaml': LVSCARE },
      findings: [{
        severity: 'error', pool: 'all', resource: 'DaemonSet apps/lvscare', detail: 'DaemonSet/apps/lvscare', at: 'lvscare.yaml:12',
        because: /lvscare \(DaemonSet apps\/lvscare\) .* at 10\.103\.97\.2, which ipvs\.excludeCIDRs \(empty\)/, remedy: /Add 10\.103\.97\.2\/32 to ipvs\.excludeCIDRs and restart kube-proxy\./,
      }],
    },
    { name: 'excludeCIDRs in another case, and so dropped', pools: [pool()], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: ipvs', 'ipvs: {excludeCidrs: [10.103.97.2/32]}'), 'lvscare.yaml': LVSCARE }, findings: [{ severity: 'error' }] },
    {
      name: 'just outside the range',
      pools: [pool()],
      files: { ...excluding('10.0.0.0/26'), 'keepalived.conf': KEEPALIVED },
      findings: [{ severity: 'error', resource: undefined, detail: 'keepalived.conf', at: 'keepalived.conf:1', remedy: /Add 10\.0\.0\.100\/32/ }],
    },
    {
      name: 'one of two',
      pools: [pool()],
      files: { ...excluding('10.0.0.100/32'), 'keepalived.conf': `${KEEPALIVED}virtual_server 10.0.0.101 443 {\n}\n` },
      findings: [{ severity: 'error', because: /at 10\.0\.0\.101, which/ }],
    },
    { name: 'IPv6 beside an IPv4 range', pools: [pool()], files: { ...excluding('0.0.0.0/0'), 'kube-vip.yaml': kubeVip('"fd00:10::5"') }, findings: [{ severity: 'error', remedy: /fd00:10::5\/128/ }] },
    {
      name: 'nftables mode, whatever is excluded', pools: [pool('v1.33.1')], files: { ...nftables('ipvs: {excludeCIDRs: [10.103.97.0/24]}'), 'lvscare.yaml': LVSCARE },
      findings: [{
        severity: 'error', pool: 'all', resource: 'DaemonSet apps/lvscare', detail: 'DaemonSet/apps/lvscare', at: 'lvscare.yaml:12',
        message: /^ConfigMap kube-system\/kube-proxy: kube-proxy v1\.33\.1 deletes the virtual servers of lvscare on startup$/, because: /nftables mode .*those of DaemonSet apps\/lvscare/,
        remedy: /^Run kube-proxy in mode iptables/,
      }],
    },
    { name: 'nftables mode of 1.37, an address unknown', pools: [pool('v1.37.2')], files: { ...nftables(), 'kube-vip.yaml': kubeVip('api.example') }, findings: [{ severity: 'error' }] },
    {
      name: 'nftables mode of 1.31 where the container cannot load ip_vs', pools: [pool('v1.31.0')],
      files: { 'daemon-set.yaml': kubeProxyDaemonSet(['kube-proxy', '--proxy-mode=nftables'], { version: 'v1.31.0' }), 'lvscare.yaml': LVSCARE },
      findings: [{ severity: 'error' }],
    },
    { name: 'a name, and nothing is excluded', pools: [pool()], files: { ...excluding(), 'kube-vip.yaml': kubeVip('api.example') }, findings: [{ severity: 'error', remedy: /Add the addresses/ }] },
    { name: 'a release that would not honour it', pools: [pool('v1.14.1')], files: { ...excluding(), 'lvscare.yaml': LVSCARE }, findings: [{ severity: 'error', remedy: /v1\.12\.8, v1\.13\.6, v1\.14\.2, v1\.15\.0 or later: this one does not honour the field/ }] },
    {
      name: 'two of them, on the pools where they run',
      pools: [pool('v1.28.5', { name: 'control', labels: { role: 'control-plane' } }), pool('v1.28.5', { name: 'worker', labels: { role: 'worker' } })],
      files: { ...excluding(), 'kube-vip.yaml': kubeVip('10.0.0.5', 'nodeSelector: {role: control-plane}'), 'lvscare.yaml': LVSCARE },
      findings: [{ severity: 'error', pool: 'control' }, { severity: 'error', pool: undefined }],
    },
  ],
});

test('says that it could not tell where addresses are unknown and something is excluded', () => {
  const declaration = declarationOfTexts({ name: '', pools: [pool()], files: { ...excluding('10.0.0.0/24'), 'kube-vip.yaml': kubeVip('api.example') } });
  expect(foreignVirtualServer.judge({ declaration, prediction: predict(declaration) })).toEqual([{ notChecked: expect.stringMatching(/DaemonSet apps\/kube-vip/) }]);
});
