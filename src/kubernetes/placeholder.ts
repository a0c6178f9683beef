import { UNKNOWN } from './unknown-text';

/**
 * What stands in a text for something that another program fills in, with the default where it states one:
 *
 * - `${NAME:-x}`, `${NAME:=x}`, `${NAME-x}`, `${NAME=x}`: envsubst, Flux, clusterctl, shells
 * - `${NAME}`, `$NAME`, `$(NAME)`, `$(command)`: the same without a default; Kubernetes, units
 * - `{{ … }}`: Helm, Jinja, Go · `@NAME@`, `@@NAME@@`, `__NAME__`: sed · `<NAME>`: people · `ENC[…]`: SOPS
 */
const PLACEHOLDER = new RegExp([
  String.raw`\$\{[A-Za-z_]\w*(?::?[-=](?<fallback>[^{}]*))?[^{}]*\}`,
  String.raw`\$\([^()]*\)`,
  String.raw`\$[A-Za-z_]\w*`,
  String.raw`\{\{[^{}]*\}\}`,
  String.raw`@@?[A-Z][A-Z0-9_.-]*@@?`,
  String.raw`__[A-Z][A-Z0-9_]*?__`,
  String.raw`<[A-Za-z][\w .-]*>`,
  String.raw`ENC\[[^\]]*\]`,
].join('|'), 'g');

/** A text with the defaults of its placeholders, and `UNKNOWN` where one states none. */
export function withoutPlaceholders(text: string): string {
  return /[$@<_]|\{\{|ENC\[/.test(text)
    ? text.replace(PLACEHOLDER, (...match) => {
      const { fallback } = match.at(-1) as { readonly fallback: string | undefined };
      return fallback === undefined ? UNKNOWN : unquoted(fallback);
    })
    : text;
}

/** Whether something is left to be filled in that states no default. */
export function hasPlaceholder(text: string): boolean {
  return withoutPlaceholders(text).includes(UNKNOWN);
}

/** `${MODE:="ipvs"}`: the quotes are for a shell. */
function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
