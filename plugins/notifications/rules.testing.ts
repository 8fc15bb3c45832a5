import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addGroup,
  addRule,
  addWebhook,
  ALL_FACTS,
  audited,
  codeOf,
  made,
  patch,
  settled,
  told,
  type HookWorld,
  type Schemas,
} from './notifications.testing.ts';

/** Rules, and the log of what was sent by them. */
export function rulesAreKept(test: Test<HookWorld>): void {
  test('rules: who makes one names somebody and what there is; edits name the version they saw', async (world) => {
    const { kit, receiver } = world;
    const group = await addGroup(kit, 'web', [kit.hosts[0]?.id ?? '']);
    const { id: webhookId } = await addWebhook(kit, { url: receiver.url });
    const post = async (body: object) =>
      codeOf(
        await kit.call('POST', '/api/v1/notification-rules', {
          body: { name: 'r', facts: ALL_FACTS, ...body },
        }),
      );
    const none = '01939f72-8192-73a4-b5c6-d7e8f9011230';
    assert.is(await post({}), '400 NOTIFICATION_RULE_INVALID');
    assert.is(await post({ recipients: ['a@b.test'], group_ids: [none] }), '404 GROUP_NOT_FOUND');
    assert.is(await post({ webhook_ids: [none] }), '404 WEBHOOK_NOT_FOUND');
    assert.is(await post({ recipients: ['a@b.test\r\nBcc: c@d.test'] }), '400 VALIDATION_FAILED');
    assert.is(await post({ recipients: ['a@b.test'], facts: [] }), '400 VALIDATION_FAILED');
    assert.is(await post({ recipients: ['a@b.test'], colour: 'red' }), '400 VALIDATION_FAILED');
    const rule = await addRule(kit, {
      group_ids: [group.id],
      webhook_ids: [webhookId],
      recipients: ['a@b.test'],
    });
    const path = `/api/v1/notification-rules/${rule.id}`;
    const put = (body: object, headers: Record<string, string> = {}) =>
      kit.call('PUT', path, { body, headers });
    assert.is(codeOf(await put({ recipients: [], webhook_ids: [] })), '400 NOTIFICATION_RULE_INVALID');
    assert.is(codeOf(await put({ name: 'mine' }, { 'if-match': '"1"' })), '200');
    assert.is(codeOf(await put({ name: 'theirs' }, { 'if-match': '"1"' })), '412 PRECONDITION_FAILED');
    await made(kit.call('DELETE', `/api/v1/groups/${group.id}`), 204);
    const { rules } = await made<Schemas['NotificationRuleList']>(
      kit.call('GET', '/api/v1/notification-rules'),
      200,
    );
    assert.equal(
      rules.map(({ name, enabled, group_ids }) => [name, enabled, group_ids]),
      [['mine', false, []]],
      'a rule that has lost its groups tells nobody of all hosts',
    );
    assert.is(codeOf(await kit.call('DELETE', path)), '204');
    assert.is(codeOf(await kit.call('DELETE', path)), '404 NOTIFICATION_RULE_NOT_FOUND');
    assert.equal(
      (await audited(kit, 'notification_rule')).map(({ action }) => action),
      [...['created', 'updated', 'updated', 'deleted'].map((act) => `notification_rule.${act}`)],
    );
  });

  test('the log of deliveries has pages and filters; sending again is written down', async (world) => {
    const { kit, receiver } = world;
    await told(world);
    receiver.answers.push(410);
    const first = await patch(kit);
    await settled(kit);
    for (let count = 0; count < 3; count++) await patch(kit);
    await settled(kit);
    const page = async (query: string): Promise<Schemas['NotificationDeliveryList']> =>
      made(kit.call('GET', `/api/v1/notification-deliveries?${query}`), 200);
    const one = await page('limit=3');
    const two = await page(`limit=3&cursor=${one.next_cursor}`);
    assert.equal([one.total, one.deliveries.length, two.deliveries.length, two.next_cursor], [4, 3, 1, null]);
    assert.is(new Set([...one.deliveries, ...two.deliveries].map(({ id }) => id)).size, 4);
    assert.equal(
      (await page(`job_id=${first.id}`)).deliveries.map(({ state }) => state),
      ['dead'],
    );
    assert.is((await page('state=sent&channel=webhook')).total, 3);
    assert.is((await page('channel=mail')).total, 0);
    const [dead] = (await page('state=dead')).deliveries;
    await kit.call('POST', `/api/v1/notification-deliveries/${dead?.id}/send-again`);
    await settled(kit);
    assert.is((await page('state=sent')).total, 4);
    assert.is(receiver.calls.length, 5);
    const [written] = await audited(kit, 'notification.sent_again');
    assert.equal(
      [written?.by, written?.resource, written?.after],
      [
        'test-admin',
        { kind: 'notification_delivery', id: dead?.id, name: 'chat' },
        { fact: 'job.completed', channel: 'webhook', job_id: first.id },
      ],
    );
  });

  test('an update that nobody can see through is refused: no webhook, no delivery of that id', async ({
    kit,
  }) => {
    const none = '01939f72-8192-73a4-b5c6-d7e8f9011230';
    const body = { enabled: false };
    assert.is(codeOf(await kit.call('PUT', `/api/v1/webhooks/${none}`, { body })), '404 WEBHOOK_NOT_FOUND');
    assert.is(codeOf(await kit.call('POST', `/api/v1/webhooks/${none}/test`)), '404 WEBHOOK_NOT_FOUND');
    const again = `/api/v1/notification-deliveries/6b1f0c52-1f9e-8a41-9c3d-2f4a5b6c7d8e/send-again`;
    assert.is(codeOf(await kit.call('POST', again)), '404 DELIVERY_NOT_FOUND');
  });
}
