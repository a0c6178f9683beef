/** What experiments need from the host, by their ids. */
const PARAMETERS: Readonly<Record<string, () => unknown>> = {};

export function parametersOf(experiment: string): unknown {
  return PARAMETERS[experiment]?.();
}
