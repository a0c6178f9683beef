import { nftablesKernelVerdict } from '../../../src/facts/kube-proxy/nftables';
import { KernelRelease } from '../../../src/facts/kernel/kernel-release';
import { KubeVersion } from '../../../src/facts/kube-proxy/kube-version';

describe('the kernel check of nftables mode', () => {
  it.each([
    ['1.29.0', '5.12.19', undefined, false], ['1.30.14', '4.18.0', 'yes', false],
    ['1.31.0', '5.12.19', undefined, false], ['1.32.0', '5.12.19', 'yes', true], ['1.32.0', '5.13.0', 'yes', false],
    ['1.33.0', '5.12.19', undefined, true], ['1.33.0', '5.12.19', 'yes', false], ['1.33.0', '5.13.0', undefined, false],
    ['1.37.2', '5.4.0', undefined, true], ['1.37.2', '5.4.0', '', true],
  ])('v%s on %s with the variable at %j exits: %s', (version, kernel, variable, exits) => {
    const verdict = nftablesKernelVerdict(KubeVersion.parse(version), KernelRelease.parse(kernel), variable);
    expect(verdict).toMatchObject({ exits, kernelSuffices: kernel === '5.13.0' });
  });
});
