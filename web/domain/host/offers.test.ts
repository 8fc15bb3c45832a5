import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bulkOffers, hostOffers, type Asker, type OfferedHost } from './offers.ts';
import { leftText } from './texts.ts';

const test = suite('host: what it offers');

const host = (parts: Partial<OfferedHost> = {}): OfferedHost => ({
  maintenance_mode: false,
  duplicate_identity: false,
  certificate_expires_at: '2027-01-01T00:00:00.000Z',
  tags: ['web'],
  ...parts,
});

const admin: Asker = { may: () => true, serves: () => true };
const able = (one: OfferedHost, asker = admin): string =>
  hostOffers(one, asker)
    .filter(({ reason }) => reason === null)
    .map(({ action }) => action)
    .join(' ');
const why = (one: OfferedHost, action: string): string =>
  hostOffers(one, admin).find((offer) => offer.action === action)?.reason ?? '';

test('by its state: maintenance keeps every job away and nothing else, and each refusal says why', () => {
  assert.is(able(host()), 'patch reboot refresh edit hold unhold maintenanceOn addTags removeTags remove');
  const resting = host({ maintenance_mode: true });
  assert.is(able(resting), 'refresh edit maintenanceOff addTags removeTags remove');
  for (const action of ['patch', 'reboot', 'hold', 'unhold'])
    assert.match(why(resting, action), /maintenance mode, so jobs skip it/);
  assert.is(able(host({ certificate_expires_at: null })), 'edit maintenanceOn addTags removeTags remove');
  assert.match(why(host({ duplicate_identity: true }), 'patch'), /two addresses/);
  assert.is(able(host({ duplicate_identity: true })), 'refresh edit maintenanceOn addTags removeTags remove');
  assert.is(able(host({ tags: [] })), 'patch reboot refresh edit hold unhold maintenanceOn addTags remove');
});

test('by role and feature: what is not theirs or not served is not there at all', () => {
  const actions = (asker: Asker): string =>
    hostOffers(host(), asker)
      .map(({ action }) => action)
      .join(' ');
  assert.is(actions({ may: (one) => one === 'hosts:read' || one === 'jobs:read', serves: () => true }), '');
  assert.is(
    actions({ may: (one) => one !== 'hosts:delete', serves: (one) => one !== 'refreshHost' }),
    'patch reboot edit hold unhold maintenanceOn maintenanceOff addTags removeTags',
  );
});

test('many together: those that can are told from those that cannot, and none means a reason', () => {
  const targets = [
    { name: 'web-1', host: host() },
    { name: 'web-2', host: host({ maintenance_mode: true }) },
    { name: 'web-3' },
  ];
  const offers = bulkOffers(targets, admin);
  assert.not.ok(offers.some(({ action }) => action === 'edit'));
  const reboot = offers.find(({ action }) => action === 'reboot');
  assert.equal(
    reboot?.able.map(({ name }) => name),
    ['web-1', 'web-3'],
  );
  assert.is(reboot?.reason, null);
  assert.is(
    leftText(reboot?.left ?? []),
    'web-2 is skipped: In maintenance mode, so jobs skip it. Exit maintenance mode first.',
  );
  const [, resting] = targets;
  const alone = bulkOffers(resting ? [resting, resting] : [], admin).find(({ action }) => action === 'patch');
  assert.equal(alone?.able, []);
  assert.match(alone?.reason ?? '', /maintenance mode/);
  assert.match(leftText(alone?.left ?? []), /^2 hosts are skipped: /);
});

test.run();
