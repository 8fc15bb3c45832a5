import { configuration, type Context, names as keys, type Tx } from '#sdk';
import type { ConfigurationNames } from '#sdk/hosts.ts';
import type { components } from '../../generated/manager.ts';
import { DEFAULT_DAYS } from './domain/period.ts';
import { startsAfter } from './domain/starts.ts';
import { ScheduleModel } from './models.ts';
import {
  createScheduleIn,
  deleteScheduleIn,
  updateScheduleIn,
  type Editor,
  type ScheduleDraft,
} from './service/schedules.ts';

type ScheduleInFile = components['schemas']['ConfigurationReportSchedule'];

const MOVED = ['REPORT_SCHEDULE_NOT_FOUND', 'REPORT_SCHEDULE_LIMIT_REACHED', 'GROUP_NOT_FOUND'];

/** The schedules of reports, by name. Their runs are history, and no part of it. */
export const schedulesPart = (ctx: Context): configuration.Part =>
  configuration.listPart<ScheduleModel, ScheduleInFile>(ctx, {
    name: 'report_schedules',
    toFile,
    textOf,
    keyOf,
    labelOf,
    resolved,
    moved: MOVED,
    keepsUnknown: true,
    rows: () => ScheduleModel.query(ctx.db.reader).orderBy('id'),
    refusals: (schedules) =>
      configuration.refusedBy(schedules, (schedule) => void startsAfter(schedule, ctx.clock.now(), 1)),
    writes(names, by) {
      const draftIn = (tx: Tx, schedule: ScheduleInFile) => draftOf(tx, names, schedule);
      const editorIn = async (tx: Tx, { limited_to: lists }: ScheduleInFile): Promise<Editor> => ({
        by,
        scope: await configuration.scopeOfLimits(tx, names, lists),
      });
      return {
        add: async (tx, schedule) =>
          createScheduleIn(ctx, tx, await draftIn(tx, schedule), await editorIn(tx, schedule)),
        change: async (tx, { edit }, schedule) => {
          const draft = await draftIn(tx, schedule);
          return updateScheduleIn(ctx, tx, { ...edit, draft }, await editorIn(tx, schedule));
        },
        remove: (tx, { edit }) => deleteScheduleIn(ctx, tx, edit, { by, scope: 'all' }),
      };
    },
  });

function toFile(row: ScheduleModel, names: ConfigurationNames): ScheduleInFile {
  const limits = configuration.limitsOf(row.scope.hosts, names);
  return {
    name: row.name,
    enabled: row.enabled,
    report_type: row.reportType,
    format: row.format,
    period: row.period,
    period_days: row.periodDays,
    group: row.groupId === null ? null : names.groupOf(row.groupId),
    ...(limits === null ? {} : { limited_to: limits }),
    timezone: row.timezone,
    rrule: row.rrule,
    recipients: [...row.recipients],
  };
}

/**
 * The schedule with this manager's groups. If its group is missing, it is left out and reported as a problem: without a
 * group the report would be about other hosts.
 */
function resolved(
  names: ConfigurationNames,
  schedule: ScheduleInFile,
  problems: configuration.Problem[],
): ScheduleInFile[] {
  const { group, limited_to: lists, ...same } = schedule;
  const ownGroup = group === null ? null : names.findGroup(group);
  const limits = lists && configuration.knownLimits(lists, names);
  if (limits === null || (group !== null && ownGroup === null)) {
    const message =
      limits === null
        ? 'Skipped: it is limited to a group that does not exist here.'
        : `Skipped: it covers the group ${group ?? ''}, which does not exist here.`;
    problems.push({ name: schedule.name, message });
    return [];
  }
  const periodDays = same.period === 'last_days' ? (same.period_days ?? DEFAULT_DAYS) : null;
  return [{ ...same, period_days: periodDays, group: ownGroup, ...(limits ? { limited_to: limits } : {}) }];
}

async function draftOf(tx: Tx, names: ConfigurationNames, schedule: ScheduleInFile): Promise<ScheduleDraft> {
  const { name, enabled, report_type: reportType, format, period, period_days: periodDays } = schedule;
  const { group, timezone, rrule, recipients } = schedule;
  return {
    name,
    enabled,
    reportType,
    format,
    period,
    periodDays,
    timezone,
    rrule,
    recipients,
    groupId: group === null ? null : await names.groupIdIn(tx, group),
  };
}

const labelOf = ({ name }: { name: string }): string => name;
const keyOf = ({ name }: { name: string }): string => keys.normal(name);
const textOf = (schedule: ScheduleInFile): string =>
  JSON.stringify([schedule.name, configuration.sortedText(schedule)]);
