import { JsonFile, javascript, typescript } from 'projen';

const project = new typescript.TypeScriptProject({
  name: 'kube-proxy-kit',
  description: 'Typed kube-proxy for cdk8s and Pulumi, and rules that know what each kube-proxy release does on each kernel',
  keywords: ['kubernetes', 'kube-proxy', 'ipvs', 'cdk8s', 'pulumi', 'lint'],
  license: 'Apache-2.0',
  copyrightOwner: 'the kube-proxy-kit authors',
  defaultReleaseBranch: 'main',
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.19.0',
  typescriptVersion: '~5.9.0',
  projenVersion: '0.103.25',
  projenrcTs: true,
  github: false,
  clobber: false,
  release: false,
  depsUpgrade: false,
  sampleCode: false,

  // What the package ships is listed in `files`, so that nothing gets in by accident.
  npmignoreEnabled: false,
  entrypoint: 'lib/index.js',
  bin: { 'kube-proxy-kit': 'lib/cli/main.js' },

  deps: ['yaml@^2.9', 'commander@^14', 'ignore@^7', 'smol-toml@^1.9'],
  peerDeps: ['constructs@^10', 'cdk8s@^2', 'cdk8s-plus-27@^2', '@pulumi/pulumi@^3', '@pulumi/kubernetes@^4', '@pulumi/policy@^1'],
  peerDependencyOptions: { pinnedDevDependency: false },
  devDeps: [
    // Asks plugins what Pulumi asks them; the release of @pulumi/pulumi.
    '@grpc/grpc-js@^1',
    '@microsoft/api-extractor@^7',
    // For its copy of the SARIF schema.
    '@microsoft/jest-sarif@1.0.0-beta.0',
    '@pulumi/kubernetes@^4',
    '@pulumi/policy@^1',
    // The last for Node 20.
    '@pulumi/pulumi@3.248.0',
    '@swc/core@^1',
    '@swc/jest@^0.2',
    '@types/js-yaml@^4',
    '@types/node@^20',
    '@types/sarif@^2',
    '@xmldom/xmldom@^0.9',
    'ajv@^8',
    'ajv-formats@^3',
    'cdk8s@^2',
    'cdk8s-cli@^2',
    'cdk8s-plus-27@^2',
    'constructs@^10',
    'esbuild@^0.28',
    'fast-check@^4',
    'js-yaml@^4',
    'knip@^6',
    'ts-node@^10',
    'tsx@^4',
  ],

  tsconfig: {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'node16',
      moduleResolution: javascript.TypeScriptModuleResolution.NODE16,
      types: ['node'],
      strict: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      noUncheckedIndexedAccess: false,
      exactOptionalPropertyTypes: false,
      isolatedModules: true,
      skipLibCheck: true,
      declaration: true,
      declarationMap: false,
      sourceMap: false,
      inlineSourceMap: false,
      inlineSources: false,
    },
  },
  tsconfigDevFile: 'tsconfig.dev.json',
  tsconfigDev: { compilerOptions: { types: ['node', 'jest'] } },

  jestOptions: {
    jestVersion: '^30',
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    passWithNoTests: false,
    junitReporting: false,
    jestConfig: { roots: ['<rootDir>/src', '<rootDir>/test'] },
  },

  eslintOptions: {
    dirs: ['src'],
    devdirs: ['test', 'test-e2e', 'bench', 'examples', 'lab', 'plugin', 'tools'],
    commandOptions: { fix: false },
    projectService: false,
    tsconfigPath: './tsconfig.dev.json',
  },
});

const packageJson = project.tryFindObjectFile('package.json')!;

project.npmrc.addConfig('omit-lockfile-registry-resolved', 'true');
// Lab and demo output, and whatever an editor leaves behind.
project.gitignore.exclude('/.scratch/', '.DS_Store', '*.swp');

// ---- What the package looks like from outside -----------------------------------------------------------------------

