let loaded: typeof import('yaml') | undefined;

/** The `yaml` package, loaded when it is first needed: that takes longer than loading everything else that reads and judges. */
export function yamlPackage(): typeof import('yaml') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (loaded ??= require('yaml') as typeof import('yaml'));
}
