import { defectOf } from '../../facts/kube-proxy/defects';
import { configurationFindings, configurationsIn } from '../wording/configuration-findings';
import type { Rule } from '../rule';

const FIELD = 'ipvs.excludeCIDRs';

export const excludeCidrsIgnored: Rule = {
  id: 'exclude-cidrs-ignored',
  group: 'workloads',
  title: 'This kube-proxy release does not honour ipvs.excludeCIDRs.',
  severities: ['warning'],
  sources: ['kubernetes/kubernetes#76267', 'kubernetes/kubernetes#85799'],
  judge: ({ prediction }) => configurationFindings(configurationsIn('ipvs', prediction), ({ kubeProxy, decoded }) => {
    const { excludeCIDRs } = decoded.effective.ipvs;
    const defect = excludeCIDRs.length > 0 ? defectOf('exclude-cidrs-ignored', kubeProxy.version) : undefined;
    return defect ? [{
      severity: 'warning',
      detail: FIELD,
      message: `does not honour ${FIELD}`,
      because: `${FIELD} is ${excludeCIDRs.join(', ')}, and ${defect.effect}`,
      remedies: [
        `Run a release without the fault: kube-proxy ${defect.fixedIn.map((release) => `v${release}`).join(', ')}, and later ones of each line.`,
        'Until then keep other users of IPVS off these nodes.',
      ],
      sources: [defect.evidence.source],
    }] : [];
  }),
};
