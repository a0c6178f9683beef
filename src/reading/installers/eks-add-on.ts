import { isOwnKindOfKubernetes, type ObjectPath } from '../../kubernetes/resource';
import { isRecord, recordOf, textOf, type UntypedRecord } from '../../kubernetes/untyped';
import { nearestName } from '../../config/edit-distance';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { readYamlValue } from '../documents/yaml-values';
import { configurationOfFields, findRecord, type InstallerDocument, type InstallerSetup } from './installer-document';

/** Fields of the add-on's configuration that go into kube-proxy's (aws eks describe-addon-configuration). */
const CONFIGURATION_FIELDS = ['mode', 'ipvs', 'iptables', 'nftables', 'conntrack', 'metricsBindAddress', 'featureGates'];
const OTHER_FIELDS = ['resources', 'podAnnotations', 'podLabels', 'affinity', 'tolerations', 'nodeSelector', 'image', 'env'];

/** How the tools that install add-ons name an add-on, its version and its configuration. */
const NAMES = ['addonName', 'AddonName', 'addon_name', 'name'];
const VERSIONS = ['addonVersion', 'AddonVersion', 'addon_version', 'version'];
const VALUES = ['configurationValues', 'ConfigurationValues', 'configuration_values', 'configuration'];

/**
 * EKS: the configuration values of the kube-proxy add-on, as a file of their own, or in whatever installs the add-on (eksctl, ACK,
 * Crossplane, Cluster API, CloudFormation).
 */
export function readEksAddOn(document: InstallerDocument): InstallerSetup | undefined {
  if (isValuesFile(document.value)) {
    return setupOf(document, document.value, undefined, []);
  }
  const addOn = isOwnKindOfKubernetes(textOf(document.value.apiVersion)) ? undefined : findAddOn(document.value);
  return addOn && setupOf(document, addOn.values, addOn.version, addOn.path);
}

function setupOf(document: InstallerDocument, values: UntypedRecord, version: KubeVersion | undefined, path: ObjectPath): InstallerSetup {
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => CONFIGURATION_FIELDS.includes(name)));
  return {
    instances: [hostKubeProxy({
      kind: 'eks-add-on',
      platform: 'eks',
      name: document.name,
      resource: document.resource,
      locate: () => document.locate(path),
      flags: [],
      version,
      shippedBy: 'eks',
      configuration: configurationOfFields(document, fields, path),
    })],
    facts: { platform: 'eks' },
  };
}

/** The add-on takes no others. Charts of many kinds have a `mode`, too. */
const MODES = ['iptables', 'ipvs', 'nftables'];

function isValuesFile(value: UntypedRecord): boolean {
  const names = Object.keys(value);
  return ((typeof value.mode === 'string' && nearestName(value.mode, MODES) !== undefined) || isRecord(value.ipvs))
    && names.every((name) => CONFIGURATION_FIELDS.includes(name) || OTHER_FIELDS.includes(name));
}

interface AddOn {
  readonly values: UntypedRecord;
  readonly version: KubeVersion | undefined;
  /** Of the values. */
  readonly path: ObjectPath;
}

function findAddOn(document: UntypedRecord): AddOn | undefined {
  const found = findRecord(document, ({ value, key }) => addOnOf(value, [key]) !== undefined);
  return found && addOnOf(found.value, found.path);
}

function addOnOf(record: UntypedRecord, path: ObjectPath): AddOn | undefined {
  const key = VALUES.find((name) => record[name] !== undefined);
  if (key === undefined || !(path.at(-1) === 'kube-proxy' || NAMES.some((name) => record[name] === 'kube-proxy'))) {
    return undefined;
  }
  const written = record[key];
  const read = typeof written === 'string' ? readYamlValue(written) : { value: written };
  // What only Terraform or a template knows makes an add-on of which nothing is known.
  if (typeof written === 'string' && written.trim() !== '' && !('value' in read && isRecord(read.value))) {
    return undefined;
  }
  const versionKey = VERSIONS.find((name) => record[name] !== undefined);
  return {
    values: recordOf('value' in read ? read.value : undefined),
    version: versionKey === undefined ? undefined : KubeVersion.tryParse(textOf(record[versionKey]) ?? ''),
    path: [...path, key],
  };
}
