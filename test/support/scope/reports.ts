/** Reports and their schedules. */
import * as assert from 'uvu/assert';
import { call, cut, refused, type Schemas, type World } from './calls.ts';
import type { Rows } from './row.ts';

export const reportRows: Rows = {
  async downloadReport(w) {
    const report = (type: string, more = '') =>
      call(w, 'downloadReport', { path: [type], query: `?format=csv${more}` });
    for (const type of ['compliance', 'patch-history']) {
      const text = await cut<string>(w, report(type));
      assert.ok(text.includes(w.mine[0].fqdn), type);
      assert.ok(
        (await cut<string>(w, report(type, `&group_id=${w.groups.everybody}`))).includes(w.mine[0].id),
      );
    }
    await cut(w, report('vulnerability'));
    await refused(report('audit'), 403, 'FORBIDDEN');
    await refused(report('compliance', `&group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },
  async getReportFigures(w) {
    const figures = (type: string, query = '') => call(w, 'getReportFigures', { path: [type], query });
    for (const type of ['compliance', 'vulnerability']) {
      const own = await cut<Schemas['ReportFigures']>(w, figures(type));
      assert.is(own.figures.find(({ key }) => key === 'hosts')?.value, 2, type);
    }
    await refused(figures('audit'), 403, 'FORBIDDEN');
    await refused(figures('compliance', `?group_id=${w.groups.theirs}`), 404, 'GROUP_NOT_FOUND');
  },

  async listReportSchedules(w) {
    const { mine } = await schedulesOf(w);
    const { schedules } = await cut<Schemas['ReportScheduleList']>(w, call(w, 'listReportSchedules'));
    assert.equal(
      schedules.map(({ id, sees_all_hosts: seesAll }) => [id, seesAll]),
      [[mine, false]],
      'his own alone',
    );
    assert.is((await call(w, 'deleteReportSchedule', { path: [mine] })).status, 204);
  },
  async createReportSchedule(w) {
    const make = (more: object) => call(w, 'createReportSchedule', { body: { ...SCHEDULE, ...more } });
    await refused(make({ group_id: w.groups.theirs }), 404, 'GROUP_NOT_FOUND');
    await refused(make({ report_type: 'audit' }), 403, 'FORBIDDEN');
  },
  previewReportSchedule: 'no hosts',
  async updateReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    const path = { path: [theirs], body: { enabled: false } };
    await refused(call(w, 'updateReportSchedule', path), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async deleteReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'deleteReportSchedule', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async runReportScheduleNow(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'runReportScheduleNow', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
};

const SCHEDULE = {
  name: 'Weekly',
  report_type: 'compliance',
  format: 'csv',
  period: 'last_week',
  timezone: 'UTC',
  rrule: 'DTSTART:20300101T060000\nRRULE:FREQ=WEEKLY',
  recipients: ['audit@example.org'],
};

/** A schedule of the limited operator, and one of an administrator. */
async function schedulesOf(w: World): Promise<{ mine: string; theirs: string }> {
  const make = async (more: object) => {
    const answer = await call(w, 'createReportSchedule', { body: SCHEDULE, ...more });
    assert.is(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body as Schemas['ReportSchedule']).id;
  };
  return { mine: await make({}), theirs: await make({ role: 'admin' }) };
}
