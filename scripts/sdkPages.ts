/**
 * Writes `docs/sdk/`, `sdk/surface.json` and `generated/points.ts` from the declarations of the contract for plugins,
 * with their docstrings.
 * `--check` writes nothing, and exits 1 where the files would differ. Either ends with 1 for an entry that has no
 * docstring, and for a contract that has become larger than we want it.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { HOOK_TIMEOUT_MS } from '../server/kernel/hooks.ts';
import { root } from './packages/files.ts';
import { emitDeclarations } from './packages/sdk.ts';

/**
 * How many names a stranger may have to learn: exports, and keys of the manifest and of what its set-up returns. A
 * larger contract is a decision, and not a slip.
 */
const MOST = { exports: 70, keys: 16 } as const;
/** `service` stands in no interface: its type follows from the plugin's name. */
const SERVICE = 1;

/** A name of the contract: what it is, and what is said of it. */
interface Entry {
  name: string;
  doc: string;
  code: string;
  /** What a namespace exports. */
  members: Entry[];
  /** Named types in `code`. */
  types: ReadonlySet<ts.Symbol>;
}

// Outside of the checkout, where the types of libraries are not found: none of them is told here.
const tree = mkdtempSync(path.join(tmpdir(), 'fleetmend-sdk-'));
const { checker, module, testKit } = readDeclarations();
const types = new Map<ts.Symbol, Entry>();

function readDeclarations() {
  try {
    emitDeclarations(tree);
    const rootNames = globSync(path.join(tree, '**/*.d.ts'));
    const program = ts.createProgram({
      rootNames,
      options: {
        noLib: true,
        types: [],
        module: ts.ModuleKind.NodeNext,
        allowImportingTsExtensions: true,
        // What plugins declare: the tree has no package.json.
        paths: { '#sdk': [path.join(tree, 'sdk/index.d.ts')] },
      },
    });
    const typeChecker = program.getTypeChecker();
    const moduleOf = (name: string): ts.Symbol => {
      const file = program.getSourceFile(path.join(tree, `sdk/${name}.d.ts`));
      const symbol = file && typeChecker.getSymbolAtLocation(file);
      if (!symbol) throw new Error(`sdk/${name}.ts exports nothing`);
      return symbol;
    };
    return { checker: typeChecker, module: moduleOf('index'), testKit: moduleOf('testing') };
  } catch (error) {
    // A new operation whose handler is still missing, say; what is made of the contract is written by then.
    console.error(`docs/sdk stays as it is; run this again once all compiles: ${(error as Error).message}`);
    rmSync(tree, { recursive: true, force: true });
    process.exit(1);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** Of an alias what it stands for. */
const real = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function docOf(symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tag = symbol.getJsDocTags(checker).find(({ name }) => name === 'deprecated');
  const deprecated = tag ? `**Deprecated.** ${ts.displayPartsToString(tag.text)}` : '';
  return [deprecated, text].filter((part) => part !== '').join('\n\n');
}

/** A declaration as it is written, without bodies: the declarations have none. */
function codeOf(symbol: ts.Symbol): { code: string; types: Set<ts.Symbol> } {
  const used = new Set<ts.Symbol>();
  const texts = (symbol.declarations ?? []).map((declaration) => {
    collectTypes(declaration, used);
    const isVariable = ts.isVariableDeclaration(declaration);
    const node = isVariable ? declaration.parent.parent : declaration;
    return dedented(node)
      .replace(/^export /, '')
      .replace(/^declare /, '');
  });
  used.delete(symbol);
  return { code: texts.join('\n'), types: used };
}

function dedented(node: ts.Node): string {
  const file = node.getSourceFile();
  const { character } = file.getLineAndCharacterOfPosition(node.getStart());
  return node.getText().replaceAll(`\n${' '.repeat(character)}`, '\n');
}

/** The named types of our own that a declaration mentions; those of the contract of the API are told there. */
function collectTypes(node: ts.Node, used: Set<ts.Symbol>): void {
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
    const found = checker.getSymbolAtLocation(name);
    const symbol = found && real(found);
    const declaration = symbol?.declarations?.[0];
    if (symbol && declaration && isTold(declaration)) used.add(symbol);
  }
  node.forEachChild((child) => collectTypes(child, used));
}

function isTold(declaration: ts.Declaration): boolean {
  const file = declaration.getSourceFile().fileName;
  return (
    file.startsWith(tree) &&
    !file.startsWith(path.join(tree, 'generated')) &&
    !ts.isTypeParameterDeclaration(declaration) &&
    !(ts.isTypeAliasDeclaration(declaration) && declaration.type.getText() === "components['schemas']")
  );
}

function entryOf(symbol: ts.Symbol, name = symbol.name): Entry {
  const target = real(symbol);
  if (target.flags & ts.SymbolFlags.ValueModule) {
    const members = checker.getExportsOfModule(target).map((member) => entryOf(member));
    return { name, doc: headOf(target), code: '', members: sorted(members), types: new Set() };
  }
  return { name, doc: docOf(symbol) || docOf(target), members: [], ...codeOf(target) };
}

/** The comment at the head of a module. */
function headOf(symbol: ts.Symbol): string {
  const text = symbol.declarations?.[0]?.getSourceFile().text ?? '';
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? '';
  return comment.replaceAll(/^\s*\* ?/gm, '').trim();
}

const sorted = (entries: Entry[]): Entry[] => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

/** The entries of an interface that the index exports, as they are declared or sorted by name. */
function entriesOf(name: string): Entry[] {
  const symbol = checker.getExportsOfModule(module).find((one) => one.name === name);
  if (!symbol) throw new Error(`sdk/index.ts does not export ${name}`);
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(real(symbol)))
    .map((one) => entryOf(one));
}

