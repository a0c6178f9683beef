import { inputUnreadable } from '../../../src/rules/meta/input-unreadable';
import { ipvsConfigMap } from '../inputs';
import { testRule } from '../rule-tester';

const pools = [{ name: 'all', kernelVersion: '5.15.0-91-generic', kubeProxyVersion: 'v1.28.5' }];

testRule(inputUnreadable, {
  valid: [
    { name: 'a manifest that reads', pools, files: { 'kube-proxy.yaml': ipvsConfigMap() } },
    { name: 'a file of no kind that matters', pools, files: { 'notes.txt': 'kube-proxy is fine' } },
  ],
  invalid: [
    {
      name: 'a manifest that is no YAML, beside one that reads',
      pools,
      files: { 'broken.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kube-proxy\ndata: [\n', 'kube-proxy.yaml': ipvsConfigMap() },
      findings: [{ severity: 'error', message: /^broken\.yaml/ }],
    },
  ],
});
