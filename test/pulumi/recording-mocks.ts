import * as pulumi from '@pulumi/pulumi';

/** What a program has registered. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: Record<string, unknown>;
}

export interface Logged {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** A program under mocks: what it registers and what it logs. */
export interface RecordedProgram {
  readonly resources: Registered[];
  readonly logs: Logged[];
  /** Kubernetes objects among the resources. */
  objects(): Record<string, unknown>[];
}

/** Takes the place of the engine. Logs are recorded as they are written, so that nothing need be awaited for them. */
export async function recordProgram({ preview = false } = {}): Promise<RecordedProgram> {
  const resources: Registered[] = [];
  const logs: Logged[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      resources.push({ type, name, inputs });
      return { id: `${name}-id`, state: inputs };
    },
    call: ({ inputs }) => inputs,
  }, 'project', 'stack', preview);
  const record = (severity: Logged['severity']) => async (message: string) => { logs.push({ severity, message }); };
  jest.spyOn(pulumi.log, 'error').mockImplementation(record('error'));
  jest.spyOn(pulumi.log, 'warn').mockImplementation(record('warning'));
  jest.spyOn(pulumi.log, 'info').mockImplementation(record('info'));
  return { resources, logs, objects: () => resources.filter(({ type }) => type.startsWith('kubernetes:')).map(({ inputs }) => inputs) };
}

/** Waits until everything that has been declared is registered. */
export async function settled(): Promise<void> {
  await pulumi.runtime.disconnect();
}

/** The value of an output. */
export function valueOf<T>(output: pulumi.Input<T>): Promise<pulumi.Unwrap<T>> {
  return new Promise((resolve) => { pulumi.output(output).apply(resolve); });
}
