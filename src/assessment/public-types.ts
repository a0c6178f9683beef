// Every type that a user of the package meets, whichever entry it is imported from. A test holds the list complete.
export type { AcknowledgedFinding, AssessOptions, Assessment } from './assess';
export type { Cluster, ClusterNetwork, Platform } from '../cluster/cluster';
export type { ClusterFacts, ClusterProps, StatedFacts } from '../cluster/define-cluster';
export type { NodeListOptions } from '../cluster/node-list';
export type { NodeInterface, NodePool, NodePoolProps } from '../cluster/node-pool';
export type { PoolSelector, SelectorOperator, SelectorRequirement, SelectorTerm } from '../cluster/pool-selector';
export type { ConfigurationText, Flag } from '../config/configuration';
export type { DecodeOptions } from '../config/decode';
export type {
  ConfigurationProblem,
  ConfigurationProblemKind,
  DecodedConfiguration,
  DropReason,
  DroppedField,
  IgnoredFlag,
  TextPosition,
} from '../config/decoded-configuration';
export type { EffectiveConfiguration } from '../config/effective-configuration-type';
export type {
  ClientConnectionProps,
  ConntrackProps,
  DetectLocalProps,
  IptablesProps,
  IpvsProps,
  KubeProxyConfigurationProps,
  LogStreamProps,
  LoggingOptionsProps,
  LoggingProps,
  NftablesProps,
  VmoduleProps,
  WinkernelProps,
} from '../config/kube-proxy-configuration';
export type { RenderedConfiguration, UnsupportedField } from '../config/render';
export type { UnknownField } from '../config/unknown-field';
export type { DeclaredCluster, Declaration, DroppedSection, ListedFile, NotRead, UnreadableInput } from '../declaration/declaration';
export type { PoolKubeProxy } from '../declaration/governance';
export type { KubeProxyInstance, KubeProxyInstanceKind, SetupPlatform } from '../declaration/kube-proxy-instance';
export type {
  AddressPool,
  ArpAnnouncer,
  ForeignVirtualServer,
  HostPort,
  KubeletDns,
  LocalhostNodePortUse,
  NetworkPolicyEngine,
  NodeLocalDns,
  ServiceDeclaration,
  ServicePort,
  StrictArpVictim,
  Workloads,
} from '../declaration/workloads';
export type { LoadingMeans, ModuleLoad, SysctlWrite, WriteFrequency, WriteMoment, Writer, WriterKind } from '../declaration/writer';
export type { Certainty, Evidence, EvidencedPresence, Presence } from '../facts/evidence';
export type { DeclaredBackport } from '../facts/kernel/declared-backport';
export type { KernelFamilyId, KernelFamilyMatch } from '../facts/kernel/kernel-family';
export type { KernelFixes } from '../facts/kernel/kernel-fixes';
export type { KernelRelease } from '../facts/kernel/kernel-release';
export type { ModuleState } from '../facts/kernel/module-state';
export type { KernelNumbering } from '../facts/kernel/vendors/vendor';
export type { KubeVersion, VersionRange } from '../facts/kube-proxy/kube-version';
export type { OperatingSystem, ProxyMode } from '../facts/kube-proxy/modes';
export type { Location } from '../kubernetes/location';
export type { KubernetesObject, ObjectPath, Resource } from '../kubernetes/resource';
export type {
  ConfigurationPrediction,
  ModulePrediction,
  PoolPrediction,
  Prediction,
  ReusePrediction,
  ReuseVerdict,
  Startup,
  StartupCause,
  StartupOutcome,
  StartupReason,
  SysctlPrediction,
  SysctlStep,
  UnversionedConfiguration,
} from '../prediction/prediction';
export type { InputText } from '../reading/documents/input-text';
export type { DeclarationInput, KnownCluster } from '../reading/read-declaration';
export type { Acknowledgement } from '../rules/acknowledgement';
export type { FailOn } from '../rules/fail-on';
export type { Finding, NotChecked, Severity } from '../rules/finding';
export type { Judged, Rule, RuleDescription, RuleFinding, RuleGroup, RuleNotChecked } from '../rules/rule';
