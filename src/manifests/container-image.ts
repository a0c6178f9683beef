import { invalidOption } from '../kubernetes/invalid-option';

/** When the kubelet pulls an image. */
export type ImagePullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/** Where images come from. */
export interface ImageOptions {
  /** Image with tag or digest. @default - registry.k8s.io/kube-proxy with its version; busybox 1.36.1 of Docker Hub for what runs scripts */
  readonly image?: string;
  /** Registry, with a path if need be, instead of the one in the image's name: `registry.example.com/mirror`. @default - the image's own */
  readonly registry?: string;
  /**
   * Digests of all images by name and tag: `{ 'registry.k8s.io/kube-proxy:v1.29.4': 'sha256:…' }`. An image without one is refused then,
   * so that none is left to its tag.
   *
   * @default - images go by their tags
   */
  readonly digests?: Readonly<Record<string, string>>;
  /** When the image is pulled. @default 'IfNotPresent' */
  readonly imagePullPolicy?: ImagePullPolicy;
  /** Names of Secrets in the namespace, with credentials for the registry. @default - none */
  readonly imagePullSecrets?: readonly string[];
}

/** The name of the image to run. */
export function imageName(options: ImageOptions, fallback: string): string {
  const image = pinned(checkedImage(options.image ?? fallback, 'image'), options.digests);
  const { registry } = options;
  if (registry === undefined) {
    return image;
  }
  return `${checkedRegistry(registry)}/${withoutRegistry(image)}`;
}

function pinned(image: string, digests: ImageOptions['digests']): string {
  if (digests === undefined || image.includes('@')) {
    return image;
  }
  const digest = Object.hasOwn(digests, image) ? digests[image] : undefined;
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw invalidOption(`digests[${JSON.stringify(image)}]`, digest, 'sha256: and 64 hexadecimal digits, since digests are given and this image is used');
  }
  return `${image}@${digest}`;
}

/** The name of a registry, without a slash at its end. */
export function checkedRegistry(registry: string): string {
  return checkedImage(typeof registry === 'string' ? registry.replace(/(?<!\/)\/+$/, '') : registry, 'registry');
}

/** What comes after the registry in the name of an image. */
export function withoutRegistry(image: string): string {
  const [first, ...rest] = image.split('/');
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? rest.join('/') : image;
}

/** @throws Error when it is not the name of an image or registry */
export function checkedImage(text: unknown, property: string): string {
  if (typeof text !== 'string' || !/^[A-Za-z0-9][\w.-]*(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@sha256:[0-9a-f]{64})?$/.test(text)) {
    throw invalidOption(property, text, 'the name of an image or registry, such as registry.example.com/busybox:1.36.1');
  }
  return text;
}
