/** Turns wire bodies (checked against the contract) into job requests. */
import { validationError } from '#server/shared/wire/appError.ts';
import type { Connection } from '../../config/values.ts';
import type { PackageRequest, PackageSpec } from '../../packages/backend.ts';
import type { JobRequest, RebootPolicy } from '../../journal/record.ts';

const DEFAULT_MAX_AGE_SECS = 3600;

interface PackagesBody {
  packages: PackageSpec[];
  dry_run?: boolean;
  plan_hash?: string;
  strict_sources?: boolean;
}

export type UpdateBody = PackagesBody | { hold: string[] } | { unhold: string[] };
export type InstallBody = PackagesBody;
export type RemoveBody = PackagesBody & { purge?: boolean; autoremove?: boolean };

export interface PatchBody {
  packages?: string[];
  security_only?: boolean;
  exclude?: string[];
  dry_run?: boolean;
  plan_hash?: string;
  max_age_secs?: number;
  strict_sources?: boolean;
  repair?: boolean;
  reboot?: RebootPolicy;
}

export interface UpdateAgentBody {
  version: string;
  file: string;
  sha256: string;
  size_bytes: number;
  signature: string | null;
  dry_run?: boolean;
  plan_hash?: string;
}

export function updateAgentRequest({
  dry_run,
  plan_hash,
  size_bytes,
  ...release
}: UpdateAgentBody): JobRequest {
  const { version, file, sha256, signature } = release;
  return {
    operation: 'agent_update',
    dryRun: dry_run ?? false,
    planHash: plan_hash ?? null,
    release: { version, file, sha256, sizeBytes: size_bytes, signature },
  };
}

export interface RebootBody {
  delay_secs?: number;
  reason?: string;
}

/** The common part of changes of named packages; these never refresh the lists. */
const plain = ({ dry_run, plan_hash, strict_sources }: PackagesBody) =>
  ({
    dryRun: dry_run ?? false,
    planHash: plan_hash ?? null,
    maxAgeSecs: null,
    strictSources: strict_sources ?? false,
    reboot: 'never',
  }) as const;

/** A name given twice would leave open which version is meant. */
function specs(packages: readonly PackageSpec[]): PackageSpec[] {
  const names = packages.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice !== -1) {
    throw validationError([{ path: `/body/packages/${twice}/name`, message: 'must be given once' }]);
  }
  return packages.map(({ name, version }) => (version === undefined ? { name } : { name, version }));
}

export function installRequest(body: InstallBody): JobRequest {
  const packages = { operation: 'install' as const, packages: specs(body.packages) };
  return { operation: 'install', packages, ...plain(body) };
}

export function updateRequest(body: UpdateBody): JobRequest {
  if ('hold' in body) return { operation: 'hold', names: body.hold };
  if ('unhold' in body) return { operation: 'unhold', names: body.unhold };
  const packages = { operation: 'update' as const, packages: specs(body.packages) };
  return { operation: 'update', packages, ...plain(body) };
}

export function removeRequest(body: RemoveBody): JobRequest {
  const { purge = false, autoremove = false } = body;
  const packages = { operation: 'remove' as const, packages: specs(body.packages), purge, autoremove };
  return { operation: 'remove', packages, ...plain(body) };
}

export function patchRequest(body: PatchBody): JobRequest & { operation: 'patch' } {
  const planHash = body.plan_hash ?? null;
  return {
    operation: 'patch',
    dryRun: body.dry_run ?? false,
    packages: body.repair ? repairRequest(body) : patchesOf(body),
    planHash,
    maxAgeSecs: planHash === null ? (body.max_age_secs ?? DEFAULT_MAX_AGE_SECS) : null,
    strictSources: body.strict_sources ?? false,
    reboot: body.reboot ?? 'never',
  };
}

function patchesOf({ packages, security_only, exclude }: PatchBody): PackageRequest {
  return {
    operation: 'patch',
    packages: packages ?? null,
    securityOnly: security_only ?? false,
    exclude: exclude ?? [],
  };
}

/** A repair may remove packages: it runs only as the plan that somebody has seen, and takes the whole host. */
function repairRequest({ packages, security_only, exclude, dry_run, plan_hash }: PatchBody): PackageRequest {
  const issues = [
    ...(packages ? [{ path: '/body/packages', message: 'must be absent beside repair' }] : []),
    ...(security_only ? [{ path: '/body/security_only', message: 'must be absent beside repair' }] : []),
    ...(exclude ? [{ path: '/body/exclude', message: 'must be absent beside repair' }] : []),
    ...(dry_run || plan_hash ? [] : [{ path: '/body/repair', message: 'needs dry_run or plan_hash' }]),
  ];
  if (issues.length > 0) throw validationError(issues);
  return { operation: 'repair' };
}

export function rebootRequest(body: RebootBody): JobRequest {
  return { operation: 'reboot', delaySecs: body.delay_secs ?? 0, reason: body.reason ?? null };
}

export function connectionRequest({ connection }: { connection: Connection }): JobRequest {
  return { operation: 'connection', connection };
}
