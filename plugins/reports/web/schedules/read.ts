import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import type { Schemas } from '#web/core/schema.ts';

export type Schedule = Schemas['ReportSchedule'];
export type Run = Schemas['ReportScheduleRun'];
export type ScheduleBody = Schemas['CreateReportScheduleRequest'];

export const readSchedules = (signal?: AbortSignal): Promise<Schemas['ReportScheduleList']> =>
  must(api.GET('/api/v1/report-schedules', { signal }));

export const readSchedule = async (id: string): Promise<Schedule | undefined> =>
  (await readSchedules()).schedules.find((one) => one.id === id);

export const addSchedule = (body: ScheduleBody): Promise<Schedule> =>
  startOnce(['/report-schedules', body], (header) =>
    must(api.POST('/api/v1/report-schedules', { params: { header }, body })),
  );

/** 412 `PRECONDITION_FAILED`: somebody has changed it since. */
export const saveSchedule = (
  seen: Schedule,
  body: Schemas['UpdateReportScheduleRequest'],
): Promise<Schedule> =>
  saveOnce(body, {
    save: () => must(api.PUT('/api/v1/report-schedules/{schedule_id}', { params: callOf(seen), body })),
    read: () => readSchedule(seen.id),
  });

export async function deleteSchedule(seen: Schedule): Promise<void> {
  await deleteOnce(must(api.DELETE('/api/v1/report-schedules/{schedule_id}', { params: callOf(seen) })));
}

/** 409 `REPORT_RUN_ACTIVE`: it is being made. */
export const runSchedule = ({ id }: Schedule): Promise<Schedule> =>
  startOnce(['/report-run', id], (header) =>
    must(
      api.POST('/api/v1/report-schedules/{schedule_id}/run', {
        params: { path: { schedule_id: id }, header },
      }),
    ),
  );

const callOf = ({ id, edit_version: version }: Schedule) => ({
  path: { schedule_id: id },
  header: ifMatch(version),
});
