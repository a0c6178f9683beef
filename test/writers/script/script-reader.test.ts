import * as fc from 'fast-check';
import { readScript } from '../../../src/writers/script/script-reader';
import { writersOfText } from '../../../src/writers/files/writers-of-text';
import { summary } from '../writer-summary';

const REUSE = '/proc/sys/net/ipv4/vs/conn_reuse_mode';

/** What a script of the node amounts to. */
function writersOf(script: string): string[] {
  return writersOfText({ path: 'setup.sh', text: script, locate: () => undefined }).map(summary);
}

describe('modules', () => {
  it.each<[string, string[]]>([
    ['modprobe ip_vs', ['any-time once: ip_vs']],
    ['modprobe -- ip_vs', ['any-time once: ip_vs']],
    ['/sbin/modprobe -v ip_vs conn_tab_bits=20', ['any-time once: ip_vs']],
    ['modprobe -a ip_vs ip_vs_rr nf_conntrack', ['any-time once: ip_vs ip_vs_rr nf_conntrack']],
    ['modprobe -va ip_vs ip_vs_rr', ['any-time once: ip_vs ip_vs_rr']],
    ['modprobe -r ip_vs; modprobe -n ip_vs_rr; modprobe --show-depends ip_vs_wrr', []],
    ['sudo modprobe ip_vs', ['any-time once: ip_vs']],
    ['timeout -k 5 10 modprobe ip_vs', ['any-time once: ip_vs']],
    ['env LC_ALL=C modprobe ip_vs', ['any-time once: ip_vs']],
    ['busybox modprobe ip_vs', ['any-time once: ip_vs']],
    ['command -v modprobe', []],
    ['insmod /lib/modules/5.4/kernel/net/netfilter/ipvs/ip_vs-rr.ko.xz', ['any-time once: ip_vs_rr']],
    ['# modprobe ip_vs', []],
    ['echo "modprobe ip_vs"', []],
    ["grep -q 'modprobe ip_vs' /etc/rc.local", []],
  ])('%s', (script, expected) => expect(writersOf(script)).toEqual(expected));

  it.each<[string, string[]]>([
    ['for m in ip_vs ip_vs_rr; do modprobe $m; done', ['any-time once: ip_vs? ip_vs_rr']],
    ['for m in ip_vs{,_rr,_sh}\ndo\n  modprobe -- "$m"\ndone', ['any-time once: ip_vs? ip_vs_rr? ip_vs_sh']],
    ['MODULES="ip_vs ip_vs_rr"\nfor m in $MODULES; do modprobe ${m}; done; exit 0', ['any-time once: ip_vs? ip_vs_rr?']],
    ['MODULES=(ip_vs ip_vs_rr)\nfor m in "${MODULES[@]}"; do modprobe "$m"; done; exit 0', ['any-time once: ip_vs? ip_vs_rr?']],
    ['for m in ${MODULES:-ip_vs ip_vs_sh}; do modprobe $m; done; :', ['any-time once: ip_vs? ip_vs_sh?']],
    ['load() { modprobe "$1"; }\nload ip_vs; load ip_vs_rr', ['any-time once: ip_vs? ip_vs_rr']],
    ['function load { for m in "$@"; do modprobe $m; done; }\nload ip_vs ip_vs_rr', ['any-time once: ip_vs? ip_vs_rr']],
    ['set -- ip_vs ip_vs_rr; for m; do modprobe $m; done', ['any-time once: ip_vs? ip_vs_rr']],
    ['while read -r m; do modprobe "$m"; done <<EOF\nip_vs\nip_vs_rr\nEOF\n', ['any-time once: ip_vs? ip_vs_rr']],
    ["printf '%s\\n' ip_vs ip_vs_rr | while read m; do modprobe $m; done", ['any-time once: ip_vs? ip_vs_rr']],
    ['echo ip_vs ip_vs_rr | xargs modprobe -a', ['any-time once: ip_vs ip_vs_rr']],
    ["printf 'ip_vs\\nip_vs_rr\\n' | xargs -n1 modprobe", ['any-time once: ip_vs ip_vs_rr']],
    ['echo ip_vs | xargs -I{} modprobe {}', ['any-time once: ip_vs']],
    ['modprobe $(echo ip_vs)', ['any-time once: ip_vs']],
    ['eval "modprobe ip_vs"', ['any-time once: ip_vs']],
    ['modprobe $UNKNOWN; for m in $(cat /etc/list); do modprobe $m; done', []],
  ])('named by words, variables and loops: %s', (script, expected) => expect(writersOf(script)).toEqual(expected));
});

