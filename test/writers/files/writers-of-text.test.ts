import * as fc from 'fast-check';
import { nodeFileKind, writersOfText } from '../../../src/writers/files/writers-of-text';
import { summary } from '../writer-summary';

function writersOf(path: string, text: string) {
  return writersOfText({ path, text, locate: (line, column) => ({ file: path, line, column }) });
}

describe('the kind of a file', () => {
  it.each<[string, string, string | undefined]>([
    ['sysctl.d/90-ipvs.conf', '', 'sysctl.d'],
    ['/usr/lib/sysctl.d/50-default.conf', '', 'sysctl.d'],
    ['etc/sysctl.conf', '', 'sysctl.d'],
    ['sysctl.d/README', '', undefined],
    ['90-ipvs.conf', '# IPVS\nnet.ipv4.vs.conn_reuse_mode=1\n-vm.swappiness = 0\n', 'sysctl.d'],
    ['nginx.conf', 'net.ipv4.ip_forward=1\nserver {}\n', undefined],
    ['k8s.conf', '# modules\nip_vs\nip_vs_rr\n', 'modules-load.d'],
    ['words.conf', 'hello\nip_vs world\n', undefined],
    ['words.conf', 'hello\nworld\n', undefined],
    ['empty.conf', '', undefined],
    ['modules-load.d/ipvs.conf', '', 'modules-load.d'],
    ['/etc/modules', '', 'modules-load.d'],
    ['modules', '', undefined],
    ['kube-proxy.service', '[Unit]\nDescription=x\n', 'systemd-unit'],
    ['kube-proxy.service.d/10-post.conf', '# ours\n\n[Service]\nExecStartPost=x\n', 'systemd-unit'],
    ['unit', '[Install]\nWantedBy=multi-user.target\n', 'systemd-unit'],
    ['my.cnf', '[mysqld]\n[Service]\n', undefined],
    ['unit.yaml', '[Unit]\n', undefined],
    ['etc/cron.d/ipvs', '', 'cron'],
    ['var/spool/cron/root', '', 'cron'],
    ['/etc/crontab', '', 'cron'],
    ['root.crontab', '', 'cron'],
    ['jobs', '# all\nMAILTO=""\n* * * * * sysctl -w net.ipv4.vs.conn_reuse_mode=1\n', 'cron'],
    ['words', 'this is a text of many words\n', undefined],
    ['jobs', 'A=b\n', undefined],
    ['setup.sh', '', 'script'],
    ['etc/rc.local', '', 'script'],
    ['etc/cron.hourly/ipvs', '', 'script'],
    ['etc/sysconfig/modules/ipvs.modules', '', 'script'],
    ['start', '#!/usr/bin/env bash\n', 'script'],
    ['start', '#!/bin/sh -e\n', 'script'],
    ['start.py', '#!/usr/bin/python3\n', undefined],
    ['-', 'apiVersion: v1\nkind: ConfigMap\n', undefined],
  ])('%s', (path, text, expected) => expect(nodeFileKind(path, text)).toBe(expected));
});

describe('sysctl.d', () => {
  it('sets what its lines say, before modules are there', () => {
    const [writer, ...others] = writersOf('sysctl.d/90-ipvs.conf', [
      '# comment', '; another', '', 'net.ipv4.vs.conn_reuse_mode = 1', '  -net/ipv4/vs/conntrack=1', 'net/ipv4/conf/eth0.100/arp_ignore = 1',
      'net.ipv4.ip_local_port_range = 1024 65000', 'net.ipv4.conf.*.rp_filter = 2', '-net.ipv4.conf.lo.rp_filter', 'nonsense', '= 1', 'net.ipv4.ip_forward =',
    ].join('\r\n'));
    expect(others).toEqual([]);
    expect(writer).toMatchObject({
      kind: 'sysctl.d', name: 'sysctl.d/90-ipvs.conf', moment: 'boot-before-modules', frequency: 'once', reachesNode: true, waitsForKey: false, modules: [],
      location: { file: 'sysctl.d/90-ipvs.conf', line: 4, column: 1 },
    });
    expect(writer.sysctls.map(({ key, value, location }) => [key, value, location?.line, location?.column])).toEqual([
      ['net.ipv4.vs.conn_reuse_mode', '1', 4, 1],
      ['net.ipv4.vs.conntrack', '1', 5, 3],
      ['net.ipv4.conf.eth0/100.arp_ignore', '1', 6, 1],
      ['net.ipv4.ip_local_port_range', '1024 65000', 7, 1],
      ['net.ipv4.conf.*.rp_filter', '2', 8, 1],
      ['net.ipv4.ip_forward', '', 12, 1],
    ]);
  });

  it('says nothing when it is empty', () => expect(writersOf('sysctl.d/a.conf', '# nothing\n')).toEqual([]));
});

