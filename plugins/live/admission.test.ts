import { once } from 'node:events';
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import type { components } from '../../generated/manager.ts';
import { AppError } from '#sdk';
import { isOriginAllowed } from './admission.ts';
import { plainClient, refusedUpgrade, socketIoClient, socketUrl, ticketFor } from './clients.testing.ts';
import { MAX_CLIENTS_OF_ONE } from './hub.ts';
import { numbers, sessionActor, setUp, tearDown, type World } from './live.testing.ts';
import { createTicket } from './tickets.ts';

type Schemas = components['schemas'];

const test = suite<World>('who may connect');
test.before.each(setUp);
test.after.each(tearDown);

test('a ticket opens one connection, whoever else has it, and none after a minute', async (world) => {
  const { app } = world;
  const ticket = await ticketFor(app);
  assert.is(Buffer.from(ticket, 'base64url').length, 32);
  assert.not(JSON.stringify(await app.ctx.db.reader('live_tickets').select()).includes(ticket));
  const answers = await Promise.all(numbers(1, 20).map(() => refusedUpgrade(socketUrl(app, ticket))));
  assert.is(answers.filter(({ status }) => status === 101).length, 1);
  assert.is(answers.filter(({ status, code }) => status === 401 && code === 'TICKET_INVALID').length, 19);

  const late = await ticketFor(app);
  await app.clock.advance(60_000);
  assert.is((await refusedUpgrade(socketUrl(app, late))).status, 401);
  assert.is((await refusedUpgrade(socketUrl(app, ''))).status, 401);
});

test('an account has fifty connections, of either kind, and another account its own', async (world) => {
  const { app, clients } = world;
  for (const [at] of numbers(1, MAX_CLIENTS_OF_ONE).entries())
    clients.push(
      at % 10 === 0
        ? await socketIoClient(app, await ticketFor(app, 'reporter'), ['websocket'])
        : await plainClient(app, await ticketFor(app, 'reporter')),
    );
  const more = await refusedUpgrade(socketUrl(app, await ticketFor(app, 'reporter')));
  assert.equal([more.status, more.code], [429, 'RATE_LIMITED']);
  clients.push(await plainClient(app, await ticketFor(app, 'admin')));
  await clients.shift()?.close();
  let status = 429;
  while (status === 429)
    ({ status } = await refusedUpgrade(socketUrl(app, await ticketFor(app, 'reporter'))));
  assert.is(status, 101, 'one that has gone leaves its place');
});

