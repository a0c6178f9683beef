/** Whether an argument is an option. A lone dash is not. */
export function isOption(argument: string): boolean {
  return argument.length > 1 && argument.startsWith('-');
}

/** Arguments after the options, `--` taken away. Options in `valued` take the next argument with them. */
export function operandsOf(args: readonly string[], valued = ''): string[] {
  let index = 0;
  while (index < args.length && isOption(args[index])) {
    if (args[index] === '--') {
      return args.slice(index + 1);
    }
    const takesNext = args[index].length === 2 && valued.includes(args[index][1]);
    index += takesNext ? 2 : 1;
  }
  return args.slice(index);
}

/** The command behind those that only change how another one runs, such as `sudo`, `timeout 5` and `busybox`. */
export function withoutPrefix(argv: readonly string[]): readonly string[] {
  let command = argv;
  for (;;) {
    const [program, ...args] = command;
    switch (program === undefined ? '' : baseName(program)) {
      case 'sudo':
      case 'nice':
      case 'ionice':
      case 'stdbuf':
      case 'chrt':
      case 'go-runner':
        command = operandsOf(args, 'ugncpoei');
        break;
      case 'timeout':
        command = operandsOf(args, 'skt').slice(1);
        break;
      case 'env':
        command = withoutAssignments(operandsOf(args, 'uCS'));
        break;
      case 'command':
        // `command -v` only looks a program up.
        command = /^-[vV]/.test(args[0] ?? '') ? [] : operandsOf(args);
        break;
      case 'nohup':
      case 'setsid':
      case 'time':
      case 'busybox':
      case 'toybox':
      case 'tini':
      case 'dumb-init':
        command = operandsOf(args);
        break;
      default:
        return command;
    }
  }
}

function withoutAssignments(args: readonly string[]): readonly string[] {
  const first = args.findIndex((argument) => !/^\w+=/.test(argument));
  return first < 0 ? [] : args.slice(first);
}

/** `/sbin/modprobe` → `modprobe`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
