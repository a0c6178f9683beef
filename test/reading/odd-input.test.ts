import { assess } from '../../src/assessment/assess';
import { declarationOf } from '../../src/reading/read-declaration';
import { jsonReport } from '../../src/reports/json';
import { readJson, validatorOf } from '../reports/schema';

const validate = validatorOf(readJson('schemas/findings.schema.json'));

const SOUND = {
  file: 'sound.yaml',
  text: 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: sound, namespace: kube-system}\nspec: {template: {spec: {containers: '
    + '[{name: kube-proxy, image: "registry.k8s.io/kube-proxy:v1.30.0", command: [kube-proxy, --proxy-mode=IPVS]}]}}}\n',
};
const ODD: Readonly<Record<string, string>> = {
  'apiVersion that is an object': 'apiVersion: {toString: 1}\nkind: Service\nmetadata: {name: x}\n',
  'apiVersion and kind that are objects': 'apiVersion: {toString: 1}\nkind: {toString: 2}\nmetadata: 3\nkubeProxy: 1\n',
  'backticks': `kube-proxy --proxy-mode=ipvs ${'`'.repeat(40_000)}`,
  'open substitutions': `--proxy-mode=${'$('.repeat(40_000)}`,
  'keys of every object': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {__proto__: 1, constructor: 2, name: {a: 1}, labels: [1]}\ndata: {__proto__: {a: kube-proxy}, config.conf: 3}\n',
  'deep YAML': `kind: Service\nx: ${'['.repeat(20_000)}`,
  'deep JSON': `{"kind":"Service","apiVersion":"v1","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  'a pod of wrong types': 'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: kube-proxy}\nspec: {template: {spec: '
    + '{containers: [{name: kube-proxy, command: [kube-proxy, {a: 1}], args: 3, env: {toString: 1}, volumeMounts: [1, null]}], volumes: 5, nodeSelector: [1]}}}\n',
};

describe.each(Object.entries(ODD))('%s', (_, text) => {
  test.each(['odd.yaml', 'odd.json', 'flags.env', 'kube-proxy.args', 'odd', 'odd.sh', 'kube-proxy.service'])('in %s hides no other file', (file) => {
    const declaration = declarationOf({ texts: [{ file, text }, SOUND] });
    const assessment = assess(declaration);
    expect(declaration.kubeProxies.map(({ resource }) => resource)).toContain('DaemonSet kube-system/sound');
    expect(validate(JSON.parse(jsonReport(assessment)))).toEqual([]);
  });
});

test('an object that a reader fails on is reported and hides no other', () => {
  let isRead = false;
  const spec = {
    get template(): unknown {
      // The first to look decides whether the object matters; whoever comes after it fails.
      if (isRead) {
        throw new Error('no template');
      }
      isRead = true;
      return { image: 'kube-proxy' };
    },
  };
  const failing = {
    name: 'DaemonSet kube-system/failing',
    locate: () => ({ constructPath: 'app/failing' }),
    object: { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'failing' }, spec },
  };
  const { unreadable, kubeProxies } = declarationOf({ resources: [failing], texts: [SOUND] });
  expect(kubeProxies.map(({ resource }) => resource)).toContain('DaemonSet kube-system/sound');
  expect(unreadable).toContainEqual({
    name: failing.name, resource: failing.name, location: { constructPath: 'app/failing' }, message: `${failing.name} cannot be read: no template`,
  });
});
