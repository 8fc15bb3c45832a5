import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestApp } from '../../testing.ts';
import { certificatesPlugin } from '#plugins/certificates/plugin.ts';
import { agentsAlone } from '../agents/agents.testing.ts';
import { hostsFeature } from '../hosts/plugin.ts';
import { uiFeature } from './plugin.ts';

const test = suite('what the pages ask first');

interface Ui {
  api_level: number;
  version: string;
  features: string[];
  operations: string[];
  pages: unknown[];
}

test('everybody who is signed in reads which features are on, and what they serve', async () => {
  const app = await createTestApp({ features: [hostsFeature, agentsAlone, uiFeature, certificatesPlugin] });
  const answers = [];
  for (const role of ['admin', 'operator', 'reporter', null] as const)
    answers.push(await app.call('GET', '/api/v1/ui', { role }));
  await app.stop();
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 401],
  );
  const { api_level: level, version, features, operations, pages } = answers[2]?.body as Ui;
  assert.is(level, 1);
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal([features, pages], [['agents', 'certificates', 'hosts', 'ui'], []]);
  for (const name of ['getUi', 'listHosts', 'listCertificates']) assert.ok(operations.includes(name), name);
  for (const name of ['login', 'getSettings', 'refreshHost']) assert.not.ok(operations.includes(name), name);
});

test('a plugin that is switched off is not there, and neither is what it serves', async () => {
  const app = await createTestApp({
    features: [hostsFeature, agentsAlone, uiFeature],
    off: [certificatesPlugin],
  });
  const { features, operations } = (await app.call('GET', '/api/v1/ui')).body as Ui;
  await app.stop();
  assert.equal(features, ['agents', 'hosts', 'ui']);
  assert.not.ok(operations.includes('listCertificates'));
});

test.run();