const subpaths: Record<string, string> = {
  'cdk8s': 'lib/cdk8s/index',
  'cdk8s-validation': 'lib/policy/cdk8s-validation',
  'pulumi': 'lib/pulumi/index',
  'policy': 'lib/policy/pulumi-policies',
};
const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` });

project.package.addField('type', 'commonjs');
project.package.addField('files', ['lib', 'schemas', 'docs/*.md', 'docs/ci', 'docs/rules', 'docs/runbooks', 'policy-pack', 'plugin']);
project.package.addField('exports', {
  '.': entry('lib/index'),
  ...Object.fromEntries(Object.entries(subpaths).map(([name, file]) => [`./${name}`, entry(file)])),
  './schemas/*.json': './schemas/*.json',
  './package.json': './package.json',
});
// For `moduleResolution: node10`, which does not read `exports`.
project.package.addField('typesVersions', {
  '*': Object.fromEntries(Object.entries(subpaths).map(([name, file]) => [name, [`${file}.d.ts`]])),
});
project.package.addField('peerDependenciesMeta', {
  'constructs': { optional: true },
  'cdk8s': { optional: true },
  'cdk8s-plus-27': { optional: true },
  '@pulumi/pulumi': { optional: true },
  '@pulumi/kubernetes': { optional: true },
  '@pulumi/policy': { optional: true },
});

project.package.addVersion('0.1.0');

// ---- Compile ------------------------------------------------------------------------------------------------------

project.tryFindObjectFile('tsconfig.dev.json')!.addOverride('include', [
  '.projenrc.ts',
  ...['src', 'test', 'test-e2e', 'bench', 'examples', 'lab', 'plugin', 'tools'].map((folder) => `${folder}/**/*.ts`),
]);

// Examples import the package by its name, as users do; checks and tests take the sources for it.
const sources: Record<string, string> = {
  'kube-proxy-kit': 'src/index.ts',
  ...Object.fromEntries(Object.entries(subpaths).map(([name, file]) => [`kube-proxy-kit/${name}`, `${file.replace(/^lib/, 'src')}.ts`])),
};
project.tryFindObjectFile('tsconfig.dev.json')!.addOverride('compilerOptions.paths',
  Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [`./${file}`]])));

project.compileTask.reset('rm -rf lib');
project.compileTask.exec('tsc -p tsconfig.json');
// The command is one file with all that it needs: to find and load hundreds of modules takes longer than most checks.
project.compileTask.exec('ts-node --swc -P tsconfig.dev.json tools/bundle-command.ts');
project.compileTask.exec('tools/finish-build.sh');

// ---- Test and lint -------------------------------------------------------------------------------------------------

project.deps.removeDependency('ts-jest');
project.jest!.config.transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    {
      swcrc: false,
      sourceMaps: 'inline',
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    },
  ],
};
packageJson.addOverride('jest.moduleNameMapper',
  Object.fromEntries(Object.entries(sources).map(([name, file]) => [`^${name}$`, `<rootDir>/${file}`])));
packageJson.addOverride('jest.testMatch', ['<rootDir>/test/**/*.test.ts']);
// `npx projen test:unit --coverage` asks for it.
packageJson.addOverride('jest.collectCoverage', false);

const eslint = project.eslint!;
eslint.addRules({
  '@typescript-eslint/no-explicit-any': 'error',
  // The package's own name is a package like others, whether or not lib/ is there to resolve it.
  'import/order': ['error', {
    groups: ['builtin', 'external', 'parent', 'sibling', 'index'],
    pathGroups: [{ pattern: 'kube-proxy-kit{,/**}', group: 'external' }],
    pathGroupsExcludedImportTypes: [],
  }],
  // Several on a line, several lines: as it reads best.
  '@stylistic/object-property-newline': 'off',
  // Addresses and masks need it.
  'no-bitwise': 'off',
  // Order of members follows the story a class tells.
  '@typescript-eslint/member-ordering': 'off',
});

const types = project.addTask('test:types', { description: 'Type-check everything, tests included', exec: 'tsc --noEmit -p tsconfig.dev.json' });
const lint = project.addTask('lint', { description: 'eslint, changing nothing' });
lint.spawn(eslint.eslintTask);
project.addTask('lint:fix', {
  description: 'eslint --fix',
  exec: `eslint --ext .ts --fix --no-error-on-unmatched-pattern ${eslint.lintPatterns.join(' ')}`,
  env: { ESLINT_USE_FLAT_CONFIG: 'false', NODE_NO_WARNINGS: '1' },
});
// What the package exports, what it runs and the tests are entries by themselves; these are run by hand or by a task.
new JsonFile(project, 'knip.json', {
  marker: false,
  obj: {
    entry: [
      'src/cli/run.ts', 'policy-pack/index.js', 'plugin/index.ts', 'examples/**/*.ts', 'lab/main.ts', 'lab/guest/main.ts', 'bench/run.ts', 'bench/*.bench.ts',
      'test-e2e/*.test.ts', 'test-e2e/look-at-frames.js', '.projenrc.ts',
      ...['api-reports', 'bundle-command', 'check-trees', 'feature-gate-lives', 'generate-docs', 'kubernetes-openapi-fixtures', 'new-rule', 'plugin-schema']
        .map((name) => `tools/${name}.ts`),
    ],
    project: ['**/*.{ts,js}'],
    // A type that a signature names is exported although nothing else imports it.
    ignoreExportsUsedInFile: { interface: true, type: true },
    // Required when the command is called, which knip does not follow through `as typeof import(…)`.
    ignoreIssues: { 'src/cli/*-command.ts': ['exports'] },
    // Started by path (api-extractor), by projen's own test task (jest) and in a string (tsx).
    ignoreDependencies: ['@microsoft/api-extractor', 'jest', 'tsx'],
    // Of the system: the lab and the tests of scripts say when one is missing.
    ignoreBinaries: ['apparmor_parser', 'cpio', 'crun', 'go', 'ip', 'ldd', 'mkfifo', 'prometheus', 'prometheus-node-exporter', 'promtool', 'shellcheck'],
  },
});
project.addTask('unused', { description: 'Files, exports and dependencies that nothing uses', exec: 'knip --no-progress --treat-config-hints-as-errors' });
// Jest leaves one core to itself, which of two is half.
const unit = project.addTask('test:unit', { description: 'jest only', exec: 'jest --ci --maxWorkers 100%', receiveArgs: true });

project.testTask.reset();
project.testTask.spawn(types);
project.testTask.spawn(lint);
project.testTask.spawn(unit);

// ---- Scripts --------------------------------------------------------------------------------------------------------

/** Runs a TypeScript file of this repository without type-checking it first. */
const run = (file: string) => `ts-node --swc -P tsconfig.dev.json ${file}`;

for (const [name, description] of [
  ['cdk8s', 'The built package with the real cdk8s-cli (needs a build)'],
  ['package', 'The packed package in projects of users: compiled against, run, installed as the pages say (needs a build)'],
  ['html', 'The HTML report in Chromium; skipped where there is none'],
]) {
  project.addTask(`e2e:${name}`, {
    description,
    exec: `jest --ci --roots test-e2e --testMatch '**/test-e2e/${name}*.test.ts' --testTimeout 300000`,
    receiveArgs: true,
  });
}
const demo = project.addTask('demo', { description: 'A safe cluster synthesised to dist/, an unsafe one refused' });
demo.spawn(project.compileTask);
demo.exec(run('examples/demo.ts'));
project.addTask('bench', { description: 'Hold the budgets (needs a build)', exec: run('bench/run.ts'), receiveArgs: true });
project.addTask('lab', { description: 'Experiments on real kernels, in QEMU', exec: run('lab/main.ts'), receiveArgs: true });
project.addTask('lab:ci', {
  description: 'The failures that reused source ports meet and their cures, and our pods, on one kernel',
  exec: [
    run('lab/main.ts'),
    ...['module-loader', 'sysctl-tuner', 'stale-real-server', 'syn-drop-delay'].map((id) => `--experiment ${id}`),
    '--without all-fixes',
  ].join(' '),
  receiveArgs: true,
});
const kubernetes = project.addTask('e2e:kubernetes', { description: 'A real API server and real kube-proxies; builds them first, which takes long' });
for (const programs of ['etcd', 'v1.37.2', 'v1.34.3 kube-proxy', 'v1.19.16 kube-proxy']) {
  kubernetes.exec(`e2e/kubernetes/build.sh ${programs}`);
}
kubernetes.exec("jest --ci --roots test-e2e --testMatch '**/test-e2e/kubernetes*.test.ts' --testTimeout 300000");
kubernetes.exec(`${run('lab/main.ts')} --experiment kube-proxy --experiment mode-switch`);
const monitoring = project.addTask('e2e:monitoring', {
  description: 'Alerts and dashboard with the real promtool and Prometheus, which scrapes real kube-proxies; builds those first, which takes long',
});
for (const programs of ['etcd', 'v1.37.2', 'v1.34.3 kube-proxy']) {
  monitoring.exec(`e2e/kubernetes/build.sh ${programs}`);
}
monitoring.exec("jest --ci --roots test-e2e --testMatch '**/test-e2e/monitoring*.test.ts' --testTimeout 120000", { receiveArgs: true });
const pulumi = project.addTask('e2e:pulumi', { description: 'The package with the real Pulumi; builds it first, which takes long' });
pulumi.exec('e2e/pulumi/build.sh');
for (const programs of ['etcd', 'v1.37.2 kube-apiserver kubectl']) {
  pulumi.exec(`e2e/kubernetes/build.sh ${programs}`);
}
pulumi.exec("jest --ci --roots test-e2e --testMatch '**/test-e2e/pulumi*.test.ts' --testTimeout 600000", { receiveArgs: true });
project.addTask('plugin-schema', { description: 'Write the schema of the plugin for Pulumi', exec: run('tools/plugin-schema.ts') });
project.addTask('new-rule', { description: 'Make the files of a rule: new-rule ID GROUP', exec: run('tools/new-rule.ts'), receiveArgs: true });
project.addTask('api', { description: 'Write the reports of what the entries export (needs a build)', exec: run('tools/api-reports.ts') });
project.addTask('docs', { description: 'Write the generated pages', exec: run('tools/generate-docs.ts'), receiveArgs: true });
for (const name of ['api', 'demo', 'bench', 'docs', 'lab', 'lab:ci', 'e2e:cdk8s', 'e2e:html', 'e2e:kubernetes', 'e2e:monitoring', 'e2e:package', 'e2e:pulumi', 'plugin-schema', 'lint', 'lint:fix', 'new-rule', 'test:unit', 'test:types', 'unused']) {
  project.setScript(name, `npx projen ${name}`);
}
// `npx projen build` is the whole pipeline (synth, compile, test, pack); `npm run build` only compiles.
project.setScript('build', 'npx projen compile');

project.synth();
