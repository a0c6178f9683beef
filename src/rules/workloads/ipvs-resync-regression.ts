import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';

export const ipvsResyncRegression: Rule = {
  id: 'ipvs-resync-regression',
  group: 'workloads',
  title: 'This kube-proxy repairs IPVS once an hour instead of every ipvs.syncPeriod.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#134147', 'kubernetes/kubernetes#135631'],
  judge: ({ prediction }) => configurationFindings(configurationsIn('ipvs', prediction), ({ kubeProxy }) => {
    const defect = defectOf('forced-resync-hourly', kubeProxy.version);
    return defect ? [{
      severity: 'warning',
      message: 'repairs IPVS once an hour instead of every ipvs.syncPeriod',
      because: `it has a regression: ${defect.effect}`,
      remedies: [`Run a release without it: kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')}, and later ones of each line.`],
      sources: [defect.evidence.source],
    }] : [];
  }),
};
