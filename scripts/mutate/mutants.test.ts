import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findMutants, planted } from './mutants.ts';
import type { Kind } from './mutants.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What becomes of the source by each fault of a kind. */
function faults(text: string, kind: Kind): string[] {
  return findMutants('x.ts', text)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => planted(text, mutant));
}

const test = suite('mutants');

test('operators are turned', () => {
  assert.equal(faults('f(a === b);', 'operator'), ['f(a !== b);']);
  assert.equal(faults('f(a <= b);', 'operator'), ['f(a < b);']);
  assert.equal(faults('f(a && b);', 'operator'), ['f(a || b);']);
  assert.equal(faults('f(a + 1);', 'operator'), ['f(a - 1);']);
  assert.equal(faults('function f() { return true; }', 'operator'), ['function f() { return false; }']);
});

test('conditions are fixed, turned, or lose a side', () => {
  assert.equal(faults('if (a) b();', 'condition'), ['if (true) b();', 'if (false) b();']);
  assert.equal(faults('f(!a);', 'condition'), ['f(a);']);
  assert.equal(faults('f(a && b);', 'condition'), ['f(a);', 'f(b);']);
  assert.equal(faults('f(a ? 1 : 2);', 'condition'), ['f(true ? 1 : 2);', 'f(false ? 1 : 2);']);
});

test('a query loses one of its filters', () => {
  assert.equal(faults("f(q.where('a', 1).whereNull('b').first());", 'condition'), [
    "f(q.where('a', 1).first());",
    "f(q.whereNull('b').first());",
  ]);
});

test('a step is left out, so that the rest still compiles', () => {
  assert.equal(faults('{ await save(a); }', 'write'), ['{ ; }']);
  assert.equal(faults('if (c) a.b = 1;', 'write'), ['if (c) {}']);
});

test('a write loses one of its columns', () => {
  assert.equal(faults('const r = q.patch({ a: 1, b: 2 });', 'write'), [
    'const r = q.patch({ b: 2 });',
    'const r = q.patch({ a: 1 });',
  ]);
});

test('types, imports, texts that are joined, and the log take no faults', () => {
  const text = [
    "import a from 'a';",
    'type A = B extends C ? D : E;',
    'function f(x: A extends B ? 1 : 2): void {}',
    "f('a' + b + c);",
    "this.#log?.info({ a: b && c }, 'text');",
    "void ctx.log.warn('text');",
  ].join('\n');
  assert.equal(
    findMutants('x.ts', text).map(({ now }) => now),
    [';'],
  ); // the call of f
});

test('a fault is named by what it changes, and the second of two equal ones apart', () => {
  const [first, , second] = findMutants('x.ts', 'if (a)\n  b();\n\nif (a)\n  c();\n').filter(
    ({ kind }) => kind === 'condition',
  );
  assert.equal([first?.id, first?.line], ['x.ts: if (a) => if (true)', 1]);
  assert.equal([second?.id, second?.line], ['x.ts: if (a) => if (true) #2', 4]);
});

test('no fault breaks the syntax of a source', () => {
  for (const file of [
    'plugins/users/service/scopes.ts',
    'server/core/patching/domain/decide.ts',
    'agent/run.ts',
  ]) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const mutants = findMutants(file, text);
    assert.ok(mutants.length > 10, file);
    for (const mutant of mutants) {
      try {
        stripTypeScriptTypes(planted(text, mutant));
      } catch (error) {
        assert.unreachable(`${mutant.id}: ${String(error)}`);
      }
    }
  }
});

test.run();
