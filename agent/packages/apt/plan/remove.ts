import type { PackageRequest } from '../../backend.ts';
import { lookUp } from '../read/catalogue.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { isOfKernel } from '../read/kernelReleases.ts';
import type { Resolved } from './resolved.ts';
import type { ResolvedChange } from './resolve.ts';
import { resolveOrThrow } from './resolve.ts';
import type { AptContext } from '../aptContext.ts';

type RemoveRequest = Extract<PackageRequest, { operation: 'remove' }>;

/**
 * Removes the named packages that are installed, and what depends on them. `autoremove` also removes what this
 * removal makes superfluous; never what was superfluous before, and never the running kernel.
 */
export async function planRemove(
  context: AptContext,
  inventory: Inventory,
  request: RemoveRequest,
  signal?: AbortSignal,
): Promise<Resolved> {
  if (request.packages.length === 0) return { changes: [], keptBack: [] };
  const known = await lookUp(context, inventory, request.packages, signal);
  const present = known.filter(({ name, arch }) =>
    inventory.byKey.has(instanceKey(name, arch, inventory.nativeArch)),
  );
  if (present.length === 0) return { changes: [], keptBack: [] };
  const names = present.map(({ name, arch }) => `${name}:${arch}`);
  const verb = request.purge ? 'purge' : 'remove';
  const { changes } = await resolveOrThrow(context, inventory, [verb, '--', ...names], signal);
  if (!request.autoremove) return { changes, keptBack: [] };
  const [before, after] = await Promise.all([
    resolveOrThrow(context, inventory, ['autoremove'], signal),
    resolveOrThrow(context, inventory, ['--auto-remove', verb, '--', ...names], signal),
  ]);
  const alreadyGoing = new Set([...changes, ...before.changes].map(identity));
  const extra = after.changes.filter(
    (change) =>
      change.to === null &&
      !alreadyGoing.has(identity(change)) &&
      !isOfKernel(change.name, context.kernelRelease),
  );
  return { changes: [...changes, ...extra], keptBack: [] };
}

const identity = ({ name, arch }: ResolvedChange) => `${name}:${arch}`;