describe('modules-load.d', () => {
  it('loads what its lines name, and goes on when one is missing', () => {
    const [writer] = writersOf('/etc/modules', '# modules\nip_vs conn_tab_bits=20\n\n  ip_vs_rr\n-x\nnf conntrack!\n');
    expect(writer).toMatchObject({ kind: 'modules-load.d', moment: 'boot', frequency: 'once', loading: { tool: 'host', seesHostModules: true, mayLoad: true } });
    expect(writer.modules.map(({ module, tolerant, location }) => [module, tolerant, location?.line, location?.column])).toEqual([
      ['ip_vs', true, 2, 1], ['ip_vs_rr', true, 4, 3], ['nf', true, 6, 1],
    ]);
  });
});

describe('the unit of kube-proxy', () => {
  const WRITE = 'sysctl -w net.ipv4.vs.conn_reuse_mode=1';
  const unit = (...lines: string[]): string => ['[Unit]', 'Description=kube-proxy', '[Service]', 'ExecStart=/usr/local/bin/kube-proxy --config=/c', ...lines].join('\n');
  const set = 'net.ipv4.vs.conn_reuse_mode=1';

  it.each<[string, string[], string[]]>([
    ['nothing', [], []],
    ['ExecStartPre', ['ExecStartPre=/sbin/modprobe ip_vs'], ['before-kube-proxy every-kube-proxy-start: ip_vs']],
    ['ExecStartPre that may fail', ['ExecStartPre=-/sbin/modprobe ip_vs'], ['before-kube-proxy every-kube-proxy-start: ip_vs?']],
    ['ExecStartPost', [`ExecStartPost=/sbin/${WRITE}`], [`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`]],
    ['ExecStartPost after a fixed time', [`ExecStartPost=/bin/sh -c 'sleep 10; ${WRITE}'`], [`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`]],
    ['ExecStartPost that waits', [`ExecStartPost=/bin/bash -c "until curl -sf localhost:10256/healthz; do sleep 1; done; ${WRITE}"`],
      [`after-kube-proxy every-kube-proxy-start: ${set}`]],
    ['a waiting command before', ["ExecStartPost=/bin/sh -c 'until nc -z 127.0.0.1 10256; do sleep 1; done'", `ExecStartPost=/sbin/${WRITE}`],
      [`after-kube-proxy every-kube-proxy-start: ${set}`]],
    ['a waiting command that may fail', ["ExecStartPost=-/usr/bin/timeout 60 sh -c 'until nc -z 127.0.0.1 10256; do sleep 1; done'", `ExecStartPost=/sbin/${WRITE}`],
      [`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`]],
    ['continued lines', ['ExecStartPost=/bin/sh -c \\', "  'modprobe ip_vs && \\", `  ${WRITE}'`], [`kube-proxy-start-unordered every-kube-proxy-start: ${set} ip_vs`]],
    ['a variable of the unit', ['Environment="MODE=1" OTHER=2', 'ExecStartPost=/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=${MODE}'],
      [`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`]],
    ['an escaped variable', ["ExecStartPost=/bin/sh -c 'for m in ip_vs ip_vs_rr; do modprobe $$m; done'"],
      ['kube-proxy-start-unordered every-kube-proxy-start: ip_vs? ip_vs_rr']],
    ['several commands in one', ['ExecStartPre=/sbin/modprobe ip_vs ; /sbin/modprobe ip_vs_rr'], ['before-kube-proxy every-kube-proxy-start: ip_vs', 'before-kube-proxy every-kube-proxy-start: ip_vs_rr']],
    ['prefixes', ['ExecStartPre=+!/sbin/modprobe ip_vs'], ['before-kube-proxy every-kube-proxy-start: ip_vs']],
    ['a reset', [`ExecStartPost=/sbin/${WRITE}`, 'ExecStartPost='], []],
    ['a comment', [`#ExecStartPost=/sbin/${WRITE}`], []],
    ['a redirection without a shell', ['ExecStartPost=/bin/echo 1 > /proc/sys/net/ipv4/vs/conn_reuse_mode'], []],
  ])('with %s', (_, lines, expected) => expect(writersOf('kube-proxy.service', unit(...lines)).map(summary)).toEqual(expected));

  it('with a script in another file', () => {
    const readFile = (path: string) => (path === '/opt/set.sh' ? `until nc -z localhost 10256; do sleep 1; done\n${WRITE}\n` : undefined);
    const text = unit('ExecStartPost=/opt/set.sh');
    expect(writersOfText({ path: 'kube-proxy.service', text, locate: () => undefined, readFile }).map(summary)).toEqual([`after-kube-proxy every-kube-proxy-start: ${set}`]);
  });

  it('in a drop-in', () => {
    const [writer] = writersOf('etc/systemd/system/kube-proxy.service.d/10-reuse.conf', `[Service]\nExecStartPost=/sbin/${WRITE}\n`);
    expect(summary(writer)).toBe(`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`);
    expect(writer).toMatchObject({ name: 'etc/systemd/system/kube-proxy.service.d/10-reuse.conf, ExecStartPost', location: { line: 2, column: 1 } });
  });

  it('under another name, by its command', () => {
    expect(writersOf('proxy.service', unit(`ExecStartPost=/sbin/${WRITE}`)).map(summary)).toEqual([`kube-proxy-start-unordered every-kube-proxy-start: ${set} (blind)`]);
  });

  it.each(['k3s.service', 'k3s-agent.service', 'rke2-agent.service'])('within %s', (name) => {
    expect(writersOf(name, '[Service]\nExecStartPre=/sbin/modprobe ip_vs\nExecStart=/usr/local/bin/k3s agent\n').map(summary)).toEqual([
      'before-kube-proxy every-kube-proxy-start: ip_vs',
    ]);
  });
});

