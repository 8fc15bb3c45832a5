import {
  AppError,
  compareText,
  knownLimits,
  limitsOf,
  planList,
  scopeOfLimits,
  sortedText,
  type ActedBy,
  type ConfigurationNames,
  type ConfigurationPart,
  type ConfigurationProblem,
  type Context,
  type Listed,
  type Tx,
} from '../../server/plugin.ts';
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
export function schedulesPart(ctx: Context): ConfigurationPart {
  return {
    name: 'report_schedules',
    async export() {
      const names = await ctx.core.hosts.configurationNames();
      return (await storedSchedules(ctx, names)).map(({ entry }) => entry);
    },
    async plan(content, { makeEqual, by, before }) {
      const names = await ctx.core.hosts.configurationNames(before.get('groups'));
      const stored = await storedSchedules(ctx, names);
      const known = new Set(stored.map(({ entry }) => sortedText(entry)));
      const problems: ConfigurationProblem[] = [];
      const asked = content as readonly ScheduleInFile[];
      const wanted = asked
        .flatMap((schedule) => resolved(names, schedule, problems))
        .filter((schedule) => known.has(sortedText(schedule)) || canStart(ctx, schedule, problems));
      const had = new Set(wanted.map(keyOf));
      const draftIn = async (tx: Tx, schedule: ScheduleInFile) => draftOf(tx, names, schedule);
      const editorIn = async (tx: Tx, { limited_to: lists }: ScheduleInFile): Promise<Editor> => ({
        by,
        scope: await scopeOfLimits(tx, names, lists),
      });
      return planList<ScheduleInFile>({
        ...{ stored, wanted, problems, makeEqual, keyOf, labelOf: keyOf, moved: MOVED },
        kept: new Set(asked.map(keyOf).filter((key) => !had.has(key))),
        add: async (tx, schedule) =>
          createScheduleIn(ctx, tx, await draftIn(tx, schedule), await editorIn(tx, schedule)),
        change: async (tx, { id, editVersion }, schedule) => {
          const edit = { id, ifMatch: [String(editVersion)], draft: await draftIn(tx, schedule) };
          return updateScheduleIn(ctx, tx, edit, await editorIn(tx, schedule));
        },
        remove: (tx, row) => remove(ctx, tx, row, by),
      });
    },
  };
}

const remove = (ctx: Context, tx: Tx, { id, editVersion }: Listed<ScheduleInFile>, by: ActedBy) =>
  deleteScheduleIn(ctx, tx, { id, ifMatch: [String(editVersion)] }, { by, scope: 'all' });

async function storedSchedules(ctx: Context, names: ConfigurationNames): Promise<Listed<ScheduleInFile>[]> {
  const rows = await ScheduleModel.query(ctx.db.reader).orderBy('id');
  return rows
    .map((row) => ({ id: row.id, editVersion: row.editVersion, entry: toFile(row, names) }))
    .sort((a, b) => compareText(textOf(a.entry), textOf(b.entry)));
}

function toFile(row: ScheduleModel, names: ConfigurationNames): ScheduleInFile {
  const limits = limitsOf(row.scope.hosts, names);
  return {
    ...{ name: row.name, enabled: row.enabled, report_type: row.reportType, format: row.format },
    ...{ period: row.period, period_days: row.periodDays },
    group: row.groupId === null ? null : names.groupOf(row.groupId),
    ...(limits === null ? {} : { limited_to: limits }),
    ...{ timezone: row.timezone, rrule: row.rrule, recipients: [...row.recipients] },
  };
}

/**
 * The schedule with this manager's groups. If its group is missing, it is left out and reported as a problem: without a
 * group the report would be about other hosts.
 */
function resolved(
  names: ConfigurationNames,
  schedule: ScheduleInFile,
  problems: ConfigurationProblem[],
): ScheduleInFile[] {
  const { group, limited_to: lists, ...same } = schedule;
  const ownGroup = group === null ? null : names.findGroup(group);
  const limits = lists && knownLimits(lists, names);
  if (limits === null || (group !== null && ownGroup === null)) {
    const message =
      limits === null
        ? 'It is left out: it keeps to a group that is not known here.'
        : `It is left out: it is about the group ${group ?? ''}, which is not known here.`;
    problems.push({ name: schedule.name, message });
    return [];
  }
  const periodDays = same.period === 'last_days' ? (same.period_days ?? DEFAULT_DAYS) : null;
  return [{ ...same, period_days: periodDays, group: ownGroup, ...(limits ? { limited_to: limits } : {}) }];
}

/** False, with a problem reported, for a schedule whose starts could not be saved by hand either. */
function canStart(
  ctx: Context,
  { name, timezone, rrule }: ScheduleInFile,
  problems: ConfigurationProblem[],
): boolean {
  try {
    startsAfter({ timezone, rrule }, ctx.clock.now(), 1);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push({ name, message: error.params.message ?? `It cannot be made here (${error.code}).` });
    return false;
  }
}

async function draftOf(tx: Tx, names: ConfigurationNames, schedule: ScheduleInFile): Promise<ScheduleDraft> {
  const { name, enabled, report_type: reportType, format, period, period_days: periodDays } = schedule;
  const { group, timezone, rrule, recipients } = schedule;
  return {
    ...{ name, enabled, reportType, format, period, periodDays, timezone, rrule, recipients },
    groupId: group === null ? null : await names.groupIdIn(tx, group),
  };
}

const keyOf = ({ name }: { name: string }): string => name;
const textOf = (schedule: ScheduleInFile): string => JSON.stringify([schedule.name, sortedText(schedule)]);
