import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import type { Schemas } from '#web/core/schema.ts';
import { bodyOf, changeOf, groupBodyOf, groupChangeOf, type CheckDraft } from './draft.ts';

type Check = Schemas['HealthCheck'];

const CHECK = '/api/v1/hosts/{host_id}/health-checks/{check_id}';
const pathOf = ({ host_id, id }: Check) => ({ host_id, check_id: id });

export const readChecks = (hostId: string, signal: AbortSignal): Promise<Schemas['HealthCheckList']> =>
  must(api.GET('/api/v1/hosts/{host_id}/health-checks', { params: { path: { host_id: hostId } }, signal }));

export const readHistory = (check: Check, signal: AbortSignal): Promise<Schemas['HealthCheckChangeList']> => {
  const params = { path: pathOf(check), query: { limit: 20 } };
  return must(api.GET(`${CHECK}/history`, { params, signal }));
};

export const addCheck = (hostId: string, draft: CheckDraft): Promise<Check> => {
  const body = { ...bodyOf(draft), kind: draft.kind };
  return startOnce(['/health-checks', hostId, body], (header) =>
    must(
      api.POST('/api/v1/hosts/{host_id}/health-checks', {
        params: { path: { host_id: hostId }, header },
        body,
      }),
    ),
  );
};

/** `version`: of the check that the change is made from; the manager refuses it when the check has another by now. */
export const changeCheck = (check: Check, draft: CheckDraft, version: number): Promise<Check> => {
  const header = ifMatch(version);
  const [path, body] = [pathOf(check), changeOf(check, draft)];
  return saveOnce(body, {
    save: () => must(api.PUT(CHECK, { params: { path, header }, body })),
    read: () => must(api.GET(CHECK, { params: { path } })),
  });
};

export const switchCheck = (check: Check, enabled: boolean): Promise<Check> =>
  must(api.PUT(CHECK, { params: { path: pathOf(check) }, body: { enabled } }));

export const removeCheck = async (check: Check): Promise<void> => {
  await deleteOnce(must(api.DELETE(CHECK, { params: { path: pathOf(check) } })));
};

export const testCheck = (check: Check): Promise<Schemas['HealthCheckTestResult']> =>
  must(api.POST(`${CHECK}/test`, { params: { path: pathOf(check) } }));

type GroupCheck = Schemas['GroupHealthCheck'];

const GROUP_CHECK = '/api/v1/groups/{group_id}/health-checks/{check_id}';
const groupPath = (groupId: string, id: string) => ({ group_id: groupId, check_id: id });

export const readGroupCheck = (groupId: string, id: string): Promise<GroupCheck> =>
  must(api.GET(GROUP_CHECK, { params: { path: groupPath(groupId, id) } }));

export const addGroupCheck = (groupId: string, draft: CheckDraft): Promise<GroupCheck> => {
  const body = { ...groupBodyOf(draft), kind: draft.kind };
  return startOnce(['/group-health-checks', groupId, body], (header) =>
    must(
      api.POST('/api/v1/groups/{group_id}/health-checks', {
        params: { path: { group_id: groupId }, header },
        body,
      }),
    ),
  );
};

export const changeGroupCheck = (check: GroupCheck, draft: CheckDraft): Promise<GroupCheck> => {
  const header = ifMatch(check.edit_version);
  const [path, body] = [groupPath(check.group_id, check.id), groupChangeOf(check, draft)];
  return saveOnce(body, {
    save: () => must(api.PUT(GROUP_CHECK, { params: { path, header }, body })),
    read: () => must(api.GET(GROUP_CHECK, { params: { path } })),
  });
};

export const removeGroupCheck = async (groupId: string, id: string): Promise<void> => {
  await deleteOnce(must(api.DELETE(GROUP_CHECK, { params: { path: groupPath(groupId, id) } })));
};