const ownerOf = ({ name }: Entry): string =>
  name.startsWith('http.') ? 'the manager, for each request' : `the feature \`${name.split('.')[0]}\``;

const anchor = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '');

/** The types that the entry mentions, each with its place; those that no page tells of get one in types.md. */
function typesLine(entry: Entry): string[] {
  const links = [...entry.types].map((symbol) => {
    const own = places.get(symbol);
    if (own === undefined) tellType(symbol);
    return `[${symbol.name}](${own ?? `types.md#${anchor(symbol.name)}`})`;
  });
  return links.length === 0 ? [] : [`Types: ${links.sort().join(', ')}.`];
}

function tellType(symbol: ts.Symbol): void {
  if (types.has(symbol) || places.has(symbol)) return;
  const entry = entryOf(symbol);
  types.set(symbol, entry);
  for (const one of entry.types) tellType(one);
}

function section(entry: Entry, more: readonly string[] = [], level = 2): string[] {
  const code = entry.code === '' ? [] : ['```ts\n' + entry.code + '\n```'];
  return [
    `${'#'.repeat(level)} \`${entry.name}\``,
    ...more,
    ...(entry.doc === '' ? [] : [entry.doc]),
    ...code,
    ...typesLine(entry),
    ...entry.members.flatMap((member) => section(member, [], level + 1)),
  ];
}

/** Where the names are told that the index exports. */
const OWN_PAGES: Readonly<Record<string, string>> = {
  Hooks: 'hooks.md',
  Events: 'events.md',
  JoinedSteps: 'steps.md',
  Context: 'context.md',
  Core: 'context.md#services-of-the-core-features',
  Services: 'context.md#services-of-plugins',
  Feature: 'manifest.md',
  FeatureSetup: 'manifest.md#what-setup-returns',
};

const HEAD = '<!-- Made of the declarations by `npm run generate`; never edited. -->';

function page(title: string, intro: string, sections: readonly string[]): string {
  return `${[HEAD, `# ${title}`, intro, ...sections].join('\n\n')}\n`;
}

/** The entry without the code that a page of its own tells. */
function withPlace(entry: Entry): Entry {
  const own = OWN_PAGES[entry.name];
  if (own === undefined) return entry;
  return { ...entry, doc: `${entry.doc}\n\nIts entries: [${own}](${own}).`, code: '', types: new Set() };
}

/** The place of each named type that is not in types.md. */
const places = new Map<ts.Symbol, string>(
  checker.getExportsOfModule(module).flatMap((symbol) => {
    const target = real(symbol);
    const inside = target.flags & ts.SymbolFlags.ValueModule ? checker.getExportsOfModule(target) : [];
    return [symbol, ...inside].map((one): [ts.Symbol, string] => [
      real(one),
      OWN_PAGES[one.name] ?? `exports.md#${anchor(one.name)}`,
    ]);
  }),
);

const hooks = sorted(entriesOf('Hooks'));
const steps = sorted(entriesOf('JoinedSteps'));
const events = sorted(entriesOf('Events'));
const context = entriesOf('Context');
const core = sorted(entriesOf('Core'));
const services = sorted(entriesOf('Services'));
const manifest = entriesOf('Feature');
const setup = entriesOf('FeatureSetup');
const exported = sorted(checker.getExportsOfModule(module).map((one) => entryOf(one)));
const testing = sorted(checker.getExportsOfModule(testKit).map((one) => entryOf(one)));

const HOOKS = `Questions that a feature asks and others answer, outside of transactions: \`hooks: { 'hosts.beforeDelete': async ({ hostId }, signal) => … }\` in what \`setup\` returns. All that answer are asked one after the other, in the order in which they were set up. Each has ${HOOK_TIMEOUT_MS / 1000} s; then \`signal\` aborts, and it counts as failed. An \`AppError\` refuses, and comes out to whoever asked as it is. Anything else that is thrown, and a late answer, counts as a failure, which never permits: a request ends with 503, and a host waits.`;
const STEPS = `Statements inside the transaction of another feature: \`steps: { 'hosts.hostDeleted': async (tx, { hostId, by }) => … }\` in what \`setup\` returns; the manifest names the feature in \`requires\`. They commit with it, or nothing does: what a step throws rolls the whole transaction back. No network, no process and no hook inside.`;
const EVENTS = `Facts, told after the commit: \`events: { 'hosts.hostCreated': async ({ hostId }) => … }\` in what \`setup\` returns. They cannot fail the sender, and a crash loses them: what must not be lost is a joined step, or a row that a job looks for.`;

