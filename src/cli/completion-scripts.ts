/** What may stand in a place: one of these words, a file, some text that nobody can guess, or nothing. */
export type Completions = readonly string[] | 'files' | 'anything' | 'nothing';

export interface CompletedOption {
  /** Without the dash. */
  readonly short: string | undefined;
  /** Without the dashes. */
  readonly long: string;
  readonly description: string;
  /** `undefined` for an option that takes no value. */
  readonly value: Completions | undefined;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  readonly argument: Completions;
}

export function bash(commands: readonly CompletedCommand[]): string {
  const reply = (words: readonly string[]) => `mapfile -t COMPREPLY < <(compgen -W '${words.join(' ')}' -- "$cur")`;
  // Where nothing is replied, readline offers files.
  const replyWith = (values: Completions) => (typeof values === 'string' ? ':' : reply(values));
  return `# bash completion for kube-proxy-kit
_kube_proxy_kit() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${reply([...commands.map(({ name }) => name), 'help', '--help', '--version'])}
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map(({ name, options, argument }) => `    ${name})
      case $prev in
${options.filter(({ value }) => value !== undefined).map((option) => `        ${bashPattern(option)}) ${replyWith(option.value!)}; return ;;
`).join('')}      esac
      if [[ $cur == -* ]]; then
        ${reply(options.map(({ long }) => `--${long}`))}
      else
        ${replyWith(argument)}
      fi ;;
`).join('')}  esac
}
complete -o default -F _kube_proxy_kit kube-proxy-kit
`;
}

function bashPattern({ short, long }: CompletedOption): string {
  return short === undefined ? `--${long}` : `-${short} | --${long}`;
}

export function zsh(commands: readonly CompletedCommand[]): string {
  const action = (values: Completions) =>
    (values === 'files' ? '_files' : typeof values === 'string' ? ' ' : `(${values.join(' ')})`);
  const spec = ({ short, long, description, value }: CompletedOption) => {
    const names = short === undefined ? `--${long}` : `'(-${short} --${long})'{-${short},--${long}}`;
    return `${names}'[${zshText(description)}]${value === undefined ? '' : `:${long}:${action(value)}`}'`;
  };
  return `#compdef kube-proxy-kit
_kube-proxy-kit() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, description }) => `      '${name}:${zshText(description)}'
`).join('')}    )
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands.map(({ name, options, argument }) => `    ${name})
      _arguments \\
${options.map((option) => `        ${spec(option)} \\
`).join('')}        '*:argument:${action(argument)}' ;;
`).join('')}  esac
}
if [ "$funcstack[1]" = "_kube-proxy-kit" ]; then
  _kube-proxy-kit "$@"
else
  compdef _kube-proxy-kit kube-proxy-kit
fi
`;
}

function zshText(text: string): string {
  return text.replace(/'/g, "'\\''").replace(/[[\]:\\]/g, '\\$&');
}

export function fish(commands: readonly CompletedCommand[]): string {
  const line = (...parts: readonly string[]) => ['complete -c kube-proxy-kit', ...parts].join(' ');
  const offered = (values: Completions) => (values === 'files' ? ['-r', '-F'] : values === 'anything' || values === 'nothing' ? ['-x'] : ['-x', '-a', fishText(values.join(' '))]);
  return [
    '# fish completion for kube-proxy-kit',
    line('-f'),
    ...commands.map(({ name, description }) => line('-n __fish_use_subcommand', '-a', name, '-d', fishText(description))),
    ...commands.flatMap(({ name, options, argument }) => {
      const inside = `-n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...options.map(({ short, long, description, value }) =>
          line(inside, ...short === undefined ? [] : ['-s', short], '-l', long, ...value === undefined ? [] : offered(value), '-d', fishText(description))),
        ...argument === 'files' ? [line(inside, '-F')] : typeof argument === 'string' ? [] : [line(inside, '-a', fishText(argument.join(' ')))],
      ];
    }),
    '',
  ].join('\n');
}

function fishText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
