import { summary } from '../writers/writer-summary';
import { declared } from './declared';

const SET = '#!/bin/sh\n/usr/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1\n';
const CRON = '*/1 * * * * root bash /root/set.sh\n';
const writersOf = (files: Readonly<Record<string, string>>) => declared(files).writers.map((writer) => `${writer.name}: ${summary(writer)}`);

const BY_CRON = 'etc/cron.d/set, line 1: any-time loop 60s: net.ipv4.vs.conn_reuse_mode=1';

test.each<[string, Readonly<Record<string, string>>, string[]]>([
  ['by its path', { 'etc/cron.d/set': CRON, 'root/set.sh': SET }, [BY_CRON]],
  ['below a folder of the node', { 'etc/cron.d/set': CRON, 'nodes/a/root/set.sh': SET }, [BY_CRON]],
  ['by its name, where no other has it', { 'etc/cron.d/set': CRON, 'scripts/set.sh': SET }, [BY_CRON]],
  ['whatever comes first', { 'a/set.sh': SET, 'etc/cron.d/set': CRON }, [BY_CRON]],
  ['not where two have its name', { 'etc/cron.d/set': CRON, 'a/set.sh': SET, 'b/set.sh': SET },
    ['a/set.sh: any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)', 'b/set.sh: any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
  ['and the script that it runs in turn', { 'etc/cron.d/set': CRON, 'root/set.sh': 'sh /root/really-set.sh\n', 'root/really-set.sh': SET }, [BY_CRON]],
])('a crontab runs the script of another file, %s', (_, files, expected) => {
  expect(writersOf(files)).toEqual(expected);
});

const SERVICE = '[Service]\nType=oneshot\nExecStart=/usr/sbin/sysctl -w net.ipv4.vs.conn_reuse_mode=1\n';

test.each([
  ['[Timer]\nOnBootSec=1min\nOnUnitActiveSec=30\n', 'any-time loop 30s: net.ipv4.vs.conn_reuse_mode=1'],
  ['[Timer]\nOnUnitInactiveSec=5 min\n', 'any-time loop 300s: net.ipv4.vs.conn_reuse_mode=1'],
  ['[Timer]\nOnCalendar=*:0/5\n', 'any-time loop: net.ipv4.vs.conn_reuse_mode=1'],
  ['[Timer]\nOnBootSec=1min\n', 'any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)'],
])('a timer starts the service of its name: %j', (timer, expected) => {
  expect(writersOf({ 'etc/systemd/system/reuse.service': SERVICE, 'etc/systemd/system/reuse.timer': timer })).toEqual([`etc/systemd/system/reuse.service, ExecStart: ${expected}`]);
  expect(writersOf({ 'reuse.service': SERVICE, 'other.timer': timer })[0]).toContain('any-time once');
});

test('a script that runs at boot by itself does so, whoever else runs it', () => {
  expect(writersOf({ 'setup.sh': 'bash /etc/sysconfig/modules/ipvs.modules\n', 'etc/sysconfig/modules/ipvs.modules': 'modprobe ip_vs\n' }))
    .toEqual(['etc/sysconfig/modules/ipvs.modules: boot once: ip_vs?']);
});

test('scripts that run each other are read by themselves', () => {
  expect(writersOf({ 'a.sh': `sh /b.sh\n${SET}`, 'b.sh': 'sh /a.sh\n' })).toContain('a.sh: any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)');
});
