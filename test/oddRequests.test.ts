// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf, closed, startAgentEdge, startManagerEdge, statusOf, type Edge } from './support/edges.ts';
import { seeded } from './support/random.ts';

/**
 * Requests that anybody on the network may send to the manager's listener and to the agent's, over TLS. After each the
 * process lives, or this suite would not, and the next answer is right. A status of 0: closed without an answer.
 */
const test = suite('odd requests');
const edges: Edge[] = [];

test.before(async () => {
  edges.push(await startManagerEdge(), await startAgentEdge());
});
test.after(async () => {
  for (const edge of edges) await edge.stop();
});

const NEXT = 'GET /api/v1/status/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const RIGHT: Readonly<Record<Edge['name'], readonly [status: number, body: RegExp]>> = {
  manager: [
    200,
    /^\{"status":"ok","version":"\d+\.\d+\.\d+[^"]*","uptime_secs":\d+,"checks":\{"database":"ok",/,
  ],
  agent: [
    404,
    /^\{"success":false,"error":\{"code":"NOT_FOUND","message":"There is no such path\.","retryable":false\}\}$/,
  ],
};

async function nextIsRight(edge: Edge, after: string): Promise<void> {
  const answer = await edge.answer(NEXT);
  const [status, body] = RIGHT[edge.name];
  assert.is(statusOf(answer), status, `${edge.name} after ${after}`);
  assert.match(bodyOf(answer), body, `${edge.name} after ${after}`);
}

type Row = readonly [sent: string, manager: number, agent: number];

/** Sends each row's bytes to both edges and checks each answer against the row before the next one. */
function expectAnswers(rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [sent, manager, agent] of rows) {
      for (const edge of edges) {
        const what = `${edge.name}: ${JSON.stringify(sent.slice(0, 120))}`;
        assert.is(statusOf(await edge.answer(bytes(sent))), edge.name === 'manager' ? manager : agent, what);
        await nextIsRight(edge, what);
      }
    }
  };
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const END = 'Host: a\r\nConnection: close\r\n\r\n';
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\n${headers}${END}`;
const post = (headers: string, body = '', target = '/api/v1/auth/login'): string =>
  `POST ${target} HTTP/1.1\r\nContent-Type: application/json\r\n${headers}${END}${body}`;
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const GOOD = `${KEY}Sec-WebSocket-Version: 13\r\n`;
const LIVE = '/api/v1/ws/jobs';
const upgrade = (target: string, headers: string, method = 'GET'): string =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
const LONG = 'x'.repeat(20_000);

test(
  'targets that name no path',
  expectAnswers([
    ...['//', '///', '/\\', '\\', '//[', '//user@other.example/%zz', 'http://[', 'http://[/', 'http://'].map(
      (target): Row => [get(target), 400, 400],
    ),
    ...['*', '?', 'host:443', 'ftp://host/', 'http://u:p@host/', 'https://other.example//'].map(
      (target): Row => [get(target), 400, 400],
    ),
    [`OPTIONS * HTTP/1.1\r\n${END}`, 400, 400],
    [get('/\u00ff'), 400, 400],
    [get('/a\tb'), 400, 400],
    [get(`/${LONG}`), 431, 431],
    [`CONNECT other.example:443 HTTP/1.1\r\n${END}`, 0, 0],
    [`CONNECT / HTTP/1.1\r\n${END}`, 0, 0],
  ]),
);

test('what the manager cannot read as a request gets the envelope, and an end that a client sees', async () => {
  const edge = edges.find(({ name }) => name === 'manager');
  assert.ok(edge);
  for (const [sent, status, code] of [
    [get('/api/v1/hosts', `X-Long: ${LONG}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    [get('/api/v1/hosts', `X-Long: ${LONG.repeat(100)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['nonsense\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ] as const) {
    const socket = await edge.connect();
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    const ended = new Promise((resolve) => socket.once('end', () => resolve('ended')));
    const cut = new Promise((resolve) => socket.once('close', () => resolve('cut')));
    socket.write(sent);
    assert.is(await Promise.race([ended, cut]), 'ended', code);
    const { error } = JSON.parse(bodyOf(answer)) as { error: Record<string, string> };
    assert.equal([statusOf(answer), error['code']], [status, code]);
    assert.ok(answer.includes(`X-Request-Id: ${error['request_id']}\r\n`));
  }
});

test(
  'targets that are paths, if strange ones',
  expectAnswers([
    ...['/[', '/%', '/%zz', '/%00', '/%c0%80', '/%2e%2e/%2e%2e/etc/passwd', '/;'].map((target): Row => [
      get(target),
      404,
      404,
    ]),
    ...['/', '/#a', '/?%', '/?a=%zz&a[]=1&__proto__[x]=1'].map((target): Row => [get(target), 200, 404]),
    [get('http://other.example/api/v1/nope'), 404, 404],
    [get('/api/v1/hosts/%zz'), 401, 404],
    [get('/api/v1/jobs/%zz'), 401, 400],
    [get(`${LIVE}?EIO=%zz&transport=%`), 400, 400],
    [get(`${LIVE}?EIO=4&transport=__proto__`), 400, 400],
    [get(`http://[::1]${LIVE}?EIO=4&transport=polling`), 401, 400],
    ['GET /\r\n\r\n', 200, 404],
    ['GET /api/v1/nope HTTP/1.0\r\n\r\n', 404, 404],
  ]),
);

