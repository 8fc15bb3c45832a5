/** The course of a job that installs one package from a file on this host. */
import type { FileInstall, JobEnv, TransactionResult } from '../backend.ts';
import { assertPrivileged } from '../shared/context.ts';
import { failed } from '../shared/failures.ts';
import { execute, makeReady } from './packageJob.ts';
import type { FamilyTypes, JobSteps } from './steps.ts';
import { resumeTransaction } from './transaction.ts';
import { savedRecord } from './transactionRecord.ts';

/**
 * Installs exactly this package, and nothing else, by the host's package manager: ready, check, plan, stash, record, then
 * the transaction. When it is called again after a restart, a transaction that had begun is followed and judged.
 */
export async function runFile<T extends FamilyTypes>(
  steps: JobSteps<T>,
  env: JobEnv,
  { entry, file: path, sha256, promised, kept: keptPath, beforeChange }: FileInstall,
): Promise<TransactionResult> {
  assertPrivileged(steps.context);
  const record = savedRecord<T['record']>(env.saved, steps.family);
  if (record) return resumeTransaction(steps, env, record);
  const unready = await makeReady(steps, env);
  if (unready) return failed(unready);
  const file = await steps.describeFile(path);
  const isWanted = (found: T['file'] | null, version: string | null): found is T['file'] =>
    found !== null && found.name === entry.name && found.arch === entry.arch && found.version === version;
  if (!isWanted(file, entry.to) || file.sha256 !== sha256) {
    const found = file ? `${file.name} ${file.version} for ${file.arch}` : 'no package that is whole';
    const message = `The file holds ${found} instead of ${entry.name} ${entry.to} for ${entry.arch}. Nothing was changed.`;
    return failed({ code: 'SIGNATURE_INVALID', message });
  }
  const prepared = await steps.prepareFiles([entry], [file]);
  if ('code' in prepared) return failed(prepared);
  const known = keptPath === null ? null : await steps.describeFile(keptPath);
  return execute(steps, env, prepared, {
    local: [file],
    promised,
    kept: isWanted(known, entry.from) ? [known] : undefined,
    beforeChange: (stash) => beforeChange(stash.find((one) => isWanted(one, entry.from)) ?? null),
  });
}
