import { imageName } from '../../src/manifests/container-image';

const DIGEST = `sha256:${'0'.repeat(64)}`;

test.each([
  [{}, 'docker.io/library/busybox:1'],
  [{ image: 'busybox' }, 'busybox'],
  [{ registry: 'mirror.example.com' }, 'mirror.example.com/library/busybox:1'],
  [{ registry: 'mirror.example.com/hub/' }, 'mirror.example.com/hub/library/busybox:1'],
  [{ image: 'tools/busybox:2', registry: 'localhost:5000' }, 'localhost:5000/tools/busybox:2'],
  [{ image: 'busybox:2', registry: 'r.example' }, 'r.example/busybox:2'],
  [{ image: 'localhost/busybox', registry: 'r.example' }, 'r.example/busybox'],
  [{ image: `r.example:5000/busybox@sha256:${'0'.repeat(64)}`, registry: 'm.example' }, `m.example/busybox@sha256:${'0'.repeat(64)}`],
  [{ digests: { 'docker.io/library/busybox:1': DIGEST } }, `docker.io/library/busybox:1@${DIGEST}`],
  [{ digests: { 'docker.io/library/busybox:1': DIGEST }, registry: 'r.example' }, `r.example/library/busybox:1@${DIGEST}`],
  [{ digests: {}, image: `busybox@${DIGEST}` }, `busybox@${DIGEST}`],
])('%j is %s', (options, expected) => {
  expect(imageName(options, 'docker.io/library/busybox:1')).toBe(expected);
});

test.each([
  [{ image: '' }, 'image is ""'],
  [{ image: 'busy box' }, 'image is "busy box"; allowed: the name of an image or registry'],
  [{ registry: 'https://r.example' }, 'registry is "https://r.example"'],
  [{ registry: null }, 'registry is null'],
  [{ image: 1.36 }, 'image is 1.36'],
  [{ digests: {} }, 'digests["busybox"] is not set; allowed: sha256: and 64 hexadecimal digits, since digests are given and this image is used'],
  [{ digests: { busybox: 'latest' } }, 'digests["busybox"] is "latest"'],
  [{ digests: {}, image: 'toString' }, 'digests["toString"] is not set'],
])('%j is refused', (options, message) => {
  expect(() => imageName(options as never, 'busybox')).toThrow(message);
});