test('a connection is one client, however often it asks, and one that floods the manager is ended', async ({
  app,
}) => {
  const polling = `${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`;
  const opened = await fetch(`${polling}&ticket=${await ticketFor(app)}`);
  const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
  /** Sends so many packets that ask to be connected, in one body. */
  const join = (times: number) =>
    fetch(`${polling}&sid=${sid}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: Array.from({ length: times }, () => '40').join('\u001e'),
    }).then(
      ({ status }) => status,
      () => 0,
    );
  assert.is(await join(10), 200);
  const told: string[] = [];
  while (told.length < 10)
    told.push(...(await (await fetch(`${polling}&sid=${sid}`)).text()).split('\u001e'));
  const kinds = told.map((packet) => packet.slice(0, 2)).sort();
  assert.equal(kinds, ['40', ...Array.from({ length: 9 }, () => '44')]);
  await join(20_000);
  const statuses: number[] = [];
  // The first answer may be what was still to be told.
  while (statuses.length < 2) statuses.push((await fetch(`${polling}&sid=${sid}`)).status);
  assert.is(statuses[1], 400, 'the session is gone');
});

test('long polling, which passes the budget of calls by, is limited by packets of any kind and by requests', async ({
  app,
}) => {
  const polling = `${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`;
  const open = async (): Promise<string> => {
    const answer = await fetch(`${polling}&ticket=${await ticketFor(app)}`);
    return `${polling}&sid=${(JSON.parse((await answer.text()).slice(1)) as { sid: string }).sid}`;
  };
  const pong = async (url: string, times: number): Promise<number> => {
    const body = Array.from({ length: times }, () => '3').join('\u001e');
    return (await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body })).status;
  };
  const flooding = await open();
  await pong(flooding, 20_000).catch(() => 0);
  assert.is((await fetch(flooding)).status, 400, 'the session is gone');
  const urls = await Promise.all([open(), open(), open()]);
  const statuses = await Promise.all(
    urls.map(async (url) => {
      let status = 200;
      for (let count = 0; count < 350 && status === 200; count += 1) status = await pong(url, 1);
      return status;
    }),
  );
  assert.ok(statuses.includes(429), statuses.join());
  await app.clock.advance(10_000);
  assert.is(await pong(await open(), 1), 200);
});

test('a connection that floods the manager with pings or pongs is ended, of either kind', async ({ app }) => {
  for (const kind of ['', '&EIO=4&transport=websocket'])
    for (const beat of ['ping', 'pong'] as const) {
      const ws = new WebSocket(`${socketUrl(app, await ticketFor(app))}${kind}`);
      ws.on('error', () => undefined);
      await once(ws, 'open');
      const closed = once(ws, 'close');
      // A pause after each few: what comes in one piece is read to its end.
      for (let count = 0; count < 2_000 && ws.readyState === ws.OPEN; count += 1) {
        ws[beat]();
        if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await closed;
    }
});

test('wrong tickets are limited', async ({ app }) => {
  let last = 0;
  for (let guess = 0; guess < 61; guess++)
    last = (await refusedUpgrade(socketUrl(app, 'x'.repeat(43)))).status;
  assert.is(last, 429);
});

test('wrong tickets are limited by the caller that a trusted proxy names, an IPv6 network as one', async ({
  app,
}) => {
  const guess = async (address: string): Promise<number> =>
    (await refusedUpgrade(socketUrl(app, 'x'.repeat(43)), { 'x-forwarded-for': address })).status;
  for (let count = 0; count < 60; count++) assert.is(await guess(`2001:db8:0:7::${count}`), 401);
  assert.is(await guess('[2001:db8:0:7:ffff::1]:443'), 429);
  assert.is(await guess('2001:db8:0:8::1'), 401);
  assert.is(await guess('203.0.113.9'), 401);
});

test('only a session that is open goes without a ticket, and what is none counts as a wrong ticket', async ({
  app,
}) => {
  const polling = `${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`;
  const { sid } = JSON.parse(
    (await (await fetch(`${polling}&ticket=${await ticketFor(app)}`)).text()).slice(1),
  ) as { sid: string };
  const odd = [
    '&sid=',
    '&sid',
    '&sid=x',
    '&sid=__proto__',
    `&sid=${sid}&sid=`,
    `&sid=&sid=${sid}`,
    '&s%69d=',
  ];
  for (const query of odd) {
    const answer = await fetch(`${polling}${query}`);
    assert.is(answer.status, 400, query);
    assert.is(((await answer.json()) as Schemas['ErrorEnvelope']).error.code, 'VALIDATION_FAILED', query);
  }
  const socket = `${app.url.replace('http', 'ws')}/api/v1/ws/jobs?EIO=4&transport=websocket`;
  for (const query of odd) assert.is((await refusedUpgrade(`${socket}${query}`)).status, 400, query);
  for (let count = 0; count < 60 - 2 * odd.length; count++)
    assert.is((await fetch(`${polling}&sid=`)).status, 400);
  assert.is((await fetch(`${polling}&sid=`)).status, 429);
  assert.is((await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: '40' })).status, 200);
});

test('JSONP is off, whose script any page of another origin could load', async ({ app }) => {
  const polling = `${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`;
  const ticket = await ticketFor(app);
  assert.is((await fetch(`${polling}&j=0&ticket=${ticket}`)).status, 400);
  assert.is((await fetch(`${polling}&%6a=0&ticket=${ticket}`)).status, 400);
  assert.is((await fetch(`${polling}&ticket=${ticket}`)).status, 200);
});

test('a page of the same host over plain HTTP is of another origin', async () => {
  const from = (origin: string, encrypted: boolean, host = 'manager.example:8443') =>
    isOriginAllowed({ headers: { origin, host }, socket: { encrypted } } as never, null);
  assert.is(from('https://manager.example:8443', true), true);
  assert.is(from('http://manager.example:8443', true), false);
  assert.is(from('ws://manager.example:8443', true), false);
  assert.is(from('http://manager.example:8443', false), true);
  assert.is(from('https://manager.example:8443', false), true, 'a proxy in front ends TLS');
  assert.is(from('ftp://manager.example:8443', false), false);
  assert.is(from('https://manager.example', true, 'manager.example:443'), true);
  assert.is(from('https://manager.example', true, 'manager.example:80'), false);
  assert.is(from('http://', true), false);
  assert.is(from('https://manager.example', true, ''), false);
});

test('pages of another origin are refused, with the ticket still good afterwards', async (world) => {
  const { app } = world;
  const ticket = await ticketFor(app);
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    assert.equal(await refusedUpgrade(socketUrl(app, ticket), { origin }), {
      status: 403,
      code: 'FORBIDDEN',
    });
  assert.is((await refusedUpgrade(socketUrl(app, ticket), { origin: app.url })).status, 101);
  const own = await ticketFor(app);
  assert.is((await refusedUpgrade(socketUrl(app, own), { origin: 'https://patch.example.org' })).status, 101);
});

test('an address that a hook refuses gets the code of that hook, and one whose hook broke a 503', async ({
  app,
}) => {
  let fail: () => Error = () => new AppError('FORBIDDEN');
  app.ctx.hooks.add('ip-allow-list', { 'http.beforeRequest': () => Promise.reject(fail()) });
  const ask = async () => {
    const refused = await refusedUpgrade(socketUrl(app, 'x'));
    const polled = await fetch(`${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`);
    const { code } = ((await polled.json()) as Schemas['ErrorEnvelope']).error;
    return [refused, { status: polled.status, code }];
  };
  const twice = (status: number, code: string) => [
    { status, code },
    { status, code },
  ];
  assert.equal(await ask(), twice(403, 'FORBIDDEN'));
  fail = () => new AppError('UNAUTHENTICATED');
  assert.equal(await ask(), twice(401, 'UNAUTHENTICATED'));
  fail = () => new Error('broken');
  assert.equal(await ask(), twice(503, 'SERVICE_UNAVAILABLE'));
});

test('a plugin that holds operations back is asked of each connection, with whom its ticket belongs to', async ({
  app,
}) => {
  const asked: unknown[] = [];
  app.ctx.hooks.add('mfa', {
    'http.beforeOperation': ({ operationId, actor }) => {
      if (operationId !== 'openJobStream') return Promise.resolve(undefined);
      asked.push([actor.role, actor.restriction]);
      throw new AppError('FORBIDDEN');
    },
  });
  const ticket = await ticketFor(app, 'operator');
  assert.equal(await refusedUpgrade(socketUrl(app, ticket)), { status: 403, code: 'FORBIDDEN' });
  const other = await ticketFor(app, 'admin');
  const polled = await fetch(`${app.url}/api/v1/ws/jobs?EIO=4&transport=polling&ticket=${other}`);
  assert.is(polled.status, 403);
  assert.equal(asked, [
    ['operator', null],
    ['admin', null],
  ]);
});

test('a plain GET is told what to do, other paths and methods stay what they are', async ({ app }) => {
  const plainGet = await app.call('GET', '/api/v1/ws/jobs', { role: null });
  assert.is(plainGet.status, 400);
  assert.is((await app.call('POST', '/api/v1/ws/jobs', { body: {} })).status, 405);
  assert.equal(await refusedUpgrade(`${app.url.replace('http', 'ws')}/api/v1/other`), {
    status: 404,
    code: 'NOT_FOUND',
  });
  assert.is((await app.call('POST', '/api/v1/ws/ticket', { role: null })).status, 401);
});

test('a target that names no path is refused, for requests and upgrades, and the manager lives', async ({
  app,
}) => {
  const { port } = new URL(app.url);
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  for (const target of ['//', '///', '/\\', '//[', 'http://[/?EIO=4']) {
    assert.match(
      await rawAnswer(Number(port), `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`),
      /^HTTP\/1.1 400 /,
    );
    const answer = await rawAnswer(Number(port), `GET ${target} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`);
    assert.match(answer, /^HTTP\/1.1 40[04] /);
  }
  assert.is((await app.call('GET', '/api/v1/ws/jobs', { role: null })).status, 400);
});

/** All that is answered to these bytes until the connection is closed. */
async function rawAnswer(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
  return answer;
}

test('connections end with their session, within seconds', async (world) => {
  const { app, sessions } = world;
  sessions.add('s1').add('s2');
  const [first, second] = [
    await plainClient(app, await createTicket(app.ctx, sessionActor('s1'))),
    await plainClient(app, await createTicket(app.ctx, sessionActor('s2'))),
  ];
  world.clients.push(second);
  const early = await createTicket(app.ctx, sessionActor('s1'));
  sessions.delete('s1');
  await app.clock.advance(1_000);
  assert.is(await first.closed, 1008);
  assert.is(
    (await refusedUpgrade(socketUrl(app, early))).status,
    401,
    'a ticket of an ended session opens nothing',
  );
  second.send('nonsense');
  await second.until(1);
});

test('socket.io needs a ticket at its handshake, once, and the right origin', async (world) => {
  const { app } = world;
  const handshake = `${app.url}/api/v1/ws/jobs?EIO=4&transport=polling`;
  const refused = await fetch(handshake);
  assert.is(refused.status, 401);
  assert.is(((await refused.json()) as Schemas['ErrorEnvelope']).error.code, 'TICKET_INVALID');
  assert.is((await refusedUpgrade(`${socketUrl(app, 'x')}&EIO=4&transport=websocket`)).status, 401);
  const ticket = await ticketFor(app);
  assert.is(
    (await fetch(`${handshake}&ticket=${ticket}`, { headers: { origin: 'https://evil.example' } })).status,
    403,
  );
  const opened = await fetch(`${handshake}&ticket=${ticket}`);
  assert.is(opened.status, 200);
  const { sid } = JSON.parse((await opened.text()).slice(1)) as { sid: string };
  assert.is((await fetch(`${handshake}&ticket=${ticket}`)).status, 401);
  assert.is((await fetch(`${handshake}&sid=${sid}`, { method: 'POST', body: '40' })).status, 200);
  assert.is((await fetch(`${handshake}&sid=${sid}x`)).status, 400);
  assert.is(
    (await fetch(`${handshake}&sid=${sid}`, { headers: { origin: 'https://evil.example' } })).status,
    403,
  );
  assert.is(
    (await fetch(`${handshake}&sid=${sid}`, { method: 'POST', body: 'x'.repeat(70_000) })).status,
    413,
  );
});

test('a socket.io client of an ended session is cut off', async (world) => {
  const { app, sessions } = world;
  sessions.add('s1');
  const client = await socketIoClient(app, await createTicket(app.ctx, sessionActor('s1')), ['websocket']);
  sessions.delete('s1');
  await app.clock.advance(1_000);
  await client.closed;
});

test('a socket.io connection that has not joined, or has left, outlives its session no more than others', async ({
  app,
  sessions,
}) => {
  sessions.add('s1');
  const open = async (): Promise<WebSocket> => {
    const ticket = await createTicket(app.ctx, sessionActor('s1'));
    const ws = new WebSocket(`${socketUrl(app, ticket)}&EIO=4&transport=websocket`);
    await once(ws, 'message');
    return ws;
  };
  const left = await open();
  left.send('40');
  await once(left, 'message');
  left.send('41');
  await once(left, 'close');
  const waiting = await Promise.all(numbers(1, MAX_CLIENTS_OF_ONE).map(open));
  const ticket = await createTicket(app.ctx, sessionActor('s1'));
  assert.is((await refusedUpgrade(socketUrl(app, ticket))).status, 429, 'it counts before it joins');
  const closed = Promise.all(waiting.map((ws) => once(ws, 'close')));
  sessions.delete('s1');
  await app.clock.advance(1_000);
  await closed;
});

test.run();