describe('other units', () => {
  const set = 'net.ipv4.vs.conn_reuse_mode=1';
  const unit = (head: string, service: string): string => `[Unit]\n${head}\n[Service]\nExecStart=/sbin/sysctl -w ${set}\n${service}\n`;

  it.each<[string, string, string]>([
    ['', 'Type=oneshot', `any-time once: ${set} (blind)`],
    ['After=network.target kube-proxy.service', 'Type=oneshot', `kube-proxy-start-unordered once: ${set} (blind)`],
    ['Before=kubelet.service', 'Type=oneshot', `before-kube-proxy once: ${set} (blind)`],
    ['After=network.target', 'ExecReload=/sbin/modprobe ip_vs', `any-time once: ${set} (blind)`],
    ['Before=sysinit.target', 'Type=oneshot', `boot once: ${set} (blind)`],
    ['', 'Restart=always\nRestartSec=30', `any-time loop 30s: ${set}`],
    ['', 'Restart=always\nRestartSec=2min', `any-time loop 120s: ${set}`],
    ['', 'Restart=always', `any-time loop: ${set}`],
    ['', 'Restart=on-failure\nRestartSec=30', `any-time once: ${set} (blind)`],
    ['', 'Type=oneshot\nRestart=no', `any-time once: ${set} (blind)`],
  ])('%s %s', (head, service, expected) => expect(writersOf('tune.service', unit(head, service)).map(summary)).toEqual([expected]));

  it('of the kubelet, which starts before the pods', () => {
    expect(writersOf('kubelet.service.d/10-ipvs.conf', '[Service]\nExecStartPre=-modprobe ip_vs\n').map(summary)).toEqual(['before-kube-proxy once: ip_vs?']);
  });

  it('whose script waits for kube-proxy', () => {
    const script = `until curl -s 127.0.0.1:10256/healthz; do sleep 2; done; sysctl -w ${set}`;
    expect(writersOf('tune.service', `[Unit]\nAfter=kube-proxy.service\n[Service]\nExecStart=/bin/sh -c '${script}'\n`).map(summary)).toEqual([`after-kube-proxy once: ${set}`]);
  });
});

