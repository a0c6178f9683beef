/** Writes every generated page and schema: `npm run docs`. A test fails when one of them is out of date. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { configurationTypes } from './configuration-types';
import { evidencePage } from './evidence-page';
import { configurationFiles } from './generate-configuration-docs';
import type { GeneratedFiles } from './generated-files';
import { ruleCatalogue } from './rule-catalogue';
import { rulesPage } from './rules-page';
import { scriptTexts } from './script-texts';

export const GENERATORS: readonly (() => GeneratedFiles)[] = [
  configurationFiles, configurationTypes, ruleCatalogue, rulesPage, evidencePage, scriptTexts,
];

/** Writes files by their paths from the root of the repository. */
export function writeFiles(files: GeneratedFiles): void {
  for (const [file, text] of files) {
    const target = path.join(__dirname, '..', file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
}

if (require.main === module) {
  GENERATORS.forEach((generate) => writeFiles(generate()));
}
