import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '../../shared/wire/appError.ts';
import { anonymousActor, withoutSession, type Actor } from '../security/actor.ts';
import { createPurses, takeTurns } from './budget.ts';
import { setState } from './state.ts';

const test = suite('the processor time of an account');

/** Purses over a clock and a busy event loop that the test moves. */
function setup() {
  let [busy, now] = [0, 0];
  const purses = createPurses(
    () => busy,
    () => now,
  );
  const work = (ms: number): void => void ([busy, now] = [busy + ms, now + ms]);
  const rest = (ms: number): void => void (now += ms);
  return { purses, work, rest };
}

test('a crowd of calls is charged, and one call beside them for its share', () => {
  const { purses, work } = setup();
  const crowd = Array.from({ length: 6 }, () => purses.open('crowd'));
  const one = purses.open('one');
  work(4_000);
  for (const end of [...crowd, one]) end();
  assert.ok(purses.isEmpty('crowd'), '6/7 of 4 s');
  assert.not.ok(purses.isEmpty('one'));
});

test('what the event loop does while no call is open is charged to nobody', () => {
  const { purses, work } = setup();
  purses.open('one')();
  work(60_000);
  purses.open('one')();
  assert.not.ok(purses.isEmpty('one'));
});

test('a call that waits for something else costs nothing', () => {
  const { purses, rest } = setup();
  const end = purses.open('one');
  rest(60_000);
  end();
  assert.not.ok(purses.isEmpty('one'));
});

test('time fills the purse again, also after hours of work', () => {
  const { purses, work, rest } = setup();
  const end = purses.open('one');
  work(3_600_000);
  end();
  assert.ok(purses.isEmpty('one'));
  rest(11_000);
  assert.ok(purses.isEmpty('one'));
  rest(2_000);
  assert.not.ok(purses.isEmpty('one'));
});

const person = (id: string): Actor => ({
  kind: 'user',
  id,
  name: id,
  role: 'reporter',
  ...withoutSession,
});
const tokenOf = (ownerId: string, id: string): Actor => ({ ...person(id), kind: 'token', ownerId });

/** Calls that are let through are noted, and stay open until they are ended. */
function door(keepMs = 600_000) {
  const step = takeTurns({ keepMs });
  const through: string[] = [];
  const refused: unknown[] = [];
  return {
    through,
    refused,
    async knock(actor: Actor): Promise<{ end(): Promise<void> }> {
      const req = {} as Request;
      const res = Object.assign(new EventEmitter(), { closed: false });
      const state = {
        requestId: '',
        log: pino({ level: 'silent' }),
        address: '',
        operation: null,
        bodyBytes: 0,
      };
      setState(req, { ...state, actor, closed: new AbortController().signal });
      const done = step(req, res as unknown as Response, () => void through.push(actor.name)) as unknown;
      Promise.resolve(done).catch((error: unknown) => refused.push(error));
      await turn();
      return {
        async end() {
          res.closed = true;
          res.emit('close');
          await turn();
        },
      };
    },
  };
}

const times = <T>(count: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, act));

test('calls of one account, its tokens included, wait for one another, and for nobody else', async () => {
  const { through, knock } = door();
  const crowd = await times(7, () => knock(person('rita')));
  const byToken = await knock(tokenOf('rita', 'a dashboard'));
  const others = [await knock(person('adam')), await knock(anonymousActor)];
  assert.equal(through, [...Array<string>(6).fill('rita'), 'adam', 'anonymous']);
  await crowd[0]?.end();
  await crowd[6]?.end();
  assert.equal(through.slice(8), ['rita', 'a dashboard']);
  for (const call of [...crowd, byToken, ...others]) await call.end();
});

test('a call that lasts gives its place to the next', async () => {
  const { through, knock } = door(20);
  const crowd = await times(7, () => knock(person('rita')));
  while (through.length < 7) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.is(through.length, 7);
  for (const call of crowd) await call.end();
});

test('a caller who leaves waits no more, and only what is beyond the deep bound is refused', async () => {
  const { through, refused, knock } = door();
  const open = await times(6, () => knock(person('rita')));
  const waiting = await times(300, () => knock(person('rita')));
  const last = await knock(person('rita'));
  assert.is(refused.length, 1);
  assert.is((refused[0] as AppError).code, 'RATE_LIMITED');
  for (const call of waiting) await call.end();
  for (const call of open) await call.end();
  assert.is(through.length, 6, 'nobody who left was let through');
  await last.end();
});

test.run();
