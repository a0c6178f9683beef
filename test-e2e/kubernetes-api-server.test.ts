import { ControlPlane } from '../lab/host/control-plane';
import { defaultManifests, fullManifests } from '../test/manifests/every-manifest';

let controlPlane: ControlPlane;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  expect(controlPlane.kubectl(['create', 'namespace', 'networking'])).toEqual({ ok: true, said: 'namespace/networking created' });
});

afterAll(() => controlPlane?.stop());

// Field validation is strict: a field that the API server does not know is an error.
const APPLY = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '-f', '-'];

const objects = [...defaultManifests(), ...fullManifests()].map((object) => [`${object.kind} ${object.metadata?.name}`, object] as const);

it.each(objects)('takes %s', (_name, object) => {
  expect(controlPlane.kubectl(APPLY, JSON.stringify(object))).toEqual({ ok: true, said: expect.stringMatching(/serverside-applied \(server dry run\)/) });
});

it('refuses a field that it does not know', () => {
  const [, object] = objects.find(([name]) => name.startsWith('DaemonSet'))!;
  const misspelt = JSON.stringify(object).replace('"hostNetwork"', '"hostNetwrok"');
  expect(controlPlane.kubectl(APPLY, misspelt)).toMatchObject({ ok: false, said: expect.stringContaining('hostNetwrok') });
});
