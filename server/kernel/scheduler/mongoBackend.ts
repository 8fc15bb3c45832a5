import { MongoBackend } from '@agendajs/mongo-backend';
import type { JobParameters } from 'agenda';
import { MongoClient, MongoNetworkError, MongoServerSelectionError, ObjectId } from 'mongodb';
import type { Collection } from 'mongodb';
import { JobGoneError, latestLock } from './store.ts';
import type { JobStore, LockOwner } from './store.ts';

const collectionName = 'agendaJobs';
const serverSelectionTimeoutMs = 5_000;

/** Jobs in MongoDB, by Agenda's own backend, for several managers. The address may name a database. */
export function createMongoJobStore(mongoUrl: string, owner: LockOwner): JobStore {
  const client = new MongoClient(mongoUrl, {
    serverSelectionTimeoutMS: serverSelectionTimeoutMs,
    appName: 'fleetmend',
  });
  const jobs = client.db().collection(collectionName);
  const backend = new MongoBackend({ mongo: client.db(), collection: collectionName });
  // Agenda's own saving goes by id alone, so that a run whose lock has expired would overwrite its successor.
  backend.repository.saveJobState = (job) => saveOwnState(jobs, owner, job);
  const removeJobs = backend.repository.removeJobs.bind(backend.repository);
  backend.repository.removeJobs = async (options) => {
    if (!options.id) return removeJobs(options);
    const done = await jobs.deleteOne({ _id: new ObjectId(String(options.id)), lockedAt: null });
    return done.deletedCount;
  };
  return {
    backend,
    async connect() {
      await client.connect();
      await backend.connect();
    },
    isAway: (error) => error instanceof MongoServerSelectionError || error instanceof MongoNetworkError,
    async replaceWaiting(name, unique, save) {
      const former = await jobs.find(waiting(name, unique)).project({ _id: 1 }).toArray();
      // Saves the new one first: a crash in between leaves one too many, never none.
      await save();
      if (former.length === 0) return;
      await jobs.deleteMany({ ...waiting(name, unique), _id: { $in: former.map((job) => job['_id']) } });
    },
    async mendLocks() {
      const now = new Date();
      await jobs.updateMany({ lockedAt: { $gt: latestLock(now) } }, { $set: { lockedAt: now } });
    },
    releaseLocks: (whose) => releaseLocks(jobs, owner, whose),
    countDue: (now) => jobs.countDocuments({ lockedAt: null, nextRunAt: { $lte: now } }),
    disconnect: () => client.close(),
  };
}

function waiting(name: string, unique: string) {
  return { name, 'data.unique': unique, lastRunAt: null };
}

async function saveOwnState(jobs: Collection, owner: LockOwner, job: JobParameters): Promise<void> {
  const result = await jobs.updateOne(
    { _id: new ObjectId(String(job._id)), lastModifiedBy: owner.name, lockedAt: { $ne: null } },
    {
      $set: {
        lockedAt: job.lockedAt ?? null,
        nextRunAt: job.nextRunAt ?? null,
        lastRunAt: job.lastRunAt ?? null,
        lastFinishedAt: job.lastFinishedAt ?? null,
        failedAt: job.failedAt ?? null,
        failCount: job.failCount ?? null,
        failReason: job.failReason ?? null,
        progress: job.progress ?? null,
      },
    },
  );
  if (result.matchedCount !== 1) throw new JobGoneError(`job ${job.name} was replaced or taken over`);
}

async function releaseLocks(jobs: Collection, owner: LockOwner, whose: 'own' | 'former'): Promise<void> {
  const held = await jobs
    .find({ lockedAt: { $ne: null } })
    .project<{ _id: ObjectId; lastModifiedBy?: string; nextRunAt: Date | null }>({
      lastModifiedBy: 1,
      nextRunAt: 1,
    })
    .toArray();
  const isChosen = (by = '') =>
    whose === 'own' ? by === owner.name : by !== owner.name && by.startsWith(`${owner.instanceId}:`);
  for (const job of held.filter((one) => isChosen(one.lastModifiedBy))) {
    await jobs.updateOne(
      { _id: job._id, lastModifiedBy: job.lastModifiedBy },
      // A one-shot job that has started has no `nextRunAt`: without one nobody would ever claim it again.
      { $set: { lockedAt: null, nextRunAt: job.nextRunAt ?? new Date() } },
    );
  }
}
