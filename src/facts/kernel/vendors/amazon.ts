import { CLASSIC, family, type Vendor, ipvs } from './vendor';

/** Amazon Linux. */
export const amazon: Vendor = {
  families: [
    family('amazon-linux', 'Amazon Linux', 'kernel.org', String.raw`\.amzn\d+\b`),
  ],
  systems: [
    {
      is: ({ kernel }) => kernel.family.id === 'amazon-linux',
      system: {
        title: 'Amazon Linux', loadable: [...ipvs(CLASSIC), 'nf_conntrack'],
        evidence: { source: 'aws-eks-best-practices ipvs.adoc', certainty: 'documented' },
      },
    },
  ],
};