describe('cron', () => {
  const WRITE = 'sysctl -w net.ipv4.vs.conn_reuse_mode=1';
  const set = 'net.ipv4.vs.conn_reuse_mode=1';

  it.each<[string, string, string[]]>([
    ['cron.d/ipvs', `* * * * * root ${WRITE}`, [`any-time loop 60s: ${set}`]],
    ['cron.d/ipvs', `*/5 * * * * admin /sbin/${WRITE} >/dev/null 2>&1`, [`any-time loop 300s: ${set}`]],
    ['root.crontab', `*/10 * * * * ${WRITE}`, [`any-time loop 600s: ${set}`]],
    ['root.crontab', `*/10 * * * * root ${WRITE}`, [`any-time loop 600s: ${set}`]],
    ['crontab', `@reboot ${WRITE}`, [`any-time once: ${set} (blind)`]],
    ['crontab', `@hourly ${WRITE}`, [`any-time loop 3600s: ${set}`]],
    ['crontab', `@often ${WRITE}`, []],
    ['crontab', `* * * * * [ "$(cat /proc/sys/net/ipv4/vs/conn_reuse_mode)" = 1 ] || ${WRITE}`, [`after-kube-proxy reconcile 60s: ${set}`]],
    ['crontab', 'MODE=1\n* * * * * sysctl -w net.ipv4.vs.conn_reuse_mode=$MODE', [`any-time loop 60s: ${set}`]],
    ['crontab', `* * * * * ${WRITE}%input`, [`any-time loop 60s: ${set}`]],
    ['crontab', `# * * * * * ${WRITE}\nnot a job\n* * * *\n`, []],
    ['etc/cron.hourly/reuse', `#!/bin/sh\n${WRITE}\n`, [`any-time loop 3600s: ${set}`]],
  ])('%s: %s', (path, text, expected) => expect(writersOf(path, text).map(summary)).toEqual(expected));

  it('names the line', () => {
    const [writer] = writersOf('cron.d/ipvs', `SHELL=/bin/sh\n* * * * * root modprobe ip_vs; ${WRITE}\n`);
    expect(writer).toMatchObject({ kind: 'cron', name: 'cron.d/ipvs, line 2' });
    expect(writer.sysctls[0].location).toEqual({ file: 'cron.d/ipvs', line: 2, column: 32 });
  });
});

describe('TuneD', () => {
  it('sets what its profile says when it starts', () => {
    const text = '[main]\nsummary=IPVS\n[sysctl]\nnet.ipv4.vs.conn_reuse_mode = 1\nvm.swappiness=>10  # little\nnet.core.somaxconn=${f:x}\n[modules]\nip_vs=+r\nip_vs_rr=-r\n';
    const [writer] = writersOf('etc/tuned/ipvs/tuned.conf', text);
    expect(summary(writer)).toBe('any-time once: net.ipv4.vs.conn_reuse_mode=1 vm.swappiness=10 net.core.somaxconn=? ip_vs? (blind)');
    expect(writer).toMatchObject({ kind: 'tuned', name: 'etc/tuned/ipvs/tuned.conf', location: { line: 4, column: 1 } });
  });

  it('says nothing without them', () => expect(writersOf('tuned.conf', '[main]\n')).toEqual([]));
});

describe('scripts', () => {
  it('are writers at no certain time', () => {
    const [writer] = writersOf('setup.sh', '#!/bin/bash\nmodprobe ip_vs\n  sysctl -w net.ipv4.vs.conntrack=1\n');
    expect(writer).toMatchObject({ kind: 'script', name: 'setup.sh', location: { line: 3, column: 3 } });
    expect(summary(writer)).toBe('any-time once: net.ipv4.vs.conntrack=1 ip_vs?');
  });

  it.each([
    ['setup.sh', 'any-time once: ip_vs? nf_conntrack_ipv4'],
    ['etc/sysconfig/modules/ipvs.modules', 'boot once: ip_vs? nf_conntrack_ipv4?'],
    ['etc/cron.daily/ipvs', 'any-time loop 86400s: ip_vs? nf_conntrack_ipv4?'],
  ])('fail with their last command, where anybody looks: %s', (file, expected) => {
    expect(writersOf(file, '#!/bin/bash\nmodprobe -- ip_vs\nmodprobe -- nf_conntrack_ipv4\n').map(summary)).toEqual([expected]);
  });

  it('stop at a failure under set -e, whoever looks', () => {
    expect(writersOf('etc/sysconfig/modules/ipvs.modules', 'set -e\nmodprobe nf_conntrack_ipv4\nmodprobe ip_vs\n').map(summary)).toEqual(['boot once: nf_conntrack_ipv4 ip_vs']);
  });
});

it('never throws, whatever a file holds', () => {
  const path = fc.constantFrom('sysctl.d/a.conf', 'modules-load.d/a.conf', 'a.service', 'cron.d/a', 'crontab', 'a.sh', 'a.conf', 'a', '-');
  const line = fc.oneof(fc.string(), fc.constantFrom('[Service]', 'ExecStart=/bin/sh -c "', 'Environment="A', '* * * * * root x', 'net.ipv4.vs.x = 1', 'ip_vs', '\\'));
  fc.assert(fc.property(path, fc.array(line), (file, lines) => {
    writersOf(file, lines.join('\n'));
  }), { numRuns: 1_000 });
});
