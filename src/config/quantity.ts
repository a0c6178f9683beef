const FACTORS: Readonly<Record<string, number>> = {
  '': 1, 'n': 1e-9, 'u': 1e-6, 'm': 1e-3, 'k': 1e3, 'M': 1e6, 'G': 1e9, 'T': 1e12, 'P': 1e15, 'E': 1e18,
  'Ki': 2 ** 10, 'Mi': 2 ** 20, 'Gi': 2 ** 30, 'Ti': 2 ** 40, 'Pi': 2 ** 50, 'Ei': 2 ** 60,
};

/** A Kubernetes quantity (`64Ki`, `1e3`, `0.5`) rounded up to a whole number, or `undefined` for what is none. */
export function parseQuantity(text: string): number | undefined {
  const match = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(?:[eE]([-+]?\d+)|([KMGTPE]i|[numkMGTPE]?))$/.exec(text);
  return match ? Math.ceil(Number(match[1]) * (match[2] === undefined ? FACTORS[match[3]] : 10 ** Number(match[2]))) : undefined;
}
