/** Shared by the suite of schedules. */
import type { components } from '../../generated/manager.ts';
import type { Context, HostScope } from '#sdk';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { PluginTest } from '#sdk/testing.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { freshPlace, made, madeNamed, openManager } from '../../test/support/pluginManager.ts';
import { startMailServer, type MailServer } from '../notifications/mailServer.testing.ts';
import { configure, testNotifications } from '../notifications/notifications.testing.ts';
import { usersPlugin } from '../users/plugin.ts';
import { reportsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];
export type Schedule = Schemas['ReportSchedule'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
  mail: MailServer;
}

export const PATH = '/api/v1/report-schedules';
export const DAY_MS = 86_400_000;
/** The clock of the suites stands at 12:00 on a Thursday, 15 January 2026. */
export const DAILY = 'DTSTART:20260101T120500\nRRULE:FREQ=DAILY';

/** What the operator may see. */
let scope: HostScope = 'all';
/** Sets what the operator may see. */
export const sees = (hosts: HostScope): void => void (scope = hosts);
const scoping = {
  name: 'scoping',
  setup: () => ({ routes: {}, hooks: { 'http.hostScope': () => Promise.resolve(scope) } }),
} as AnyFeature;
const plugins = [settingsFeature, usersPlugin, testNotifications, reportsPlugin, scoping];
export const manager = (place: FreshDatabase, more: object = {}) =>
  openManager(place, { plugins, config: { publicUrl: 'https://fleet.example.test' }, ...more });

export async function setUp(world: World): Promise<void> {
  world.place = await freshPlace();
  world.kit = await manager(world.place, { hosts: 2 });
  world.mail = await startMailServer();
  await configure(world.kit, world.mail.port, { notification: { recipients: [] } });
}

export async function tearDown({ kit, place, mail }: World): Promise<void> {
  sees('all');
  await kit.stop();
  await mail.stop();
  await place.cleanup();
}

export const draft = (more: object = {}) => ({
  name: 'For the auditors',
  report_type: 'compliance',
  format: 'csv',
  period: 'last_days',
  period_days: 7,
  timezone: 'UTC',
  rrule: DAILY,
  recipients: ['audit@example.test'],
  ...more,
});
export const add = (kit: PluginTest, more: object = {}) =>
  madeNamed<Schedule>(draft(more), (body) => kit.call('POST', PATH, { body }));
export const read = async (kit: PluginTest, id: string): Promise<Schedule> => {
  const { schedules } = await made<Schemas['ReportScheduleList']>(kit.call('GET', PATH), 200);
  const found = schedules.find((schedule) => schedule.id === id);
  if (!found) throw new Error('the schedule is gone');
  return found;
};
export const ended = async (kit: PluginTest, id: string): Promise<Schedule> => {
  await kit.until(async () => ['mailed', 'failed'].includes((await read(kit, id)).last_run?.state ?? ''));
  return read(kit, id);
};
export const actions = async ({ ctx }: { ctx: Context }) =>
  (await ctx.audit.list({ order: 'oldest', limit: 500 })).rows.map(({ content }) => content?.action);
