/** Colours carry no meaning of their own: wherever one stands for something, a word or a sign says it, too. */
export const STYLE = `:root{
--page:#f5f6f8;--card:#fff;--ink:#1a2230;--soft:#566175;--line:#dde2ea;--link:#1d5fc4;--phase:#f3f5f9;
--good:#136b3c;--good-fill:#dff3e7;--doubtful:#7a5100;--doubtful-fill:#fbeecb;--bad:#a8231b;--bad-fill:#fce3e0;--info:#1d5fc4;--info-fill:#e2ecfb;
--neutral:#566175;--neutral-fill:#e9ecf2;--kube-proxy:#2f62d9;--other:#7b3fb5;--on-fill:#fff;--shadow:0 1px 2px rgb(20 30 50/.06),0 2px 8px rgb(20 30 50/.05)}
@media (prefers-color-scheme:dark){:root{
--page:#0e131a;--card:#161d27;--ink:#e4e9f1;--soft:#9ba7ba;--line:#2a3443;--link:#8db7ff;--phase:#1c2532;
--good:#6fdba0;--good-fill:#123523;--doubtful:#f0c060;--doubtful-fill:#3a2c0c;--bad:#ff9d94;--bad-fill:#431a17;--info:#8db7ff;--info-fill:#17294a;
--neutral:#a4afc0;--neutral-fill:#273141;--kube-proxy:#6e97ff;--other:#c08df0;--on-fill:#0e131a;--shadow:none}}
*{box-sizing:border-box}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
header{background:var(--card);border-bottom:1px solid var(--line);border-top:6px solid var(--tone)}
header.good{--tone:var(--good)}header.doubtful{--tone:var(--doubtful)}header.bad{--tone:var(--bad)}header.neutral{--tone:var(--neutral)}
header>div,main{max-width:1120px;margin:0 auto;padding:0 24px}
header>div{padding-top:22px;padding-bottom:24px}
header p{margin:0;color:var(--soft)}
header .origin{margin-top:6px;font-size:14px}
.product{font-size:13px;font-weight:600;letter-spacing:.04em}
h1{margin:2px 0 4px;font-size:34px;line-height:1.2;letter-spacing:-.015em;color:var(--tone)}
main{padding-bottom:64px}
section{margin-top:40px}
h2{margin:0 0 12px;font-size:20px;letter-spacing:-.01em}
h3{margin:24px 0 10px;font-size:16px}
p{margin:0 0 8px}
.lead{color:var(--soft);margin-bottom:14px;max-width:110ch}
.soft{color:var(--soft)}
a{color:var(--link);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
code{font:.9em ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;text-align:left}
table.pools th,table.pools td{padding:12px 14px;vertical-align:top}
table.pools>thead th{font-size:13px;font-weight:600;color:var(--soft);white-space:nowrap}
table.pools>tbody{border-top:1px solid var(--line)}
table.pools>tbody>tr:first-child>*{padding-bottom:4px}
table.pools>tbody>tr.why>td{padding-top:0;padding-bottom:10px}
th .name{display:block;font-size:16px}
th .kernel,th .node{display:block;font-size:13px;font-weight:400;color:var(--soft)}
th .kernel{min-width:22rem;font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
.pill,.count,.severity{display:inline-block;padding:1px 10px;border-radius:999px;font-size:14px;font-weight:600;white-space:nowrap}
.count{margin:0 2px 4px 0}
.severity{font-size:13px}
.good.pill,.value.good{--fg:var(--good);--fill:var(--good-fill)}
.doubtful.pill,.unknown.pill,.warning,.value.doubtful{--fg:var(--doubtful);--fill:var(--doubtful-fill)}
.bad.pill,.error,.value.bad{--fg:var(--bad);--fill:var(--bad-fill)}
.info{--fg:var(--info);--fill:var(--info-fill)}
.neutral.pill,.neutral.count,.value.neutral,.value.unknown{--fg:var(--neutral);--fill:var(--neutral-fill)}
.pill,.count,.severity{color:var(--fg);background:var(--fill)}
a.counts{text-decoration:none}
a.counts:hover .count{text-decoration:underline}
details>summary{cursor:pointer;color:var(--soft);font-size:14px;width:fit-content}
details[open]>summary{margin-bottom:8px}
div.why{padding:4px 0 8px}
div.why h3,table.small caption{margin:14px 0 4px;font-size:14px;font-weight:600;text-align:left}
div.why p,div.why ul{margin:0;font-size:14px}
table.small{font-size:14px;margin-top:14px}
table.small th,table.small td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
table.small th{font-weight:600;color:var(--soft)}
table.matrix th,table.matrix td{padding:8px 10px;white-space:nowrap}
table.matrix>thead th{font-size:13px;font-weight:600;color:var(--soft);vertical-align:top}
table.matrix>thead .soft{display:block;font-size:11px;font-weight:400}
table.matrix>tbody th{position:sticky;left:0;background:var(--card)}
table.matrix .pill{font-size:13px}
.finding ul{margin:0 0 8px;padding-left:1.4em}
pre{margin:4px 0 6px;padding:8px 12px;border-radius:8px;background:var(--phase);max-width:100%}
figure.timeline{margin:0 0 16px;padding:16px 18px}
figcaption{margin-bottom:10px;font-weight:600}
figcaption .pools{font-weight:400;color:var(--soft);margin-left:6px}
.timeline ol,.timeline details p,.timeline .note{margin:0 0 6px;font-size:14px}
.legend .pill{font-size:13px;margin-right:4px;white-space:normal}
svg.picture{display:block;font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:none}
svg text{fill:var(--ink)}
svg .phase{fill:var(--phase)}
svg .phase-title{font-weight:600;fill:var(--soft)}
svg .lane-title{fill:var(--ink)}
svg .band-title{font-weight:600}
svg .lane{stroke:var(--line);stroke-width:2}
svg .drop{stroke-width:1.5;stroke-dasharray:2 3}
svg .node{--writer:var(--neutral)}svg .kube-proxy{--writer:var(--kube-proxy)}svg .other{--writer:var(--other)}
svg .drop{stroke:var(--writer)}
svg .chip rect{fill:var(--writer)}
svg .chip.lands-no rect{fill:none;stroke:var(--writer);stroke-dasharray:3 3}
svg .chip.lands-unknown rect{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 3}
svg .chip text{font-size:12px;text-anchor:middle;font-weight:600;fill:var(--on-fill)}
svg .chip.lands-no text{fill:var(--writer);text-decoration:line-through}
svg .value rect{fill:var(--fill);stroke:var(--card);stroke-width:1.5}
svg .value text{fill:var(--fg);text-anchor:middle;font-weight:600}
svg .value text.within{font-weight:400;font-size:12px;fill:var(--soft)}
fieldset.filter{border:0;margin:0 0 4px;padding:0;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.filter legend{float:left;margin-right:10px;color:var(--soft);font-size:14px;line-height:28px}
.filter label{display:inline-flex;gap:6px;align-items:center;padding:2px 12px;border-radius:999px;color:var(--fg);background:var(--fill);font-size:14px;font-weight:600;cursor:pointer}
.filter input{accent-color:var(--fg);margin:0}
.findings:has(#show-error:not(:checked)) .finding.error,
.findings:has(#show-warning:not(:checked)) .finding.warning,
.findings:has(#show-info:not(:checked)) .finding.info{display:none}
.finding{padding:16px 20px;margin-bottom:12px;border-left:5px solid var(--fg)}
.finding>*{max-width:95ch}
.finding .head{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;margin:0}
.finding h3{margin:6px 0 4px;font-size:17px;line-height:1.35}
.finding .because{margin-bottom:8px}
.where{font-size:14px;color:var(--soft)}
.where span{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px;margin-right:12px}
.label{margin:10px 0 2px;font-size:14px;font-weight:600}
ul.remedies{margin:0 0 8px;padding-left:1.4em}
ul.remedies li::marker{color:var(--soft)}
.sources{margin:0;font-size:13px;color:var(--soft)}
ul.plain{list-style:none;margin:0;padding:4px 20px}
ul.plain li{padding:10px 0;border-bottom:1px solid var(--line)}
ul.plain li:last-child{border:0}
ul.plain p{margin:4px 0 0}
@media (max-width:940px){
header>div,main{padding-left:16px;padding-right:16px}
h1{font-size:28px}
th .kernel{min-width:0}
table.pools,table.pools>tbody,table.pools>tbody>tr,table.pools>tbody>tr>td,table.pools>tbody>tr>th{display:block}
table.pools>thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.pools>tbody{padding:10px 0}
table.pools>tbody>tr>th,table.pools>tbody>tr>td{padding:4px 16px}
table.pools>tbody>tr>td[data-label]{display:flex;justify-content:space-between;align-items:flex-start;gap:12px;text-align:right}
table.pools>tbody>tr>td[data-label]::before{content:attr(data-label);flex:none;color:var(--soft);font-size:14px;text-align:left}
table.pools .pill{white-space:normal;border-radius:14px}
.finding{padding:14px 16px}}
@media print{body{background:#fff}.card,header{box-shadow:none}.finding,figure{break-inside:avoid}.filter{display:none}}
`;
