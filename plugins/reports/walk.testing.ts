/** Rows of the walks through the contract: reports and their schedules. */
import * as assert from 'uvu/assert';
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { NEVER, of, reportSchedule, takenName } from '../../test/support/walk/made.ts';
import { NOBODY } from '../../test/support/walk/walker.ts';
import { anew, call, cut, refused, type Schemas, type Fleet } from '../../test/support/scope/calls.ts';
import { killNextThread } from './failures.testing.ts';

const schedule = of('schedule', 'schedule_id');
const other = of('otherSchedule', 'schedule_id');
const { timezone, period } = reportSchedule;
const csvOf = (reportType: string) => ({ path: { report_type: reportType }, query: { format: 'csv' } });

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': 'downloadReport getReportFigures',
  'administrators and operators': `
    listReportSchedules createReportSchedule previewReportSchedule getReportSchedule updateReportSchedule
    deleteReportSchedule runReportSchedule`,
};

export const noHosts = 'previewReportSchedule';

export const valid: FeatureRows['valid'] = {
  previewReportSchedule: {
    none: 'it shows when a report would be made, and keeps nothing',
    by: ({ must }) =>
      must('previewReportSchedule', { body: { timezone, period, rrule: reportSchedule.rrule } }),
  },
  createReportSchedule: writes('report_schedule.created', async ({ must, ids }) => {
    const call = { body: reportSchedule };
    ids['schedule'] = (await must<Schemas['ReportSchedule']>('createReportSchedule', call)).id;
  }),
  listReportSchedules: reads(({ must }) => must('listReportSchedules')),
  getReportSchedule: reads((w) => w.must('getReportSchedule', schedule(w))),
  updateReportSchedule: writes('report_schedule.updated', (w) =>
    w.must('updateReportSchedule', { ...schedule(w), body: { enabled: false } }),
  ),
  runReportSchedule: writes('report_schedule.run_requested', (w) => w.must('runReportSchedule', schedule(w))),
  deleteReportSchedule: writes('report_schedule.deleted', (w) => w.must('deleteReportSchedule', schedule(w))),
  getReportFigures: reads(({ must }) => must('getReportFigures', { path: { report_type: 'compliance' } })),
  downloadReport: reads(({ must }) =>
    must('downloadReport', { path: { report_type: 'compliance' }, query: { format: 'csv' } }),
  ),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'GROUP_NOT_FOUND',
    at: { updateReportSchedule: (_w, made) => ({ ...schedule(made), body: { group_id: NOBODY } }) },
  },
  {
    code: 'IDEMPOTENCY_MISMATCH',
    at: {
      runReportSchedule: async ({ walker }, made) => {
        const headers = { 'Idempotency-Key': '0190b7c4-0000-7000-8000-00000000aaab' };
        await walker.must('runReportSchedule', { ...schedule(made), headers });
        return { ...other(made), headers };
      },
    },
  },
  {
    code: 'NAME_TAKEN',
    at: {
      updateReportSchedule: takenName('createReportSchedule', {
        other: () => ({ body: reportSchedule }),
        renamed: (_w, made) => schedule(made),
      }),
    },
  },
  {
    code: 'REPORT_NOT_MADE',
    at: {
      downloadReport() {
        killNextThread();
        return csvOf('compliance');
      },
      getReportFigures() {
        killNextThread();
        return { path: { report_type: 'compliance' } };
      },
    },
  },
  {
    code: 'REPORT_SCHEDULE_INVALID',
    at: {
      createReportSchedule: () => ({ body: { ...reportSchedule, rrule: NEVER } }),
      previewReportSchedule: () => ({ body: { timezone, period, rrule: NEVER } }),
      updateReportSchedule: (_w, made) => ({ ...schedule(made), body: { rrule: NEVER } }),
    },
  },
  {
    code: 'REPORT_RUN_ACTIVE',
    async during({ kit }, { ids }) {
      const rows = kit.ctx.db.knex('reports_schedules').where('id', ids['otherSchedule'] ?? '');
      await rows.clone().update({ run_state: 'making' });
      return () => rows.clone().update({ run_state: null });
    },
    at: { runReportSchedule: (_w, made) => other(made) },
  },
  // In this test's world a file has 32 KiB at most.
  { code: 'REPORT_TOO_LARGE', at: { downloadReport: () => csvOf('audit') } },
  {
    code: 'FORBIDDEN',
    at: {
      getReportFigures: (_w, { scoped }) => ({ path: { report_type: 'audit' }, bearer: scoped }),
      downloadReport: (_w, { scoped }) => ({
        path: { report_type: 'audit' },
        query: { format: 'csv' },
        bearer: scoped,
      }),
    },
  },
];

export const limits: FeatureRows['limits'] = {
  createReportSchedule: { code: 'REPORT_SCHEDULE_LIMIT_REACHED', table: 'reports_schedules', most: 200 },
};

export const scope: FeatureRows['scope'] = {
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
  async getReportSchedule(w) {
    const { mine, theirs } = await schedulesOf(w);
    const { schedules } = await cut<Schemas['ReportScheduleList']>(w, call(w, 'listReportSchedules'));
    const own = await cut(w, call(w, 'getReportSchedule', { path: [mine] }));
    assert.equal(
      own,
      schedules.find(({ id }) => id === mine),
      'as in the list',
    );
    await refused(call(w, 'getReportSchedule', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async createReportSchedule(w) {
    const make = (more: object) => call(w, 'createReportSchedule', { body: anew({ ...SCHEDULE, ...more }) });
    await refused(make({ group_id: w.groups.theirs }), 404, 'GROUP_NOT_FOUND');
    await refused(make({ report_type: 'audit' }), 403, 'FORBIDDEN');
  },
  async updateReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    const path = { path: [theirs], body: { enabled: false } };
    await refused(call(w, 'updateReportSchedule', path), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async deleteReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'deleteReportSchedule', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
  },
  async runReportSchedule(w) {
    const { theirs } = await schedulesOf(w);
    await refused(call(w, 'runReportSchedule', { path: [theirs] }), 404, 'REPORT_SCHEDULE_NOT_FOUND');
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
async function schedulesOf(w: Fleet): Promise<{ mine: string; theirs: string }> {
  const make = async (more: object) => {
    const answer = await call(w, 'createReportSchedule', { body: anew(SCHEDULE), ...more });
    assert.is(answer.status, 201, JSON.stringify(answer.body));
    return (answer.body as Schemas['ReportSchedule']).id;
  };
  return { mine: await make({}), theirs: await make({ role: 'admin' }) };
}
