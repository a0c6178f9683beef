'use strict';

const { PolicyPack } = require('@pulumi/policy');
const { kubeProxyPolicies } = require('../lib/policy/pulumi-policies');

new PolicyPack('kube-proxy-kit', { policies: kubeProxyPolicies() });
