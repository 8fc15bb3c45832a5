import type tls from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAgentEdge, startManagerEdge, type Edge } from './support/edges.ts';

const test = suite('cipher suites of both listeners');
const edges: Edge[] = [];

test.before(async () => {
  edges.push(await startManagerEdge(), await startAgentEdge());
});
test.after(async () => {
  for (const edge of edges) await edge.stop();
});

/** Connects; returns the agreed cipher suite, or the code of the refusal. */
async function agree(edge: Edge, options: tls.ConnectionOptions): Promise<string> {
  try {
    const socket = await edge.connect(options);
    const { name } = socket.getCipher();
    socket.destroy();
    return name;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

test('only suites with forward secrecy and authenticated encryption are spoken, from TLS 1.2 on', async () => {
  for (const edge of edges) {
    const speak = (name: string) => agree(edge, { ciphers: `${name}:@SECLEVEL=0`, maxVersion: 'TLSv1.2' });
    for (const name of ['AES128-SHA', 'AES256-SHA', 'AES128-SHA256', 'AES256-SHA384'])
      assert.match(await speak(`ECDHE-ECDSA-${name}`), /HANDSHAKE_FAILURE$/, `${edge.name} ${name}`);
    for (const name of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'])
      assert.is(await speak(`ECDHE-ECDSA-${name}`), `ECDHE-ECDSA-${name}`, edge.name);
    assert.is(await agree(edge, {}), 'TLS_AES_256_GCM_SHA384', edge.name);
    const old = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
    assert.match(await agree(edge, old), /PROTOCOL_VERSION$/, edge.name);
  }
});

test.run();
