/* eslint-disable @typescript-eslint/no-require-imports -- what reads, predicts and judges is loaded when it is first called:
   programs that only declare clusters start fast. */
import type * as assessment from './assessment/assess';
import type * as decoding from './config/decode';
import type * as rendering from './config/render';
import type * as prediction from './prediction/predict';
import type * as reading from './reading/read-declaration';
import type * as rules from './rules';

export type { AcknowledgedFinding, AssessOptions, Assessment } from './assessment/assess';
export type { Cluster, ClusterNetwork, Platform } from './cluster/cluster';
export { defineCluster, type ClusterProps } from './cluster/define-cluster';
export type { Location } from './kubernetes/location';
export { clusterFromNodeList } from './cluster/node-list';
export type { DeclaredBackport, ModuleState, NodeInterface, NodePool, NodePoolProps } from './cluster/node-pool';
export { nodePool } from './cluster/read-node-pool';
export type { KubernetesObject, Resource } from './kubernetes/resource';
export type { DecodeOptions } from './config/decode';
export type { DecodedConfiguration, EffectiveConfiguration } from './config/decoded-configuration';
export type { KubeProxyConfigurationProps } from './config/kube-proxy-configuration';
export type { RenderedConfiguration, UnsupportedField } from './config/render';
export type { Declaration } from './declaration/declaration';
export type { KubeProxyInstance } from './declaration/kube-proxy-instance';
export type { Certainty, Evidence, EvidencedPresence, Presence } from './facts/evidence';
export { kernelFixes, type KernelFixes } from './facts/kernel/kernel-fixes';
export type { ProxyMode } from './facts/kube-proxy/modes';
export type { Acknowledgement } from './rules/acknowledgement';
export type { FailOn } from './rules/fail-on';
export type { Finding, NotChecked, Severity } from './rules/finding';
export type { PoolPrediction, Prediction, ReuseVerdict, Startup, SysctlPrediction } from './prediction/prediction';
export type { DeclarationInput } from './reading/read-declaration';
export type { Rule, RuleDescription, RuleFinding } from './rules/rule';
export { KernelRelease } from './facts/kernel/kernel-release';
export { KubeVersion } from './facts/kube-proxy/kube-version';
export type { Writer } from './declaration/writer';

/** Reads everything that objects and texts state into a declaration. Never throws for what is wrong in them. */
export const declarationOf: typeof reading.declarationOf = (input) =>
  (require('./reading/read-declaration') as typeof reading).declarationOf(input);

/** What every node pool will look like once kube-proxy has started. */
export const predict: typeof prediction.predict = (declaration) => (require('./prediction/predict') as typeof prediction).predict(declaration);

/** Predicts, applies every rule, then the acknowledgements. */
export const assess: typeof assessment.assess = (declaration, options) =>
  (require('./assessment/assess') as typeof assessment).assess(declaration, options);

/** What kube-proxy of a version makes of a configuration: what is in force, what it drops, whether it starts. */
export const decodeConfiguration: typeof decoding.decodeConfiguration = (text, version, options) =>
  (require('./config/decode') as typeof decoding).decodeConfiguration(text, version, options);

/** The smallest document that makes kube-proxy of a version run with the given settings, and what that version does not have. */
export const renderConfiguration: typeof rendering.renderConfiguration = (props, version) =>
  (require('./config/render') as typeof rendering).renderConfiguration(props, version);

/** Every rule that a finding can name. */
export function ruleCatalogue(): typeof rules.catalogue {
  return (require('./rules') as typeof rules).catalogue;
}