describe('a failed load counts', () => {
  it.each<[string, string]>([
    ['as the last command', 'modprobe ip_vs'],
    ['with set -e', 'set -e\nmodprobe ip_vs\necho done'],
    ['with set -euo pipefail', 'set -euo pipefail; modprobe ip_vs; echo done'],
    ['with -o errexit', 'set -o errexit; modprobe ip_vs; echo done'],
    ['with sh -e', 'sh -ec "modprobe ip_vs; echo done"'],
    ['with an exit after ||', 'modprobe ip_vs || { echo missing; exit 1; }; echo done'],
    ['with an exit after if !', 'if ! modprobe ip_vs; then echo missing; exit 1; fi; echo done'],
    ['with an exit after else', 'if modprobe ip_vs; then echo ok; else exit 1; fi; echo done'],
    ['with a look at its status', 'modprobe ip_vs\nif [ $? -ne 0 ]; then\n  exit 1\nfi\necho done'],
    ['with a short look at its status', 'modprobe ip_vs; [ $? -eq 0 ] || exit 2; echo done'],
    ['in a loop that waits for it', 'until modprobe ip_vs; do sleep 1; done; exit 0'],
  ])('%s', (_, script) => expect(writersOf(script)[0]).toMatch(/ ip_vs\b(?!\?)/));

  it.each<[string, string]>([
    ['before other commands', 'modprobe ip_vs; sleep infinity'],
    ['after set +e', 'set -e; set +e; modprobe ip_vs; echo done'],
    ['before others joined by &&', 'modprobe ip_vs && echo done; exit 0'],
    ['before another try', 'modprobe ip_vs || modprobe -f ip_vs || exit 1; echo done'],
    ['with || true', 'set -e; modprobe ip_vs || true'],
    ['with || :', 'modprobe ip_vs || :'],
    ['with || echo', 'modprobe ip_vs || echo "not found"'],
    ['as a condition', 'set -e; if modprobe ip_vs; then echo ok; fi'],
    ['with !', 'set -e; ! modprobe ip_vs'],
    ['in the background', 'set -e; modprobe ip_vs & wait'],
    ['left of a pipe', 'modprobe ip_vs 2>&1 | logger'],
    ['in a substitution', 'set -e; out=$(modprobe ip_vs 2>&1); echo "$out"'],
  ])('not %s', (_, script) => expect(writersOf(script)).toEqual(['any-time once: ip_vs?']));
});

