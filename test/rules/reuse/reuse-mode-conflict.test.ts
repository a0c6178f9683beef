import { reuseModeConflict } from '../../../src/rules/reuse/reuse-mode-conflict';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';
import { initScript, kubeProxyUnit, lastingScript } from '../writer-inputs';

const KEY = 'net.ipv4.vs.conn_reuse_mode';
const ipvs = { 'kube-proxy.yaml': ipvsConfigMap() };
const fixed = { name: 'workers', kernelVersion: '4.19.0-6.el7.ucloud.x86_64', kubeProxyVersion: 'v1.20.6', declaredBackports: ['f0a5e4d7a594'] };
const new510 = { name: 'new', kernelVersion: '5.10.0-182.0.0.95.r1941_123.hce2.x86_64', kubeProxyVersion: 'v1.27.4' };
const waits = (value: number) => kubeProxyUnit(`/bin/sh -c 'until curl -sf http://127.0.0.1:10256/healthz; do sleep 1; done; /sbin/sysctl -w ${KEY}=${value}'`);
const reconciles = lastingScript(`while true; do v=$(sysctl -n ${KEY}); [ "$v" = 1 ] || sysctl -w ${KEY}=1; sleep 5; done`);

testRule(reuseModeConflict, {
  valid: [
    { name: 'kube-proxy leaves the key alone', pools: [new510], files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${KEY} = 0\n`, 'modules-load.d/ipvs.conf': 'ip_vs\n' } },
    { name: 'both want 0', pools: [fixed], files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${KEY} = 0\n` } },
    { name: 'iptables mode', pools: [fixed], files: { 'kube-proxy.yaml': ipvsConfigMap('mode: iptables'), 'sysctl.d/90-ipvs.conf': `${KEY} = 1\n` } },
    { name: 'another key', pools: [fixed], files: { ...ipvs, 'sysctl.d/90-ipvs.conf': 'net.ipv4.vs.run_estimation = 0\n' } },
    { name: 'nobody else', pools: [fixed], files: ipvs },
    {
      name: 'a pod that sets its own key',
      pools: [fixed],
      files: {
        ...ipvs,
        'pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: lb}\nspec: {securityContext: {sysctls: [{name: ${KEY}, value: "1"}]}, containers: [{name: lb, image: lb}]}\n`,
      },
    },
  ],
  invalid: [
    {
      name: 'sysctl.d: before kube-proxy, so lost',
      pools: [fixed],
      files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${KEY} = 1\n`, 'modules-load.d/ipvs.conf': 'ip_vs\n' },
      findings: [{
        severity: 'error', pool: 'workers', at: 'sysctl.d/90-ipvs.conf:1',
        because: / writes 1 to net\.ipv4\.vs\.conn_reuse_mode once at boot, and kube-proxy v1\.20\.6 writes 0 on startup: 1 is lost as soon as kube-proxy starts/,
        message: /sysctl\.d\/90-ipvs\.conf sets conn_reuse_mode=1, but kube-proxy sets 0$/,
        remedy: /SysctlTuner[^]*10256/,
      }],
    },
    {
      name: 'an init container of a DaemonSet, once',
      pools: [fixed],
      files: { ...ipvs, 'tune.yaml': initScript(`modprobe ip_vs; sysctl -w ${KEY}=1`) },
      findings: [{ severity: 'error', pool: 'workers', resource: 'DaemonSet kube-system/node-setup', because: /lost at the next start of kube-proxy/ }],
    },
    {
      name: 'a DaemonSet that forgot hostNetwork',
      pools: [fixed],
      files: { ...ipvs, 'tune.yaml': initScript(`sysctl -w ${KEY}=1`).replace('hostNetwork: true', 'hostNetwork: false') },
      findings: [{ severity: 'error', pool: 'workers', because: /1 never takes effect, since without hostNetwork it sets the key in its pod's own network namespace/ }],
    },
    {
      name: 'a bare ExecStartPost does not wait',
      pools: [fixed],
      files: { ...ipvs, 'kube-proxy.service': kubeProxyUnit(`/sbin/sysctl -w ${KEY}=1`) },
      findings: [{ severity: 'error', pool: 'workers', because: /without waiting for it.*whichever of the two writes last wins/ }],
    },
    {
      name: 'a loop that does not look',
      pools: [fixed],
      files: { ...ipvs, 'tune.yaml': lastingScript(`while true; do sysctl -w ${KEY}=1; sleep 60; done`) },
      findings: [{ severity: 'error', pool: 'workers', because: /every 60 s\) without looking/ }],
    },
    {
      name: 'after the health port answers, with the right value',
      pools: [fixed],
      files: { ...ipvs, 'kube-proxy.service': waits(1) },
      findings: [{ severity: 'warning', pool: 'workers', because: /after each start of kube-proxy.*1 lasts only while this write exists/, remedy: /^Keep a write after each start/ }],
    },
    {
      name: 'after the health port answers, with a value that does harm here',
      pools: [{ name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4' }],
      files: { ...ipvs, 'kube-proxy.service': waits(1) },
      findings: [{ severity: 'error', pool: 'old', because: /the wrong value on this kernel/, remedy: /^Remove the write of 1: 1 is no cure on this kernel/ }],
    },
    {
      name: 'a value that does harm where that of kube-proxy is sound',
      pools: [{ name: 'declared', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', kubeProxyVersion: 'v1.27.4', declaredBackports: ['c95c07836fa4'] }],
      files: { ...ipvs, 'kube-proxy.service': waits(1) },
      findings: [{ severity: 'error', pool: 'declared', remedy: /^Remove the write of 1: kube-proxy's 0 is safe on this kernel/ }],
    },
    {
      name: 'one that reconciles',
      pools: [fixed],
      files: { ...ipvs, 'tune.yaml': reconciles },
      findings: [{ severity: 'info', pool: 'workers', because: /0 is in effect for up to 5 s after each start of kube-proxy, then 1/ }],
    },
    {
      name: 'one writer on two pools, of which one is concerned',
      pools: [fixed, new510],
      files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${KEY} = 1\n`, 'modules-load.d/ipvs.conf': 'ip_vs\n' },
      findings: [{ severity: 'error', pool: 'workers' }],
    },
    {
      name: 'one writer on two pools concerned is one finding',
      pools: [fixed, { ...fixed, name: 'others' }],
      files: { ...ipvs, 'sysctl.d/90-ipvs.conf': `${KEY} = 1\n`, 'modules-load.d/ipvs.conf': 'ip_vs\n' },
      findings: [{ severity: 'error', pool: undefined, detail: 'sysctl.d/90-ipvs.conf', message: /^pools workers, others: / }],
    },
  ],
});