/** Pages by name; that of the types comes last, when all others have named theirs. */
const pages: Record<string, string> = {
  hooks: page(
    'Hooks',
    HOOKS,
    hooks.flatMap((one) => section(one, [`Asked by ${ownerOf(one)}.`])),
  ),
  steps: page(
    'Joined steps',
    STEPS,
    steps.flatMap((one) => section(one, [`Of ${ownerOf(one)}.`])),
  ),
  events: page(
    'Events',
    EVENTS,
    events.flatMap((one) => section(one, [`Told by ${ownerOf(one)}.`])),
  ),
  context: page('The context', 'What `setup(ctx)` is given.', [
    ...context.flatMap((one) => section(one)),
    '# Services of the core features',
    '`ctx.core.x`, where `requires` names `x`. `@fleetmend/sdk/x` has their types.',
    ...core.flatMap((one) => section(one)),
    '# Services of plugins',
    "`ctx.use('x')`, where `requires` names `x` or `x?`.",
    ...services.flatMap((one) => section(one)),
  ]),
  manifest: page('The manifest', 'What is given to `definePlugin`.', [
    ...manifest.flatMap((one) => section(one)),
    '# What `setup` returns',
    ...setup.flatMap((one) => section(one)),
  ]),
  exports: page(
    'What the manager hands in',
    "The entries of the kit, the argument of the default export of a plugin; and the types beside them, `import type { … } from '@fleetmend/sdk'`.",
    exported.flatMap((one) => section(withPlace(one))),
  ),
  testing: page(
    'The test kit',
    "`import { createPluginTest } from '@fleetmend/sdk/testing'`.",
    testing.flatMap((one) => section(one)),
  ),
};
pages.types = page(
  'Types',
  'What the other pages name.',
  sorted([...types.values()]).flatMap((one) => section(one)),
);

const names = (entries: readonly Entry[]): string[] => entries.map(({ name }) => name);
const surface = {
  exports: Object.fromEntries(exported.map(({ name, members }) => [name, names(members)])),
  manifest: names(manifest).sort(),
  setup: names(setup).sort(),
  context: names(context).sort(),
  core: names(core),
  hooks: names(hooks),
  steps: names(steps),
  events: names(events),
};

const files: Record<string, string> = {
  'sdk/surface.json': `${JSON.stringify(surface, null, 2)}\n`,
  // The boot holds set-ups against it: types are gone by then.
  'generated/points.ts': pointsFile(),
  ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/sdk/${name}.md`, text])),
};

function pointsFile(): string {
  const points = { hooks: names(hooks), steps: names(steps), events: names(events) };
  return [
    '// Made of the types that features declare by `npm run generate`; never edited.\n',
    '/** What features that ship ask others (hooks), have them join (steps) and tell them (events). */',
    `export const points: Readonly<Record<'hooks' | 'steps' | 'events', readonly string[]>> = ${JSON.stringify(points, null, 2)};\n`,
  ].join('\n');
}

/** Sentences for whoever changes the contract. */
function faults(): string[] {
  const all = { hooks, steps, events, context, core, services, manifest, setup, exports: exported, testing };
  const bare = Object.entries(all).flatMap(([kind, entries]) =>
    entries.flatMap(({ name, doc, members }) => [
      ...(doc === '' ? [`${kind}: ${name}`] : []),
      ...members.flatMap((member) => (member.doc === '' ? [`${kind}: ${name}.${member.name}`] : [])),
    ]),
  );
  const sizes = { exports: exported.length, keys: manifest.length + setup.length + SERVICE };
  return [
    ...bare.map((where) => `${where} has no docstring`),
    ...Object.entries(MOST)
      .filter(([kind, most]) => sizes[kind as keyof typeof MOST] > most)
      .map(
        ([kind, most]) =>
          `${kind} of the contract: ${sizes[kind as keyof typeof MOST]}, and there may be ${most}`,
      ),
  ];
}

const isCheck = process.argv.includes('--check');
mkdirSync(path.join(root, 'docs/sdk'), { recursive: true });
const stale = Object.entries(files).filter(([file, text]) => readOrNull(path.join(root, file)) !== text);
if (!isCheck) for (const [file, text] of stale) writeFileSync(path.join(root, file), text);
const wrong = faults();
if (isCheck && stale.length > 0)
  wrong.push(
    `${stale.map(([file]) => file).join(', ')}: not what the declarations say. Run: npm run generate`,
  );
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length > 0) process.exitCode = 1;
else
  process.stdout.write(isCheck ? 'docs/sdk is up to date\n' : `written: ${stale.length} files of docs/sdk\n`);

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
