import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  DetachedResult,
  JobEnv,
  JobFailure,
  PackageRequest,
  Plan,
  TransactionResult,
} from '../backend.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { createContext } from '../shared/context.ts';
import { runRequest } from './packageJob.ts';
import { brokenPromises } from '../shared/reversibility.ts';
import { rollback } from './rollback.ts';
import { standingOf } from './rollback.ts';
import type { JobSteps } from './steps.ts';
import type { TransactionRecord } from './transactionRecord.ts';

const test = suite('frame of a package job');

const entry = { action: 'upgrade', name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' } as const;
const change = { name: 'jq', arch: 'amd64', from: '1.0', to: '1.1' };
const plan: Plan = {
  entries: [entry],
  keptBack: [],
  downloadSizeBytes: 0,
  diskChangeBytes: 0,
  rebootExpected: false,
  reversible: { verdict: 'yes', reasons: [] },
  planHash: 'h',
};
const ended: DetachedResult = { exitCode: 0, lost: false, timeLimitHit: false, outputTail: '' };
const request: PackageRequest = { operation: 'patch', packages: null, securityOnly: false, exclude: [] };

type Types = {
  prepared: { plan: Plan };
  record: TransactionRecord;
  file: TransactionRecord['stash'][0];
  installed: 'now';
};

/** A scripted package manager and a job on it; `calls` lists what was done, in order. */
async function withSteps(
  changes: Partial<JobSteps<Types>>,
  act: (t: { steps: JobSteps<Types>; env: JobEnv; calls: string[]; stashDir: string }) => Promise<void>,
  saved: Record<string, unknown> = {},
): Promise<void> {
  const stashDir = await mkdtemp(path.join(tmpdir(), 'frame-'));
  const calls: string[] = [];
  const told =
    <R>(name: string, result: R) =>
    async (): Promise<R> => {
      calls.push(name);
      return result;
    };
  const steps: JobSteps<Types> = {
    family: 'apt',
    name: 'apt',
    context: createContext({ kernelRelease: '6.1', stashDir, privileged: true }),
    environment: {},
    sources: {
      refresh: told('refresh', { results: [] }),
      refreshedAt: async () => new Date(),
      hasList: async () => true,
    },
    findUnwritable: told('findUnwritable', null),
    waitForOthers: told('waitForOthers', null),
    repair: told('repair', []),
    prepare: told('prepare', { plan }),
    findUnmet: () => [],
    forPlan: () => steps,
    fetch: told('fetch', { failure: null, pendingBytes: 7 }),
    stash: told('stash', { files: [], reasons: [] }),
    complete: async (_env, _prepared, record) => record,
    arm: told('arm', null),
    begin: told('begin', undefined),
    transact: told('transact', ended),
    repairAfterCut: told('repairAfterCut', []),
    readInstalled: told('readInstalled', 'now' as const),
    judge: told('judge', { changes: [change], failure: null, left: { 'jq:amd64': '1.1' } }),
    tidy: told('tidy', undefined),
    changesSince: told('changesSince', { changes: [change], left: { 'jq:amd64': '1.1' } }),
    makeRoom: told('makeRoom', null),
    isRepairedFirst: async () => true,
    keyOf: (_record, { name }) => name,
    versionsLeft: (_record, { to }) => (to === null ? [] : [to]),
    versionsNow: (_record, { to }) => (to === null ? [] : [to]),
    stashOf: ({ stash }) => stash,
    isOutgoing: (_record, { name, from }, file) => file.name === name && file.version === from,
    placesOf: (file) => [file.path],
    findElsewhere: told('findElsewhere', null),
    describeFile: async () => null,
    prepareFiles: told('prepareFiles', { plan }),
    prepareUndo: told('prepareUndo', { plan }),
    prepareHold: async () => null,
    ...changes,
  };
  try {
    await act({ steps, env: fakeEnv(calls, stashDir, saved), calls, stashDir });
  } finally {
    await rm(stashDir, { recursive: true });
  }
}

function fakeEnv(calls: string[], dir: string, saved: Record<string, unknown>): JobEnv {
  return {
    jobId: 'own',
    dir,
    resumed: Object.keys(saved).length > 0,
    saved,
    save: async (values) => {
      const { phase } = values['apt'] as TransactionRecord;
      calls.push(`save ${phase}`);
    },
    log: () => {},
    progress: () => {},
    safePoint: () => {},
    enterTransaction: async () => void calls.push('enterTransaction'),
    setPlan: async () => {},
    runDetached: () => Promise.reject(new Error('the frame itself starts nothing')),
  };
}

const run = ({ steps, env }: { steps: JobSteps<Types>; env: JobEnv }): Promise<TransactionResult> =>
  runRequest(steps, request, env, { maxAgeSecs: null });

function recordOf(values: Partial<TransactionRecord>): TransactionRecord {
  const phase = 'transaction' as const;
  return { phase, entries: [entry], stash: [], reasons: [], changes: [], failure: null, left: {}, ...values };
}

test('a job goes through its steps in order, and its record is stored before the first change and after the verdict', async () => {
  await withSteps({}, async (t) => {
    assert.equal(await run(t), {
      changes: [change],
      failure: null,
      reversible: { verdict: 'yes', reasons: [] },
    });
    assert.equal(t.calls, [
      'findUnwritable',
      'waitForOthers',
      'repair',
      'prepare',
      'fetch',
      'stash',
      'arm',
      'enterTransaction',
      'begin',
      'save transaction',
      'transact',
      'readInstalled',
      'judge',
      'save done',
      'tidy',
    ]);
  });
});

const refusal: JobFailure = { code: 'PLAN_CHANGED', message: 'somebody was here' };

test('whatever refuses before the transaction leaves it unbegun, with nothing stored', async () => {
  const refusals: Partial<JobSteps<Types>>[] = [
    { findUnwritable: async () => refusal },
    { waitForOthers: async () => refusal },
    { fetch: async () => ({ failure: refusal, pendingBytes: 0 }) },
    { arm: async () => refusal },
  ];
  for (const changes of refusals) {
    await withSteps(changes, async (t) => {
      assert.equal(await run(t), { changes: [], failure: refusal, reversible: null });
      const later = ['enterTransaction', 'begin', 'save transaction', 'transact'];
      assert.equal(
        t.calls.filter((call) => later.includes(call)),
        [],
        Object.keys(changes).join(),
      );
    });
  }
});

test('after a restart a begun transaction is followed and judged, and a judged one is only told', async () => {
  const follow = ['transact', 'readInstalled', 'judge', 'save done', 'tidy'];
  await withSteps(
    {},
    async (t) => {
      assert.equal((await run(t)).changes, [change]);
      assert.equal(t.calls, follow);
    },
    { apt: recordOf({}) },
  );
  await withSteps(
    {},
    async (t) => {
      const { changes, failure } = await run(t);
      assert.equal([changes, failure, t.calls], [[change], refusal, []]);
    },
    { apt: recordOf({ phase: 'done', changes: [change], failure: refusal }) },
  );
});

test('a transaction that was cut off is repaired before it is judged, and told although the repair completed it', async () => {
  await withSteps({ transact: async () => ({ ...ended, exitCode: null, lost: true }) }, async (t) => {
    const { failure, changes } = await run(t);
    assert.equal([failure?.code, changes], ['INTERRUPTED', [change]]);
    assert.ok(t.calls.indexOf('repairAfterCut') < t.calls.indexOf('judge'), t.calls.join());
    assert.ok(t.calls.includes('repairAfterCut'));
  });
});

const stashed = (stashDir: string) => ({
  name: 'jq',
  arch: 'amd64',
  version: '1.0',
  path: path.join(stashDir, 'jq.deb'),
  sizeBytes: 3,
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
});

test('a way back is judged from a record without a verdict, takes the stored file, and fetches nothing', async () => {
  await withSteps({}, async (t) => {
    await writeFile(path.join(t.stashDir, 'jq.deb'), 'abc');
    const original = { apt: recordOf({ stash: [stashed(t.stashDir)] }) };
    assert.is((await rollback(t.steps, original, t.env)).failure, null);
    const first = ['readInstalled', 'changesSince', 'makeRoom', 'findUnwritable', 'waitForOthers', 'repair'];
    assert.equal(t.calls.slice(0, 8), [...first, 'readInstalled', 'prepareUndo']);
    assert.not.ok(t.calls.includes('fetch') || t.calls.includes('findElsewhere'), t.calls.join());
  });
});

test('nothing is touched on the way back when a stored file was changed and is nowhere else, or a package has moved', async () => {
  const done: Partial<TransactionRecord> = { phase: 'done', changes: [change] };
  await withSteps({}, async (t) => {
    await writeFile(path.join(t.stashDir, 'jq.deb'), 'abd');
    const original = { apt: recordOf({ ...done, stash: [stashed(t.stashDir)] }) };
    const { failure } = await rollback(t.steps, original, t.env);
    assert.equal([failure?.code, failure?.details?.['packages']], ['ROLLBACK_CONFLICT', ['jq']]);
    assert.ok(t.calls.includes('findElsewhere'));
    assert.not.ok(t.calls.includes('prepareUndo') || t.calls.includes('transact'), t.calls.join());
  });
  await withSteps({ versionsNow: () => ['1.2'] }, async (t) => {
    const { failure } = await rollback(t.steps, { apt: recordOf(done) }, t.env);
    assert.equal([failure?.code, failure?.message], ['ROLLBACK_CONFLICT', 'Changed since the job: jq.']);
    assert.not.ok(t.calls.includes('transact'));
  });
});

test('a way back that was cut off goes on with what stands as the job left it; when nothing does, it is done', async () => {
  const other = { name: 'zlib', arch: 'amd64', from: '2.0', to: '2.1' };
  const done: Partial<TransactionRecord> = { phase: 'done', changes: [change, other] };
  const versionsNow: JobSteps<Types>['versionsNow'] = (_record, { name, from }) =>
    name === 'jq' && from ? [from] : ['2.1'];
  await withSteps({ versionsNow }, async (t) => {
    await writeFile(path.join(t.stashDir, 'jq.deb'), 'abc');
    const zlib = { ...stashed(t.stashDir), name: 'zlib', version: '2.0' };
    const undone: string[] = [];
    const prepareUndo: JobSteps<Types>['prepareUndo'] = async ({ changes }) => {
      undone.push(...changes.map(({ name }) => name));
      return { plan };
    };
    const steps = { ...t.steps, prepareUndo };
    const original = { apt: recordOf({ ...done, stash: [zlib] }) };
    assert.is((await rollback(steps, original, t.env)).failure, null);
    assert.equal(undone, ['zlib'], 'what is back already needs no stored package');
  });
  await withSteps({ versionsNow: (_record, { from }) => (from ? [from] : []) }, async (t) => {
    const { failure, changes } = await rollback(t.steps, { apt: recordOf(done) }, t.env);
    assert.equal([failure, changes], [null, []]);
    assert.not.ok(t.calls.includes('transact'));
  });
});

test('where packages of a kernel came and went, each stands for itself', () => {
  const arch = 'x86_64';
  const changes = [
    { name: 'kernel', arch, from: '1', to: null },
    { name: 'kernel', arch, from: null, to: '3' },
  ];
  const where = (found: string[]) => {
    const steps = { keyOf: () => 'kernel', versionsLeft: () => ['2', '3'], versionsNow: () => found };
    const { left, back, moved } = standingOf<Types>(steps, recordOf({ changes }), 'now');
    return [left.length, back.length, moved.length];
  };
  assert.equal(where(['2', '3']), [2, 0, 0]);
  assert.equal(where(['1', '2', '3']), [1, 1, 0]);
  assert.equal(where(['1', '2']), [0, 2, 0]);
  assert.equal(where(['2', '3', '4']), [0, 0, 2], 'somebody else installed a fourth');
});

test('a promise is broken by what has no way back now and had one in the plan', () => {
  const reason = (code: string, name: string) => ({ code, package: name, message: '' });
  const promised = { verdict: 'no' as const, reasons: [reason('NOT_STASHED', 'a:all')] };
  const found = [
    reason('NOT_STASHED', 'a:all'),
    reason('STASH_FULL', 'b:all'),
    reason('UNSIGNED_STASH', 'c:all'),
  ];
  assert.equal(
    brokenPromises(promised, found).map((one) => one.package),
    ['b:all'],
  );
});

test('what changed is told although a step after it cannot be started, as while the host shuts down', async () => {
  for (const step of ['transact', 'judge'] as const) {
    const refuse = async () => {
      throw new AppError('INTERNAL_ERROR', { message: 'systemd-run failed: the system is shutting down' });
    };
    await withSteps({ [step]: refuse }, async ({ steps, env, calls }) => {
      const { changes, failure } = await runRequest(steps, request, env, { maxAgeSecs: null });
      assert.equal(changes, [change], step);
      assert.equal(failure, {
        code: 'INTERRUPTED',
        message: 'The work could not be brought to its end: systemd-run failed: the system is shutting down',
      });
      assert.is(calls.at(-1), 'save done', 'a rollback finds it');
    });
  }
});

test.run();
