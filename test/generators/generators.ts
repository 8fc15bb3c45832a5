/** Each generator: how it is installed, makes a client of the contract without options, compiles it, and has it read answers. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '../support/walk/contract.ts';

const root = path.join(import.meta.dirname, '../..');
const readers = path.join(import.meta.dirname, 'readers');
/** What is installed once for all runs. */
const cache = path.join(root, '.cache/generators');
const contract = path.join(root, 'generated/manager.yaml');
const contract30 = path.join(root, 'generated/manager30.yaml');

export interface Generator {
  name: string;
  /** What the machine must have; the runner names what is missing. */
  needs: readonly ('jdk' | 'go' | 'python' | 'cargo')[];
  /** Makes and compiles the client in an empty folder, and resolves to what its reader prints of the file of answers. */
  read(folder: string, answers: string): Promise<string>;
}

const OPENAPI_GENERATOR = '7.25.0';
const OPENAPI_PYTHON_CLIENT = '0.29.1';
const OAPI_CODEGEN = 'v2.8.2';
const PROGENITOR = '0.15.1';

export const generators: readonly Generator[] = [
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}: java`,
    needs: ['jdk'],
    async read(folder, answers) {
      await openApiGenerator('java', folder);
      copyFileSync(path.join(readers, 'Read.java'), path.join(folder, 'src/main/java/Read.java'));
      const maven = ['-q', '-B', 'compile', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
      await run('mvn', maven, folder);
      return run('java', ['-cp', 'target/classes:lib/*', 'Read', answers], folder);
    },
  },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}: python`,
    needs: ['jdk', 'python'],
    async read(folder, answers) {
      await openApiGenerator('python', folder);
      const python = await virtualEnvironment('openapi-generator', ['-r', 'requirements.txt'], folder);
      const reader = path.join(readers, 'read_openapi_generator.py');
      return run(python, [reader, answers], folder, { PYTHONPATH: folder });
    },
  },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}: typescript-fetch`,
    needs: ['jdk'],
    async read(folder, answers) {
      await openApiGenerator('typescript-fetch', folder);
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      const options = '--strict --target es2022 --module commonjs --outDir js'.split(' ');
      await run(process.execPath, [tsc, ...options, 'index.ts'], folder);
      const reader = path.join(readers, 'read_typescript_fetch.mjs');
      return run(process.execPath, [reader, answers, path.join(folder, 'js/index.js')], folder);
    },
  },
  {
    name: `openapi-python-client ${OPENAPI_PYTHON_CLIENT}`,
    needs: ['python'],
    async read(folder, answers) {
      const python = await virtualEnvironment('openapi-python-client', [
        `openapi-python-client==${OPENAPI_PYTHON_CLIENT}`,
      ]);
      const tool = path.join(path.dirname(python), 'openapi-python-client');
      await run(tool, ['generate', '--path', contract, '--output-path', 'made'], folder);
      const [name = ''] = readdirSync(path.join(folder, 'made')).filter((one) => one.endsWith('_client'));
      const reader = path.join(readers, 'read_openapi_python_client.py');
      const made = path.join(folder, 'made');
      return run(python, [reader, answers, name], made, { PYTHONPATH: made });
    },
  },
  {
    name: `oapi-codegen ${OAPI_CODEGEN}`,
    needs: ['go'],
    async read(folder, answers) {
      const bin = path.join(cache, 'bin');
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`;
      await run('go', ['install', tool], folder, { GOBIN: bin });
      await run('go', ['mod', 'init', 'example.org/reader'], folder);
      mkdirSync(path.join(folder, 'fleetmend'));
      const output = ['-o', 'fleetmend/fleetmend.go', '-package', 'fleetmend', '-generate', 'types,client'];
      await run(path.join(bin, 'oapi-codegen'), [...output, contract], folder);
      copyFileSync(path.join(readers, 'read.go'), path.join(folder, 'read.go'));
      writeFileSync(path.join(folder, 'parsers.go'), parsersInGo());
      await run('go', ['mod', 'tidy'], folder);
      await run('go', ['build', '-o', 'read', '.'], folder);
      return run(path.join(folder, 'read'), [answers], folder);
    },
  },
];

/** In a suite of its own: to build it takes longer than all others together. */
export const progenitor: Generator = {
  name: `progenitor ${PROGENITOR}`,
  needs: ['cargo'],
  async read(folder, answers) {
    const tool = `install --quiet --locked --version ${PROGENITOR} cargo-progenitor --root`.split(' ');
    await run('cargo', [...tool, cache], folder);
    const output = '-o made -n fleetmend -v 0.1.0'.split(' ');
    await run(path.join(cache, 'bin/cargo-progenitor'), ['progenitor', '-i', contract30, ...output], folder);
    const made = path.join(folder, 'made');
    mkdirSync(path.join(made, 'src/bin'));
    writeFileSync(path.join(made, 'src/bin/read.rs'), readerInRust(answers));
    // Built first: it warns of patterns that a range of statuses hides.
    const target = path.join(cache, 'target');
    await run('cargo', ['build', '--quiet', '--bin', 'read'], made, { CARGO_TARGET_DIR: target });
    return run(path.join(target, 'debug/read'), [answers], made);
  },
};

async function openApiGenerator(language: string, folder: string): Promise<void> {
  const jar = path.join(cache, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`];
  if (!existsSync(jar)) await run('mvn', copy, folder);
  await run('java', ['-jar', jar, 'generate', '-i', contract, '-g', language, '-o', folder], folder);
}

/** The path of a Python that has these packages. */
async function virtualEnvironment(name: string, packages: string[], folder = root): Promise<string> {
  const home = path.join(cache, name);
  if (!existsSync(home)) await run('python3', ['-m', 'venv', home], root);
  const python = path.join(home, 'bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], folder);
  return python;
}

function parsersInGo(): string {
  const rows = operations.map(({ operationId }) => {
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
    return `\t"${operationId}": func(r *http.Response) (any, error) { return fleetmend.Parse${name}Response(r) },`;
  });
  const imports = 'import (\n\t"net/http"\n\n\t"example.org/reader/fleetmend"\n)';
  return `package main\n\n${imports}\n\nvar parsers = map[string]func(*http.Response) (any, error){\n${rows.join('\n')}\n}\n`;
}

/** The reader, with the types of all answers. */
function readerInRust(answers: string): string {
  const lines = readFileSync(answers, 'utf8').trim().split('\n');
  const models = new Set(lines.flatMap((line) => (JSON.parse(line) as { model: string | null }).model ?? []));
  const arms = [...models].flatMap((model) => [
    `        ("${model}", false) => left::<types::${model}>(body),`,
    `        ("${model}", true) => left::<Vec<types::${model}>>(body),`,
  ]);
  return readFileSync(path.join(readers, 'read.rs'), 'utf8').replace(
    '        // The types.',
    arms.join('\n'),
  );
}

/** What a program printed; throws with the end of it if it fails. */
function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(text);
      reject(new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${text.slice(-4_000)}`));
    });
  });
}
