#!/usr/bin/env node
import { run } from './run';

void run(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
