import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAhead } from '../../clock.ts';
import type { PlanEntry } from '../backend.ts';
import type { BackendContext } from '../shared/context.ts';
import { writeNote } from '../shared/diskNote.ts';
import type { Reason } from '../shared/reversibility.ts';

/** For so long plans say at once what a job found out: that an old version cannot be stored. */
const keptMs = 24 * 3_600_000;
const mostKept = 5000;

interface LostWay {
  name: string;
  version: string;
  reason: Reason;
  at: string;
}

type Context = Pick<BackendContext, 'stashDir' | 'now'>;

const noteFile = ({ stashDir }: Pick<Context, 'stashDir'>) => path.join(stashDir, '.lost.json');

/**
 * Records old versions that a job could not store although its plan had promised it. Without that, the next plan would
 * promise the same, and be refused in the same way.
 */
export async function noteLost(
  context: Context,
  entries: readonly PlanEntry[],
  reasons: readonly Reason[],
): Promise<void> {
  const at = context.now().toISOString();
  const found = reasons.flatMap((reason): LostWay[] => {
    const name = reason.package?.split(':')[0] ?? '';
    const version = entries.find((entry) => entry.name === name)?.from;
    return version ? [{ name, version, reason, at }] : [];
  });
  const isKnown = (one: LostWay) => found.some(({ reason }) => reason.package === one.reason.package);
  const kept = (await readLost(context)).filter((one) => !isKnown(one));
  const lost = [...found, ...kept].slice(0, mostKept);
  await writeNote(noteFile(context), JSON.stringify({ version: 1, lost }));
}

/** The reasons of a plan's verdict, with what earlier jobs found out about its old versions. */
export async function withLost(
  context: Context,
  outgoing: readonly { name: string; version: string }[],
  reasons: readonly Reason[],
): Promise<Reason[]> {
  const lost = (await readLost(context)).filter(({ name, version }) =>
    outgoing.some((one) => one.name === name && one.version === version),
  );
  const packages = new Set(lost.map(({ reason }) => reason.package));
  return [...reasons.filter((reason) => !packages.has(reason.package)), ...lost.map(({ reason }) => reason)];
}

async function readLost(context: Context): Promise<LostWay[]> {
  const text = await readFile(noteFile(context), 'utf8').catch(() => '');
  const nowMs = context.now().getTime();
  try {
    const { lost } = JSON.parse(text) as { lost: LostWay[] };
    return lost.filter(({ at }) => !isAhead(Date.parse(at), nowMs) && nowMs - Date.parse(at) < keptMs);
  } catch {
    return [];
  }
}
