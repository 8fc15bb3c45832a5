/** Mistakes with notifications, health checks and the stream of live events. Written by hand. */
import { NOBODY } from '../walker.ts';
import { type World } from '../world.ts';
import { type Made, type Mistake, hostPath, of, anonymous } from './made.ts';

const KEY = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000cccc' };
const METADATA = 'http://169.254.169.254/latest/meta-data/';
const ofCheck = (w: World, { ids }: Made) => ({ path: { ...hostPath(w).path, checkId: ids['check'] ?? '' } });
const ofRule = of('rule', 'ruleId');
const ofWebhook = of('webhook', 'webhookId');

export const restMistakes: readonly Mistake[] = [
  {
    code: 'FORBIDDEN',
    status: 403,
    at: {
      openJobStream: () => ({
        ...anonymous,
        query: { ticket: 'a'.repeat(43), EIO: '4', transport: 'polling' },
        headers: { origin: 'https://elsewhere.example' },
      }),
    },
  },
  {
    code: 'RULE_INVALID',
    status: 400,
    at: {
      createNotificationRule: () => ({ body: { name: 'To nobody', facts: ['job.failed'] } }),
      updateNotificationRule: (_w, made) => ({ ...ofRule(made), body: { webhook_ids: [], recipients: [] } }),
    },
  },
  {
    code: 'WEBHOOK_NOT_FOUND',
    status: 404,
    at: {
      updateNotificationRule: (_w, made) => ({ ...ofRule(made), body: { webhook_ids: [NOBODY] } }),
      // The call is repeated after its webhook was deleted.
      async createWebhook({ walker, receiver }) {
        const call = { headers: KEY, body: { name: 'Short-lived', url: receiver.url } };
        const { id } = await walker.must<{ id: string }>('createWebhook', call);
        await walker.must('deleteWebhook', { path: { webhookId: id } });
        return call;
      },
    },
  },
  {
    code: 'WEBHOOK_IN_USE',
    status: 409,
    at: { deleteWebhook: (_w, made) => ofWebhook(made) },
  },
  {
    code: 'WEBHOOK_URL_INVALID',
    status: 400,
    at: {
      createWebhook: () => ({ body: { name: 'Of a mistake', url: 'https://user:secret@chat.example.org/' } }),
      updateWebhook: (_w, made) => ({
        ...ofWebhook(made),
        body: { url: 'https://user:secret@chat.example.org/' },
      }),
    },
  },
  {
    code: 'WEBHOOK_SECRET_INVALID',
    status: 400,
    at: {
      createWebhook: (w) => ({
        body: {
          name: 'Of a mistake',
          url: w.receiver.url,
          secret: 'whsec_no secret at all, but long enough',
        },
      }),
      updateWebhook: (_w, made) => ({
        ...ofWebhook(made),
        body: { secret: 'whsec_no secret at all, but long enough' },
      }),
    },
  },
  {
    code: 'URL_REFUSED',
    status: 400,
    at: {
      createWebhook: () => ({ body: { name: 'Of a mistake', url: METADATA } }),
      updateWebhook: (_w, made) => ({ ...ofWebhook(made), body: { url: METADATA } }),
      createHealthCheck: (w) => ({
        ...hostPath(w),
        body: { kind: 'http', name: 'Of a mistake', url: METADATA },
      }),
      updateHealthCheck: (w, made) => ({
        path: { ...hostPath(w).path, checkId: made.ids['httpCheck'] ?? '' },
        body: { url: METADATA },
      }),
      discoverOidc: () => ({ body: { discovery_url: METADATA } }),
    },
  },
  {
    code: 'TARGET_HOST_INVALID',
    status: 409,
    at: { updateHealthCheck: (w, made) => ({ ...ofCheck(w, made), body: { target_host_id: NOBODY } }) },
  },
  {
    code: 'TICKET_INVALID',
    status: 401,
    at: {
      openJobStream: () => ({
        ...anonymous,
        query: { ticket: 'a'.repeat(43), EIO: '4', transport: 'polling' },
      }),
    },
  },
];
