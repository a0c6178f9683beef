/** In a program of one file, packages are part of it or its bundler has complained; they need not be installed. */
const IS_BUNDLED = typeof __filename === 'undefined' || !/peer-packages\.[jt]s$/.test(__filename);

/**
 * Tells what to install, where Node would only name the file that it could not find.
 *
 * @param entry the part of this package that needs the others
 * @throws Error when one of the packages is not installed
 */
export function requirePeers(entry: string, packages: readonly string[]): void {
  const missing = IS_BUNDLED ? [] : packages.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    throw new Error(`${entry} needs ${missing.join(' and ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed: npm install ${missing.join(' ')}`);
  }
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
