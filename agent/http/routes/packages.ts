import { AppError } from '#server/shared/wire/appError.ts';
import type { AgentAnswer, AgentCall, AgentHandler } from '../handler.ts';
import { matchesEtag } from '../lists.ts';
import type { Lists, PackageFilter } from '../lists.ts';
import { isApprovedRemoval, requestedPackages } from '../../journal/record.ts';
import type { JobRequest } from '../../journal/record.ts';
import type { PackageBackend } from '../../packages/backend.ts';
import { installedNames } from '../../packages/shared/installedNames.ts';
import {
  installRequest,
  patchRequest,
  removeRequest,
  updateAgentRequest,
  updateRequest,
} from './jobRequests.ts';
import type { InstallBody, PatchBody, RemoveBody, UpdateAgentBody, UpdateBody } from './jobRequests.ts';
import { startJob } from './startJob.ts';
import type { StartDeps } from './startJob.ts';

export interface PackageRouteDeps extends StartDeps {
  lists: Lists;
}

type Operation =
  | 'listPackages'
  | 'installPackages'
  | 'updatePackages'
  | 'removePackages'
  | 'listPatches'
  | 'applyPatches'
  | 'refreshPatches'
  | 'updateAgent';

/** Handlers of the tags `packages` and `patches`. */
export function packageRoutes(deps: PackageRouteDeps): Record<Operation, AgentHandler> {
  const { backend, lists } = deps;
  return {
    async listPackages({ query, headers }) {
      const list = await lists.packages(query as PackageFilter);
      return conditional(headers, list.json, { ETag: list.etag });
    },

    async listPatches({ headers }) {
      const { json, etag, refreshedAt } = await lists.patches();
      const modified = refreshedAt ? { 'Last-Modified': refreshedAt.toUTCString() } : {};
      return conditional(headers, json, { ETag: etag, ...modified });
    },

    installPackages: (call) => start(call, installRequest(call.body as InstallBody), deps),
    updatePackages: (call) => start(call, updateRequest(call.body as UpdateBody), deps),
    removePackages: (call) => start(call, removeRequest(call.body as RemoveBody), deps),
    updateAgent: (call) => startJob(call, updateAgentRequest(call.body as UpdateAgentBody), deps),
    refreshPatches: (call) => startJob(call, { operation: 'refresh' }, deps),

    applyPatches(call) {
      const request = patchRequest(call.body as PatchBody);
      return startJob(call, request, deps, async () => {
        const packages = requestedPackages(request);
        // The job checks whether an approved plan still holds: on a slow host this response would be too late. Names
        // in `exclude` may be unknown here: one list serves hosts of many kinds, and plans only compare it with
        // package names.
        await backend.assertKnown(packages);
      });
    },
  };
}

function conditional(headers: AgentCall['headers'], json: string, tags: { ETag: string }): AgentAnswer {
  if (matchesEtag(headers['if-none-match'], tags.ETag)) return { status: 304, headers: tags };
  return { status: 200, json, headers: tags };
}

const NEEDS_INSTALLED = new Set<JobRequest['operation']>(['update', 'remove', 'hold']);

function start(call: AgentCall, request: JobRequest, deps: PackageRouteDeps): Promise<AgentAnswer> {
  return startJob(call, request, deps, async () => {
    // An interrupted job may have removed some of these already; the job checks whether the approved plan still
    // holds.
    if (isApprovedRemoval(request)) return;
    const names = requestedPackages(request);
    // These must be installed: the lists, some of which may be missing, do not matter.
    if (NEEDS_INSTALLED.has(request.operation)) await assertInstalled(names, deps.backend);
    await deps.backend.assertKnown(names);
  });
}

async function assertInstalled(names: readonly string[], backend: PackageBackend): Promise<void> {
  const installed = await installedNames(backend);
  const missing = names.filter((name) => !installed.has(name));
  if (missing.length === 0) return;
  const message = `Not installed: ${missing.slice(0, 20).join(', ')}`;
  throw new AppError('PACKAGE_NOT_FOUND', { message, details: { packages: missing } });
}
