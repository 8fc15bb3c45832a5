import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { guardedCallbacks } from './guardedCallbacks.ts';

const test = suite('lint: guarded callbacks');

function linesFlagged(source: string): number[] {
  const found = new Linter().verify(source, {
    languageOptions: { parser: tseslint.parser as never },
    plugins: { local: { rules: { 'guarded-callbacks': guardedCallbacks } } },
    rules: { 'local/guarded-callbacks': 'error' },
  });
  assert.equal(
    found.filter(({ fatal }) => fatal),
    [],
    JSON.stringify(found),
  );
  return found.map(({ line }) => line);
}

const FLAGGED: Readonly<Record<string, string>> = {
  'a listener that calls what it likes': "server.on('request', (req) => new URL(req.url));",
  'a bound function of unknown make': "server.on('upgrade', handleUpgrade);",
  'a method': "emitter.once('close', this.closed);",
  'an async listener': "socket.on('data', async () => {});",
  'a harmless call with a harmful argument': "req.once('end', () => resolve(JSON.parse(text)));",
  'a loop': "ws.on('close', () => { for (const one of all) one.end(); });",
  'a function of this file that may throw': "const fail = (e) => tell(e); socket.on('error', fail);",
  'one that is called by another': "const a = () => b(); function b() { c(); } socket.on('error', a);",
  'a destructured name': "const { fail } = parts(); socket.on('error', fail);",
  timers: 'setTimeout(() => look(), 5);',
  'a microtask': 'queueMicrotask(work);',
  'a socket that goes quiet': 'socket.setTimeout(5, () => note());',
  'an abort': "signal.addEventListener('abort', stop);",
  'the handler of a server': 'createServer(options, app);',
  'the only argument of a server': 'net.createServer((socket) => serve(socket));',
  'an upgrade': 'wss.handleUpgrade(req, socket, head, (ws) => follow(ws));',
  middleware: 'io.use((socket, next) => next(judge(socket)));',
  'a process': "process.once('SIGTERM', () => stop());",
};

const LET_PASS: Readonly<Record<string, string>> = {
  'a guard': "server.on('request', guarded((req) => new URL(req.url)));",
  'a name for a guard':
    "const stop = guarded(() => f()); signal.addEventListener('abort', stop); signal.off('abort', stop);",
  'nothing at all': "req.on('error', () => {}); req.on('error', () => undefined);",
  'what cannot throw':
    "socket.on('error', () => socket.destroy()); ws.once('close', () => clearTimeout(timer));",
  'a promise':
    "new Promise((resolve, reject) => { child.once('exit', resolve); child.once('error', reject); });",
  'an assignment':
    "stream.on('data', (text) => (output += text)); ws.on('pong', () => { if (a.b) a.alive = true; });",
  'a function of this file that cannot throw':
    "const end = () => { clearTimeout(timer); resolve(new Error('late')); }; req.once('close', end); setTimeout(end, 5);",
  'a clock, which guards by itself': 'clock.setTimeout(() => look(), 5);',
  'the bus of events, which does so too': 'ctx.events.on(name, listener);',
  'another kind of once': 'idempotency.once(tx, call, () => make());',
  'an imported timer': "import { setTimeout } from 'node:timers/promises'; setTimeout(WAIT_MS);",
  'a function of this file that is called listen':
    'function listen(a, b) { return b(); } listen(a, () => b.c());',
};

for (const [name, source] of Object.entries(FLAGGED)) {
  test(`${name} needs a guard`, () => assert.equal(linesFlagged(source), [1]));
}

for (const [name, source] of Object.entries(LET_PASS)) {
  test(`${name} needs none`, () => assert.equal(linesFlagged(source), []));
}

test.run();
