/** What a call that was answered well does when it is made again at once. */
import { choosesRightly } from './chosen.ts';
import type { Operation } from './contract.ts';
import { exchange } from './exchange.ts';
import { pagesRightly } from './pages.ts';
import type { World } from './world.ts';

/** PUTs that do something each time. */
const ACTS: ReadonlySet<string> = new Set([
  'changeOwnPassword',
  'resetUserPassword',
  'importExposureDataSet',
  // Its change waits for a second person, and a second one is refused meanwhile.
  'updateApprovalRule',
]);

/** GETs that do something each time. */
const READ_ONCE: ReadonlySet<string> = new Set([
  'openJobStream',
  'setupTotp',
  'startSsoLogin',
  'completeSsoLogin',
  'startLegacySsoLogin',
  'completeLegacySsoLogin',
]);

/** What they have made is for whoever has its own credential, or is whose it is. */
const NOT_FOLLOWED: ReadonlySet<string> = new Set([
  'createWsTicket',
  'createEnrollment',
  'completeWebauthnRegistration',
]);

/** Checks that the manager answers a read whole, or in pages, and that a PUT of the same raises no version and writes no audit row. */
export async function repeatsRightly(world: World, operation: Operation): Promise<void> {
  await followLocation(world, operation);
  if (operation.method === 'GET') return readAgain(world, operation);
  if (operation.method === 'PUT' && !ACTS.has(operation.operationId)) return putAgain(world, operation);
}

/** Checks that what was made, or has begun, is found where `Location` says. */
async function followLocation({ walker }: World, { operationId }: Operation): Promise<void> {
  const location = walker.locations.get(operationId);
  if (location === undefined || NOT_FOLLOWED.has(operationId)) return;
  const headers = { authorization: `Bearer ${await walker.bearer()}` };
  const { status } = await exchange(`${walker.kit.url}${location}`, { method: 'GET', headers });
  if (status >= 400) walker.deviations.add(`${operationId}: ${status} at its Location ${location}`);
}

async function readAgain(world: World, operation: Operation): Promise<void> {
  const { walker } = world;
  const { operationId } = operation;
  if (READ_ONCE.has(operationId)) return;
  const call = walker.valid.get(operationId) ?? {};
  const { status } = await walker.call(operationId, {
    ...call,
    headers: { ...call.headers, 'if-none-match': '*', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  });
  walker.valid.set(operationId, call);
  await pagesRightly(world, operation);
  await choosesRightly(world, operation);
  if (status === 304 && !Object.hasOwn(operation.responses, '304'))
    walker.deviations.add(`${operationId}: 304, though nothing says that it is the same`);
}

async function putAgain(world: World, operation: Operation): Promise<void> {
  const { walker } = world;
  const { operationId } = operation;
  const call = walker.valid.get(operationId) ?? {};
  const rows = await auditRows(world);
  const tags: (string | null)[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { status, headers } = await walker.call(operationId, call);
    if (status >= 400) walker.deviations.add(`${operationId}: ${status} for the same once more`);
    tags.push(headers.get('etag'));
  }
  if (tags[0] !== tags[1]) walker.deviations.add(`${operationId}: ${tags.join(', then ')} for the same`);
  const written = (await auditRows(world)) - rows;
  if (written > 0) walker.deviations.add(`${operationId}: ${written} audit rows for the same`);
}

async function auditRows({ kit }: World): Promise<number> {
  const found = await kit.ctx.db.reader('kernel_audit').count({ rows: '*' });
  return Number((found[0] as { rows: number }).rows);
}
