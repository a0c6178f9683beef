import { parse } from 'yaml';
import { writersOfTalosConfig } from '../../../src/writers/objects/talos-writers';
import { summary } from '../writer-summary';

function writersOf(yaml: string) {
  return writersOfTalosConfig({ value: parse(yaml) as unknown, name: 'worker.yaml', locate: (path) => ({ constructPath: path.join('.') }) });
}

describe('a Talos machine configuration', () => {
  it('sets sysctls and loads modules at boot', () => {
    const [writer, ...others] = writersOf(`
      version: v1alpha1
      machine:
        sysctls: {net.ipv4.vs.conn_reuse_mode: "1", net.core.somaxconn: 65535, nonsense: 1}
        kernel: {modules: [{name: ip_vs, parameters: [conn_tab_bits=15]}, {name: ip_vs_rr}, {name: "a b"}, {}]}
    `);
    expect(others).toEqual([]);
    expect(summary(writer)).toBe('boot once: net.ipv4.vs.conn_reuse_mode=1 net.core.somaxconn=65535 ip_vs? ip_vs_rr? (blind)');
    expect(writer).toMatchObject({
      kind: 'talos-machine-config', name: 'worker.yaml', location: { constructPath: 'machine.sysctls.net.ipv4.vs.conn_reuse_mode' },
      loading: { tool: 'host', seesHostModules: true, mayLoad: true },
    });
    expect(writer.modules[1].location).toEqual({ constructPath: 'machine.kernel.modules.1' });
  });

  it('has documents of its own for modules', () => {
    expect(writersOf('{apiVersion: v1alpha1, kind: KernelModuleConfig, name: ip_vs}').map(summary)).toEqual(['boot once: ip_vs?']);
  });

  it.each(['machine: {}', 'machine: {sysctls: null, kernel: {modules: {}}}', 'machine: 3', '[]', 'x', 'kind: KernelModuleConfig', 'cluster: {proxy: {mode: ipvs}}'])(
    'says nothing: %s', (yaml) => expect(writersOf(yaml)).toEqual([]),
  );
});
