#!/usr/bin/env node
/* eslint-disable @typescript-eslint/no-require-imports -- the cache counts for what is loaded after it is enabled */
import * as modules from 'node:module';

// What is compiled once is kept, where Node can (22.1 and later).
(modules as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();

const { run } = require('./run') as typeof import('./run');

void run(process.argv.slice(2), process).then((code) => {
  process.exitCode = code;
});
