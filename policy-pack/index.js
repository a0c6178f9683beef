'use strict';

require('../lib/plan/peer-packages').requirePeers('the policy pack of kube-proxy-kit', ['@pulumi/policy']);

const { PolicyPack } = require('@pulumi/policy');
const { kubeProxyPolicies } = require('../lib/policy/pulumi-policies');

new PolicyPack('kube-proxy-kit', { policies: kubeProxyPolicies() });
