import { configuration, type Context, names as keys } from '#sdk';
import type { ConfigurationNames } from '#sdk/hosts.ts';
import type { components } from '../../generated/manager.ts';
import type { GroupCheckDraft } from './domain/draft.ts';
import { GroupCheckModel } from './models.ts';
import { createGroupCheckIn, deleteGroupCheckIn, updateGroupCheckIn } from './service/groupChecks.ts';

type CheckInFile = components['schemas']['ConfigurationGroupHealthCheck'];

const MOVED = ['GROUP_NOT_FOUND', 'HEALTH_CHECK_NOT_FOUND', 'HEALTH_CHECK_LIMIT_REACHED'];

/**
 * Exports and imports the health checks of groups, identified by group and name. What hosts have of them follows within
 * a minute.
 */
export const groupChecksPart = (ctx: Context): configuration.Part =>
  configuration.listPart<GroupCheckModel, CheckInFile>(ctx, {
    name: 'group_health_checks',
    toFile,
    textOf,
    keyOf,
    labelOf,
    resolved,
    moved: MOVED,
    rows: () => GroupCheckModel.query(ctx.db.reader).orderBy('id'),
    refusals: async () => new Map(),
    writes: (names, by) => ({
      add: async (tx, check) =>
        createGroupCheckIn(
          ctx,
          tx,
          { groupId: await names.groupIdIn(tx, check.group), draft: draftOf(check) },
          by,
        ),
      async change(tx, { edit: { id, ifMatch }, entry }, check) {
        const groupId = await names.groupIdIn(tx, entry.group);
        await updateGroupCheckIn(ctx, tx, { groupId, checkId: id, ifMatch, change: draftOf(check) }, by);
      },
      async remove(tx, { edit: { id, ifMatch }, entry }) {
        const groupId = await names.groupIdIn(tx, entry.group);
        await deleteGroupCheckIn(ctx, tx, { groupId, checkId: id, ifMatch }, by);
      },
    }),
  });

/** Returns null when the check's group is being deleted. */
function toFile(check: GroupCheckModel, names: ConfigurationNames): CheckInFile | null {
  const { kind, name, enabled, serviceName, url, expectedStatus, expectedBody, intervalSecs } = check;
  const group = names.groupOf(check.groupId);
  if (group === null) return null;
  const file: CheckInFile = { group, kind, name, enabled, timeout_secs: check.timeoutSecs };
  if (serviceName !== null) file.service_name = serviceName;
  if (url !== null) file.url = url;
  if (expectedStatus !== null) file.expected_status = expectedStatus;
  if (expectedBody !== null) file.expected_body = expectedBody;
  if (intervalSecs !== null) file.interval_secs = intervalSecs;
  return file;
}

/** Spells the group as this manager does; reports an unknown one and then returns nothing. */
function resolved(
  names: ConfigurationNames,
  check: CheckInFile,
  problems: configuration.Problem[],
): CheckInFile[] {
  const group = names.findGroup(check.group);
  if (group !== null) return [{ ...check, group }];
  problems.push({ name: labelOf(check), message: 'Its group is not known here.' });
  return [];
}

const draftOf = (check: CheckInFile): GroupCheckDraft => ({
  kind: check.kind,
  name: check.name,
  enabled: check.enabled,
  timeoutSecs: check.timeout_secs,
  serviceName: check.service_name ?? null,
  url: check.url ?? null,
  expectedStatus: check.expected_status ?? null,
  expectedBody: check.expected_body ?? null,
  intervalSecs: check.interval_secs ?? null,
});

const labelOf = ({ group, name }: CheckInFile): string => `${group}: ${name}`;
const keyOf = ({ group, name }: CheckInFile): string =>
  JSON.stringify([keys.normal(group), keys.normal(name)]);
const textOf = ({ group, name, ...rest }: CheckInFile): string =>
  configuration.sortedText([group, name, rest]);
