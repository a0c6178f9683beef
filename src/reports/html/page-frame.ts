import { markup, Markup } from '../markup';
import { STYLE } from './style';

/** What a page says of its own making. */
export interface HtmlReportOptions {
  /** When the check ran. @default - not said */
  readonly checkedAt?: Date;
  /** What was checked, as named on the command line. @default - not said */
  readonly inputs?: readonly string[];
}

/** What a page consists of. */
export interface PageParts {
  /** The command that made it: `kube-proxy-kit check`. */
  readonly product: string;
  readonly headline: string;
  readonly tone: 'good' | 'doubtful' | 'bad' | 'neutral';
  /** What it is about, one sentence. */
  readonly scope: string;
  /** When it was made and from what. @default - not said */
  readonly origin?: Markup;
  readonly main: Markup;
}

/** One page that needs nothing else, neither network nor script, in light and dark. */
export function page({ product, headline, tone, scope, origin, main }: PageParts): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${`${headline} - kube-proxy-kit`}</title>
<style>
${new Markup(STYLE)}</style>
</head>
<body>
<header class="${tone}">
<div>
<p class="product">${product}</p>
<h1>${headline}</h1>
<p>${scope}</p>
${origin}</div>
</header>
<main>
${main}</main>
</body>
</html>
`.toString();
}

/** `Checked 2026-03-31 10:00 UTC; input: manifests/`; nothing when neither is to be said. */
export function originLine(verb: string, { checkedAt, inputs = [] }: HtmlReportOptions): Markup | undefined {
  const parts = [
    ...checkedAt === undefined ? [] : [markup`<time datetime="${checkedAt.toISOString()}">${checkedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`],
    ...inputs.length === 0 ? [] : [markup`input: ${inputs.map((input, nth) => markup`${nth > 0 && ', '}<code>${input === '-' ? 'standard input' : input}</code>`)}`],
  ];
  return parts.length === 0 ? undefined : markup`<p class="origin">${verb} ${parts.map((part, nth) => markup`${nth > 0 && '; '}${part}`)}</p>
`;
}
