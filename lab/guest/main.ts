/** The program of the guest: runs the experiments that the host asks for and writes down what they measured. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import { experimentById } from '../experiments/index';
import type { GuestInput, GuestOutput } from './exchange';

async function main(folder: string): Promise<void> {
  const input: GuestInput = JSON.parse(fs.readFileSync(`${folder}/input.json`, 'utf8'));
  const results: GuestOutput['results'][number][] = [];
  for (const id of input.experiments) {
    const started = Date.now();
    const seconds = () => Math.round((Date.now() - started) / 100) / 10;
    console.log(`lab: ${id} starts`);
    try {
      const measured = await experimentById(id).measure(input.parameters[id], input.ipVsModule);
      results.push({ experiment: id, seconds: seconds(), measured });
    } catch (error) {
      results.push({ experiment: id, seconds: seconds(), error: error instanceof Error ? error.stack ?? error.message : String(error) });
    }
    console.log(`lab: ${id} took ${seconds()} s`);
  }
  const output: GuestOutput = { release: os.release(), results };
  fs.writeFileSync(`${folder}/output.json`, JSON.stringify(output));
}

void main(process.argv[2]).finally(() => process.exit());