test(
  'requests that are none',
  expectAnswers([
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 400],
    [`GET / HTTP/3.7\r\n${END}`, 400, 400],
    [`FROB / HTTP/1.1\r\n${END}`, 400, 400],
    [`get / HTTP/1.1\r\n${END}`, 400, 400],
    ['GET /api/v1/nope HTTP/1.1\nHost: a\nConnection: close\n\n', 400, 400],
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 400],
    ['SSH-2.0-OpenSSH_9.2\r\n', 400, 400],
  ]),
);

test(
  'odd headers',
  expectAnswers([
    ['GET /api/v1/nope HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 400],
    [get('/api/v1/nope', 'Host: b\r\n'), 400, 400],
    [get(`${LIVE}?EIO=4&transport=polling`, 'hOST: b\r\n'), 400, 400],
    ['GET /api/v1/nope HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n', 404, 404],
    [get('/api/v1/nope', 'X: a\r\n b\r\n'), 400, 400],
    [get('/api/v1/nope', 'X : a\r\n'), 400, 400],
    [get('/api/v1/nope', 'X: a\0b\r\n'), 400, 400],
    [get('/api/v1/nope', `X: ${LONG}\r\n`), 431, 431],
    [get('/api/v1/nope', '__proto__: 1\r\nconstructor: x\r\nhasOwnProperty: y\r\n'), 404, 404],
    [get('/api/v1/hosts', 'Authorization: Bearer \xff\xfe\r\n'), 401, 404],
    [get('/api/v1/hosts', 'Authorization: Basic ====\r\n'), 401, 404],
    [get('/api/v1/hosts', 'X-Forwarded-For: ,,\xff,[::,%%%\r\n'), 401, 404],
    [get('/api/v1/hosts', 'Cookie: =;=;\r\nAccept: \xff/*;q=z\r\nIf-None-Match: \xff\r\n'), 401, 404],
    [post('Expect: the worst\r\n'), 417, 417],
  ]),
);

test(
  'bodies that do not fit their length, or are chunked wrongly',
  expectAnswers([
    [post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'), 400, 400],
    [post('Content-Length: 3\r\nContent-Length: 4\r\n'), 400, 400],
    [post('Content-Length: -1\r\n'), 400, 400],
    [post('Content-Length: 99999999999999999999\r\n'), 400, 400],
    [post('Transfer-Encoding: gzip\r\n'), 400, 400],
    [post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 400, 400],
    [post('Transfer-Encoding: chunked\r\n', '-1\r\n{}\r\n0\r\n\r\n'), 400, 400],
    [post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n{}\r\n`), 400, 400],
  ]),
);

test(
  'upgrades with bad keys, versions, origins, targets and methods',
  expectAnswers([
    [upgrade(LIVE, ''), 401, 400],
    [upgrade(LIVE, 'Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n'), 401, 400],
    [upgrade(LIVE, `${KEY}Sec-WebSocket-Version: 99\r\n`), 401, 400],
    [upgrade('//', GOOD), 404, 400],
    [upgrade('http://[', GOOD), 404, 400],
    [upgrade('*', GOOD), 404, 400],
    [upgrade('/%zz?from_seq=%', GOOD), 404, 404],
    [upgrade('/other', GOOD), 404, 404],
    [upgrade(LIVE, `${GOOD}Host: b\r\n`), 404, 400],
    [upgrade(`${LIVE}?ticket=x`, GOOD), 401, 400],
    [upgrade(`${LIVE}?ticket=%zz&ticket[]=1`, GOOD), 401, 400],
    [upgrade(`${LIVE}?EIO=4&transport=websocket`, GOOD), 401, 400],
    [upgrade(`${LIVE}?ticket=x`, `${GOOD}Origin: ::\r\n`), 403, 400],
    [
      upgrade(`${LIVE}?ticket=x`, `${GOOD}Sec-WebSocket-Extensions: permessage-deflate; x=99;;;\r\n`),
      401,
      400,
    ],
    [upgrade(LIVE, GOOD, 'POST'), 401, 405],
    ['GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', 404, 404],
  ]),
);

/** Headers as Chrome sends them for `<img src="https://manager//">` in a page of another site. */
const IMG =
  'Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\nReferer: https://evil.example/\r\nAccept: image/avif,image/webp,*/*;q=0.8\r\n';

test(
  "the image of a foreign page's",
  expectAnswers([
    [get('//', IMG), 400, 400],
    [get('//evil.example/x', IMG), 400, 400],
    [get('/', IMG), 200, 404],
    [get('/api/v1/hosts', IMG), 401, 404],
    [get(`${LIVE}?EIO=4&transport=polling&ticket=x`, IMG), 401, 400],
  ]),
);

test('requests that break off anywhere leave nothing behind', async () => {
  const whole = [get('/api/v1/nope'), post('Content-Length: 40\r\n', '{"username":'), upgrade(LIVE, GOOD)];
  for (const edge of edges) {
    for (const text of whole) {
      for (let length = 1; length < text.length; length += 13) {
        const socket = await edge.connect();
        await new Promise((resolve) => socket.write(text.slice(0, length), resolve));
        socket.destroy();
      }
    }
    await nextIsRight(edge, 'requests that broke off');
  }
});

test('connections that break off in their handshake leave nothing behind, nor does plain HTTP', async () => {
  for (const edge of edges) {
    for (const sent of [[], [0x16], [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], [...bytes(get('//'))]]) {
      const socket = await edge.connectTcp();
      if (sent.length > 0) await new Promise((resolve) => socket.write(Buffer.from(sent), resolve));
      socket.resetAndDestroy();
    }
    await nextIsRight(edge, 'broken handshakes');
  }
});

test('random bytes, and requests with a few bytes changed, are never answered as if they were fine', async () => {
  const random = seeded(20_260_123);
  const number = (below: number): number => Math.floor(random() * below);
  const models = [
    get('/api/v1/nope'),
    post('Content-Length: 2\r\n', '{}'),
    upgrade(`${LIVE}?ticket=x`, GOOD),
  ];
  for (const edge of edges) {
    for (let round = 0; round < 60; round++) {
      const model = bytes(models[round % 3] ?? '');
      const noise = Buffer.from(Array.from({ length: 1 + number(300) }, () => number(256)));
      for (let change = 0; change < 3; change++) model[number(model.length)] = number(256);
      const socket = await edge.connect();
      let answer = '';
      socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
      // The end of the stream tells the edge that no more will come: what it waits for never does.
      socket.end(round % 2 === 0 ? noise : model);
      await closed(socket, `${edge.name} kept a connection that has ended: round ${round}`);
      assert.ok([0, 4].includes(Math.floor(statusOf(answer) / 100)), `${edge.name}: ${answer.slice(0, 200)}`);
    }
    await nextIsRight(edge, 'noise');
  }
});

test.run();
