import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerErrors } from '../../shared/wire/managerErrors.ts';
import { anonymousActor } from '../security/actor.ts';
import { errorAnswer, errorHandler } from './errors.ts';
import { setState } from './state.ts';

const test = suite('errors over HTTP');

test('a database that was not free in time is told as such, with when to come back', () => {
  const pool = Object.assign(new Error('Timeout acquiring a connection'), { name: 'KnexTimeoutError' });
  const locked = Object.assign(new Error('insert; - Lock wait timeout exceeded'), {
    nativeError: Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' }),
  });
  for (const thrown of [pool, new Error('No database connection became free', { cause: pool }), locked]) {
    const { status, headers, body } = errorAnswer(thrown, managerErrors, 'r');
    assert.equal([status, body.error.code, headers['Retry-After']], [503, 'SERVICE_UNAVAILABLE', '2']);
    assert.match(body.error.message, /^The manager is busy/);
  }
  assert.is(errorAnswer(new Error('any other'), managerErrors, 'r').status, 500);
});

test('a database that is away is told as such, with when to come back', () => {
  // As the client of MariaDB makes them: the first of a roll-back, which hides what happened before it.
  const closed = Object.assign(new Error('ROLLBACK - Cannot add new command'), { fatal: true });
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', fatal: true });
  const wrapped = Object.assign(new Error('insert; - Connection lost'), { nativeError: closed });
  const cutOff = Object.assign(new Error('WSREP has not yet prepared node'), {
    code: 'ER_UNKNOWN_COM_ERROR',
  });
  for (const thrown of [closed, refused, wrapped, cutOff, new Error('not read', { cause: refused })]) {
    const { status, headers, body } = errorAnswer(thrown, managerErrors, 'r');
    assert.equal([status, body.error.code, headers['Retry-After']], [503, 'SERVICE_UNAVAILABLE', '2']);
    assert.match(body.error.message, /^The manager lost the connection to its database/);
  }
});

test('a full disk is named as what it is, and any other failure tells nothing', async () => {
  const log = pino({ level: 'silent' });
  const app = express();
  app.use((req, _res, next) => {
    const { signal: closed } = new AbortController();
    setState(req, {
      requestId: 'r',
      log,
      address: '',
      operation: null,
      actor: anonymousActor,
      bodyBytes: 0,
      closed,
    });
    next(Object.assign(new Error('COMMIT; - secret detail'), { code: req.path.slice(1) }));
  });
  app.use(errorHandler(managerErrors));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = async (code: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${code}`);
    return { status: answer.status, text: await answer.text() };
  };
  const full = await ask('SQLITE_FULL');
  const other = await ask('SQLITE_ERROR');
  server.close();
  assert.is(full.status, 503);
  assert.match(full.text, /disk full/);
  assert.is(other.status, 500);
  assert.not.match(full.text + other.text, /secret detail/);
});

test.run();
