import { printableLines } from './printable';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' };

/** XML or HTML that needs no more escaping. */
export class Markup {
  public constructor(private readonly text: string) {}

  public toString(): string {
    return this.text;
  }
}

/** What may stand in a template: text and numbers are escaped, markup and lists of it are taken as they are, nothing leaves nothing. */
export type MarkupPart = string | number | Markup | readonly MarkupPart[] | undefined | false;

/** Template tag for XML and HTML: every text that is filled in is escaped, so that none from the input can become markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(strings.map((fixed, index) => (index === 0 ? '' : rendered(parts[index - 1])) + fixed).join(''));
}

function rendered(part: MarkupPart): string {
  if (part === undefined || part === false) {
    return '';
  }
  if (Array.isArray(part)) {
    return part.map(rendered).join('');
  }
  return part instanceof Markup ? part.toString() : escaped(String(part));
}

/** As the content or a quoted attribute of an element, safe for a terminal. What else XML 1.0 forbids becomes U+FFFD. */
function escaped(text: string): string {
  return printableLines(text)
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]);
}