describe('alternatives', () => {
  const BOTH = 'any-time once: nf_conntrack? nf_conntrack_ipv4?';

  it.each<[string, string[]]>([
    ['set -e; modprobe nf_conntrack || modprobe nf_conntrack_ipv4', [BOTH]],
    ['for m in nf_conntrack nf_conntrack_ipv4; do modprobe $m && break; done', [BOTH]],
    ['set -e; if modprobe nf_conntrack; then :; else modprobe nf_conntrack_ipv4; fi', [BOTH]],
    ['K=$(uname -r); if [ "$K" \\> 4.19 ]; then M=nf_conntrack; else M=nf_conntrack_ipv4; fi; modprobe $M', [BOTH]],
    ['case "$(uname -r)" in 3.*) M=nf_conntrack_ipv4;; *) M=nf_conntrack;; esac; modprobe $M', ['any-time once: nf_conntrack_ipv4? nf_conntrack?']],
    ['set -e; case $(uname -r) in\n(5.*) modprobe nf_conntrack ;;\n(*) modprobe nf_conntrack_ipv4\nesac', [BOTH]],
    ['set -e; if modinfo nf_conntrack_ipv4; then modprobe nf_conntrack_ipv4; fi; modprobe nf_conntrack',
      ['any-time once: nf_conntrack_ipv4? nf_conntrack']],
    ['set -e; if [ "$IPVS" = true ]; then modprobe ip_vs; fi', ['any-time once: ip_vs?']],
  ])('%s', (script, expected) => expect(writersOf(script)).toEqual(expected));

  it('leave a value open that differs between them', () => {
    const write = (value: number): string => `sysctl -w net.ipv4.vs.conn_reuse_mode=${value}`;
    expect(writersOf(`if [ "$(uname -r)" = x ]; then ${write(1)}; else ${write(0)}; fi`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']);
    expect(writersOf(`uname -r | grep -q '^5' && ${write(1)} || ${write(0)}`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']);
    expect(writersOf('case $(uname -r) in 5*) V=1;; *) V=0;; esac; sysctl -w net.ipv4.vs.conn_reuse_mode=$V'))
      .toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']);
    expect(writersOf(`if uname -r | grep -q '^4'; then ${write(0)}; fi`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']);
    expect(writersOf(`${write(1)} || echo 1 > ${REUSE}`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });

  it.each([
    'MODE=iptables; if [ "$MODE" = ipvs ]; then $W; fi',
    '[ "$MODE" = ipvs ] && $W; exit 0',
    'test -n "$MODE" && $W; exit 0',
    '[ "$MODE" = iptables ] || $W; exit 0',
    'if [[ $(uname -r) == 5.* ]]; then $W; fi',
    'K=$(uname -r); if [ "${K%%.*}" -ge 5 ]; then $W; fi',
    'major=5; if (( major >= 5 )); then $W; fi',
    'if uname -r | grep -q "^5"; then $W; fi',
    'if ! grep -q ubuntu /etc/os-release; then $W; fi',
    'new() { [ "$1" -gt 4 ]; }; if new 5; then $W; fi',
    'case $ID in ubuntu) $W;; esac',
    'case $ID in ubuntu) $W;; *) echo other;; esac',
    'if modinfo ip_vs; then $W; fi',
  ])('that hang on what is not looked into leave the value open: %s', (script) => {
    expect(writersOf(script.replace('$W', 'sysctl -w net.ipv4.vs.conn_reuse_mode=1'))).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']);
  });

  it.each([
    '[ -x /sbin/sysctl ] && $W; exit 0',
    'if [ -d /proc/sys/net/ipv4/vs ]; then $W; fi',
    'if [ "$X" = y ]; then $W; else $W; fi',
    'chmod 644 /etc/hosts && $W; exit 0',
    '[ "$X" = y ] && echo yes; $W',
  ])('that hang on nothing else keep it: %s', (script) => {
    expect(writersOf(script.replaceAll('$W', 'sysctl -w net.ipv4.vs.conn_reuse_mode=1'))).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });

  it('are decided by what is known', () => {
    expect(writersOf('MODE=ipvs; case $MODE in iptables) modprobe br_netfilter;; ipvs) modprobe ip_vs;; esac')).toEqual(['any-time once: ip_vs']);
    expect(writersOf('true || modprobe ip_vs; false && modprobe ip_vs_rr; exit 0; modprobe ip_vs_sh')).toEqual([]);
  });
});

describe('sysctls', () => {
  const ONE = ['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)'];

  it.each<[string, string[]]>([
    ['sysctl -w net.ipv4.vs.conn_reuse_mode=1', ONE],
    ['sysctl net.ipv4.vs.conn_reuse_mode=1', ONE],
    ['/sbin/sysctl -e -w net/ipv4/vs/conn_reuse_mode=1', ONE],
    ['sysctl -w "net.ipv4.vs.conn_reuse_mode = 1" >/dev/null 2>&1', ONE],
    [`echo 1 > ${REUSE}`, ONE],
    [`echo 1>${REUSE}`, ['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']],
    [`echo -n "1" >> "${REUSE}"`, ONE],
    [`printf 1 > ${REUSE}`, ONE],
    [`printf '%s\\n' 1 | sudo tee ${REUSE} >/dev/null`, ONE],
    [`echo 1 | dd of=${REUSE}`, ONE],
    [`cat <<< 1 > ${REUSE}`, ONE],
    [`cat > ${REUSE} <<EOF\n1\nEOF`, ONE],
    [`V=1; { echo $V; } > ${REUSE}`, ONE],
    ['bash -c "sysctl -w net.ipv4.vs.conn_reuse_mode=$0" 1', ['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']],
    ["bash -c 'sysctl -w net.ipv4.vs.conn_reuse_mode=$1' - 1", ONE],
    ['sysctl -w net.ipv4.vs.conn_reuse_mode=$(get_mode)', ['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']],
    ['sysctl -w net.ipv4.vs.conn_reuse_mode=${MODE}', ['any-time once: net.ipv4.vs.conn_reuse_mode=? (blind)']],
    ['sysctl -w net.ipv4.vs.conn_reuse_mode=${MODE:-1}', ONE],
    ['sysctl -w net.ipv4.ip_local_port_range="1024 65000"', ['any-time once: net.ipv4.ip_local_port_range=1024 65000']],
    ['sysctl -w net.ipv4.vs.conntrack=0; sysctl -w net.ipv4.vs.conntrack=1', ['any-time once: net.ipv4.vs.conntrack=1 (blind)']],
    ['sysctl net.ipv4.vs.conn_reuse_mode; sysctl -n net.ipv4.vs.conntrack; sysctl -a', []],
    ['sysctl -w "$KEY=1"; echo 1 > /proc/sys/$PATH_OF_KEY; echo 1 > /tmp/x', []],
  ])('%s', (script, expected) => expect(writersOf(script)).toEqual(expected));

  it.each<[string, string]>([
    ['loads the module before', 'modprobe ip_vs; sysctl -w net.ipv4.vs.conntrack=1'],
    ['loads a module that brings it', 'modprobe ip_vs_rr\nsysctl -w net.ipv4.vs.conntrack=1'],
    ['loads it where it is missing', 'lsmod | grep -q ^ip_vs || modprobe ip_vs; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for its folder', 'until [ -d /proc/sys/net/ipv4/vs ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits while it is missing', 'while [ ! -e /proc/sys/net/ipv4/vs/conntrack ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for /sys/module', 'until test -d /sys/module/ip_vs; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for lsmod', 'while ! lsmod | grep -qw ip_vs; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for a line of lsmod', 'until [ -n "$(lsmod | grep ip_vs)" ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['counts lines of lsmod', 'while [ $(lsmod | grep -c ip_vs) -eq 0 ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['counts them with wc', 'n=$(lsmod | grep ip_vs | wc -l); [ "$n" -gt 0 ] || exit 1; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for /proc/modules', 'until grep -q "^ip_vs " /proc/modules; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits in a function', 'wait_for() { until [ -e "$1" ]; do sleep 1; done; }; wait_for /proc/sys/net/ipv4/vs; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits with a limit', 'for i in $(seq 60); do [ -d /proc/sys/net/ipv4/vs ] && break; sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for a break', 'while true; do if [ -d /proc/sys/net/ipv4/vs ]; then break; fi; sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['fails without it, to be started again', '[ -d /proc/sys/net/ipv4/vs ] || exit 1; sysctl -w net.ipv4.vs.conntrack=1'],
    ['fails in a branch', 'if [ ! -d /proc/sys/net/ipv4/vs ]; then echo no; exit 1; fi; sysctl -w net.ipv4.vs.conntrack=1'],
    ['tries until it works', 'until sysctl -w net.ipv4.vs.conntrack=1; do sleep 1; done'],
    ['tries until it reads back', 'until [ "$(cat /proc/sys/net/ipv4/vs/conntrack)" = 1 ]; do echo 1 > /proc/sys/net/ipv4/vs/conntrack; done'],
  ])('waits for the key where it %s', (_, script) => {
    expect(writersOf(script).at(-1)).toMatch(/^any-time once: .*net\.ipv4\.vs\.conntrack=1(?! \(blind)/);
  });

  it.each<[string, string]>([
    ['only skips the write', 'if [ -d /proc/sys/net/ipv4/vs ]; then sysctl -w net.ipv4.vs.conntrack=1; fi'],
    ['gives up', '[ -d /proc/sys/net/ipv4/vs ] || exit 0; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for something else', 'until [ -d /proc/sys/net/ipv6 ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['loads the module afterwards', 'sysctl -w net.ipv4.vs.conntrack=1; modprobe ip_vs'],
    ['waits in the background', '(until [ -d /proc/sys/net/ipv4/vs ]; do sleep 1; done) & sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits until it is gone', 'while [ -d /proc/sys/net/ipv4/vs ]; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
    ['waits for the module to be loadable', 'until modinfo ip_vs; do sleep 1; done; sysctl -w net.ipv4.vs.conntrack=1'],
  ])('does not wait where it %s', (_, script) => {
    expect(writersOf(script)[0]).toBe('any-time once: net.ipv4.vs.conntrack=1 (blind)');
  });

  it('keeps what waits apart from what does not', () => {
    expect(writersOf('sysctl -w net.netfilter.nf_conntrack_max=1; modprobe ip_vs; sysctl -w net.ipv4.vs.conntrack=1')).toEqual([
      'any-time once: net.netfilter.nf_conntrack_max=1 (blind)',
      'any-time once: net.ipv4.vs.conntrack=1 ip_vs?',
    ]);
  });
});

describe('kube-proxy', () => {
  const AFTER = 'after-kube-proxy once: net.ipv4.vs.conn_reuse_mode=1';
  const write = 'sysctl -w net.ipv4.vs.conn_reuse_mode=1';

  it.each<[string, string]>([
    ['curl', 'until curl -sf http://127.0.0.1:10256/healthz; do sleep 1; done'],
    ['curl, negated', 'while ! curl -s -o /dev/null localhost:10256/healthz; do sleep 1; done'],
    ['curl and grep', 'until curl -s localhost:10256/healthz | grep -q 200; do sleep 1; done'],
    ['curl --retry', 'curl --retry 60 --retry-connrefused -sf http://localhost:10256/healthz'],
    ['wget with a limit', 'for i in 1 2 3 4 5 6; do wget -qO- http://[::1]:10256/healthz && break; sleep 5; done'],
    ['nc', 'until nc -z 127.0.0.1 10256; do sleep 1; done'],
    ['ss', 'until ss -ltn | grep -q :10256; do sleep 1; done'],
    ['bash', 'until (exec 3<>/dev/tcp/127.0.0.1/10256) 2>/dev/null; do sleep 1; done'],
    ['bash with a redirection', 'until : < /dev/tcp/localhost/10256; do sleep 1; done'],
    ['the code of the answer', "until [ \"$(curl -s -o /dev/null -w '%{http_code}' http://localhost:10256/healthz)\" = 200 ]; do sleep 1; done"],
    ['the code of the answer, negated', 'while [[ $(curl -s -o /dev/null -w "%{http_code}" localhost:10256/healthz) != 200 ]]; do sleep 1; done'],
    ['an answer at all', 'while [ -z "$(ss -ltnH sport = :10256)" ]; do sleep 1; done'],
    ['a variable', 'S=$(curl -s localhost:10256/healthz); until [ "$S" = ok ]; do sleep 1; S=$(curl -s localhost:10256/healthz); done'],
    ['the metrics port', 'until curl -s 127.0.0.1:10249/proxyMode; do sleep 1; done'],
    ['a function', 'ready() { curl -sf 127.0.0.1:10256/healthz; }; until ready; do sleep 2; done'],
    ['another condition as well', 'until curl -s 127.0.0.1:10256/healthz && [ -d /proc/sys/net/ipv4/vs ]; do sleep 2; done'],
  ])('is waited for with %s', (_, wait) => expect(writersOf(`${wait}; ${write}`)).toEqual([AFTER]));

  it.each<[string, string]>([
    ['a fixed time', 'sleep 30'],
    ['another port', 'until curl -s 127.0.0.1:10255/healthz; do sleep 1; done'],
    ['a look without waiting', 'curl -s 127.0.0.1:10256/healthz'],
    ['the interface that stays from the last time', 'until ip link show kube-ipvs0; do sleep 1; done'],
    ['one of two conditions', 'until curl -s 127.0.0.1:10256/healthz || [ -e /tmp/x ]; do sleep 1; done'],
  ])('is not waited for with %s', (_, wait) => {
    expect(writersOf(`${wait}; ${write}`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });

  it('is started by the script itself', () => {
    expect(writersOf(`modprobe ip_vs; ${write}; exec kube-proxy --config=/c`)).toEqual([
      'before-kube-proxy every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 ip_vs?',
    ]);
    expect(writersOf(`kube-proxy --config=/c & sleep 5; ${write}; wait`)).toEqual([
      'kube-proxy-start-unordered every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 (blind)',
    ]);
    expect(writersOf(`(sleep 5; ${write}) & exec /usr/local/bin/kube-proxy --config=/c`)).toEqual([
      'kube-proxy-start-unordered every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 (blind)',
    ]);
    expect(writersOf(`(until nc -z localhost 10256; do sleep 1; done; ${write}) & exec hyperkube kube-proxy --config=/c`)).toEqual([
      'after-kube-proxy every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1',
    ]);
    expect(writersOf(`kube-proxy --cleanup; ${write}`)).toEqual(['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']);
  });
});

describe('loops without end', () => {
  const write = 'sysctl -w net.ipv4.vs.conn_reuse_mode=1';
  const LOOP = 'any-time loop 60s: net.ipv4.vs.conn_reuse_mode=1';
  const RECONCILE = 'after-kube-proxy reconcile 5s: net.ipv4.vs.conn_reuse_mode=1';

  it.each<[string, string]>([
    [`while true; do ${write}; sleep 60; done`, LOOP],
    [`while :; do ${write}; sleep 1m; done`, LOOP],
    [`while sleep 60; do ${write}; done`, LOOP],
    [`until false; do ${write}; sleep 60; done`, LOOP],
    [`while [ 1 ]; do ${write} || echo failed; sleep 30; sleep 30; done`, LOOP],
    [`for ((;;)); do ${write}; sleep 60; done`, LOOP],
    [`watch -n 60 ${write}`, LOOP],
    [`I=60; while true; do ${write}; sleep $I; done`, LOOP],
    [`while true; do ${write}; sleep 60 & wait $!; done`, LOOP],
    [`while true; do ${write}; sleep $INTERVAL; done`, 'any-time loop: net.ipv4.vs.conn_reuse_mode=1'],
    [`while true; do if curl -s localhost:10256/healthz; then ${write}; fi; sleep 60; done`, LOOP.replace('any-time', 'after-kube-proxy')],
    [`while true; do ${write} || exit 1; sleep 60; done`, LOOP],
    [`while true; do [ "$(cat ${REUSE})" = 1 ] || echo 1 > ${REUSE}; sleep 5; done`, RECONCILE],
    [`while true; do v=$(sysctl -n net.ipv4.vs.conn_reuse_mode); if [ "$v" != 1 ]; then ${write}; fi; sleep 5; done`, RECONCILE],
    [`while true; do read v < ${REUSE}; test "$v" -eq 1 || ${write}; sleep 5; done`, RECONCILE],
    [`while true; do grep -q 1 ${REUSE} || ${write}; sleep 5; done`, RECONCILE],
    [`set_mode() { [ "$(cat ${REUSE})" -eq 1 ] && return; ${write}; }\nwhile true; do set_mode; sleep 5; done`, RECONCILE],
  ])('%s', (script, expected) => expect(writersOf(script)).toEqual([expected]));

  it.each<[string, string[]]>([
    [`while true; do ${write} && break; sleep 5; done`, ['any-time once: net.ipv4.vs.conn_reuse_mode=1']],
    [`while true; do if ${write}; then exit 0; fi; sleep 5; done`, ['any-time once: net.ipv4.vs.conn_reuse_mode=1']],
    [`${write}; while true; do sleep 3600; done`, ['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
    [`${write}; tail -f /dev/null`, ['any-time once: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
    [`modprobe ip_vs; while true; do ${write}; sleep 60; done`, ['any-time once: ip_vs?', LOOP]],
    [`while true; do sleep 60; done; ${write}`, []],
    [`while true; do [ -d /proc/sys/net/ipv4/vs ] || { sleep 1; continue; }; ${write}; sleep 60; done`,
      ['any-time loop 61s: net.ipv4.vs.conn_reuse_mode=1']],
  ])('or with one: %s', (script, expected) => expect(writersOf(script)).toEqual(expected));

  it('are told apart by key', () => {
    expect(writersOf(`while true; do [ "$(cat ${REUSE})" = 1 ] || ${write}; sysctl -w net.ipv4.vs.conntrack=1; sleep 5; done`)).toEqual([
      RECONCILE, 'any-time loop 5s: net.ipv4.vs.conntrack=1',
    ]);
  });
});

describe('files for the next boot', () => {
  it('are writers of their own', () => {
    expect(writersOf([
      'cat > /etc/modules-load.d/ipvs.conf <<EOF',
      'ip_vs',
      'ip_vs_rr',
      'EOF',
      "echo 'net.ipv4.vs.conn_reuse_mode = 1' | tee /etc/sysctl.d/90-ipvs.conf",
      'echo net.ipv4.ip_forward=1 >> /etc/sysctl.conf',
      'echo net.ipv4.tcp_keepalive_time=600 >> /etc/sysctl.conf',
    ].join('\n'))).toEqual([
      'boot once: ip_vs? ip_vs_rr?',
      'boot-before-modules once: net.ipv4.vs.conn_reuse_mode=1 (blind)',
      'boot-before-modules once: net.ipv4.ip_forward=1 net.ipv4.tcp_keepalive_time=600 (blind)',
    ]);
  });

  it('are applied at once when the script says so', () => {
    const file = "printf 'net.ipv4.vs.conntrack=1\\n' > /etc/sysctl.d/1.conf";
    const boot = 'boot-before-modules once: net.ipv4.vs.conntrack=1 (blind)';
    const now = 'any-time once: net.ipv4.vs.conntrack=1 (blind)';
    expect(writersOf(`${file}; sysctl --system`)).toEqual([now, boot]);
    expect(writersOf(`${file}; sysctl -p /etc/sysctl.d/1.conf`)).toEqual([now, boot]);
    expect(writersOf(`${file}; systemctl restart systemd-sysctl`)).toEqual([now, boot]);
    expect(writersOf(`${file}; sysctl -p`)).toEqual([boot]);
    expect(writersOf('for m in ip_vs ip_vs_rr; do echo $m >> /etc/modules-load.d/k.conf; done; systemctl restart systemd-modules-load.service')).toEqual([
      'any-time once: ip_vs ip_vs_rr', 'boot once: ip_vs? ip_vs_rr?',
    ]);
  });
});

describe('files on which the node acts by itself', () => {
  const write = 'sysctl -w net.ipv4.vs.conn_reuse_mode=1';

  it.each<[string, string, string[]]>([
    ['a crontab', 'echo \'*/1 * * * * root bash /root/set.sh\' >> /etc/cron.d/set', []],
    ['a crontab and its script', `cat > /root/set.sh <<EOF\n${write}\nEOF\necho '*/1 * * * * root bash /root/set.sh' >> /etc/cron.d/set`,
      ['any-time loop 60s: net.ipv4.vs.conn_reuse_mode=1']],
    ["a user's crontab", `(crontab -l; echo '*/5 * * * * ${write}') | crontab -`, ['any-time loop 300s: net.ipv4.vs.conn_reuse_mode=1']],
    ['boot scripts', 'cat > /etc/sysconfig/modules/ipvs.modules <<EOF\n#!/bin/bash\nmodprobe -- ip_vs\nEOF\n'
      + 'chmod 755 /etc/sysconfig/modules/ipvs.modules && bash /etc/sysconfig/modules/ipvs.modules && lsmod | grep -e ip_vs',
    ['any-time once: ip_vs', 'boot once: ip_vs?']],
    ['rc.local', 'echo "modprobe -- ip_vs" >> /etc/rc.local', ['any-time once: ip_vs']],
    ['a unit', `cat > /etc/systemd/system/kube-proxy.service.d/post.conf <<EOF\n[Service]\nExecStartPost=/sbin/${write}\nEOF`,
      ['kube-proxy-start-unordered every-kube-proxy-start: net.ipv4.vs.conn_reuse_mode=1 (blind)']],
    ['itself', 'f="* * * * * root sh /x.sh"; echo "echo \'$f\' > /etc/cron.d/x" > /x.sh; sh /x.sh', []],
    ['a script that nobody runs', `echo '${write}' > /root/set.sh`, []],
  ])('%s', (_, script, expected) => expect(writersOf(script)).toEqual(expected));
});

describe('odd scripts', () => {
  const setting = {
    environment: { variables: { A: 'x' }, readFile: () => 'echo $0', nodePath: (path: string) => path },
    chamber: { root: '', nodeMounts: false, nodeNetwork: false, byProcessId: false },
    loop: undefined,
    known: [],
  };
  const piece = fc.constantFrom(
    'if', 'then', 'else', 'fi', 'for m in a b', 'do', 'done', 'while', 'true', 'case x in', 'a)', ';;', 'esac', '{', '}', '(', ')', '|', '&&', '||',
    '&', ';', '\n', '!', '"', "'", '`', '$(', '${', '$m', '$((', '<<EOF', '<<', 'EOF', '>', '2>&1', '# x', '\\', '[[', ']]', 'break', 'exit 1',
    'modprobe ip_vs', 'sysctl -w net.ipv4.vs.conntrack=$m', 'echo 1 > /proc/sys/net/ipv4/vs/conntrack', 'f() {', 'f', 'sh -c', 'eval', 'xargs',
    'chroot /host', 'nsenter -t 1 -m', 'sleep 1', 'A=(', 'set -e', '. x', 'watch', 'kube-proxy', '{a,b}',
  );

  it('never throw', () => {
    fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), fc.constantFrom('', ' ', '\n'), (pieces, between) => {
      readScript(pieces.join(between), setting);
    }), { numRuns: 2_000 });
  });

  it.each<[string, string]>([
    ['nested substitutions', '$('.repeat(50_000)],
    ['nested quotes', '"$('.repeat(50_000)],
    ['nested groups', `${'( '.repeat(50_000)}modprobe ip_vs`],
    ['nested ifs', `${'if true; then '.repeat(20_000)}modprobe ip_vs`],
    ['a long chain', `true${' && modprobe ip_vs || true'.repeat(10_000)}`],
    ['many loops', 'for a in 1 2 3 4; do for b in 1 2 3 4; do '.repeat(12) + 'modprobe ip_vs$a$b; ' + 'done; done; '.repeat(12)],
    ['a function that calls itself', 'f() { f; f; modprobe ip_vs; }; f'],
    ['scripts in scripts', 'f() { sh -c "$1 $1"; eval "$1; $1"; }; f "f \\"$1\\""'],
    ['a script that sources itself', '. /x; /x; sh /x'],
    ['growing variables', `A=aaaaaaaaaaaaaaaa; ${'A=$A$A; '.repeat(2_000)} modprobe $A`],
    ['growing output', `cat /x ${'| tee /a /b '.repeat(5_000)}`],
    ['here-documents without end', 'cat <<A\n'.repeat(30_000)],
    ['many files', 'echo ip_vs >> /etc/modules-load.d/a.conf; '.repeat(10_000)],
    ['braces', `modprobe ${'{a,b}'.repeat(20_000)}`],
    ['unclosed braces', '${'.repeat(100_000)],
    ['many variables in branches', `${Array.from({ length: 3_000 }, (_, index) => `if x; then V${index}=1; fi`).join('\n')}`],
  ])('are read in bounded time: %s', (_, script) => {
    const start = process.hrtime.bigint();
    readScript(script, setting);
    expect(Number(process.hrtime.bigint() - start) / 1e9).toBeLessThan(5);
  });

  it('beyond the size that is read are cut, not refused', () => {
    expect(writersOf(`modprobe ip_vs\n${'# padding\n'.repeat(100_000)}modprobe ip_vs_rr`)).toEqual(['any-time once: ip_vs']);
  });
});
