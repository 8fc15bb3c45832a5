import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobFiles } from './moment.ts';
import type { CutSubject, Phase } from './subjects.ts';

/** What a host without power shows about the moment of the power cut. */
export interface Remains {
  /** The output of the subject's check, before any repair. */
  lines: readonly string[];
  /** Whether some packages of the transaction have their new version and others their old one. */
  halfway: boolean;
}

/** The phases in which the cut really came, judged by the disk and not by the aim. */
export function phasesHit(subject: CutSubject, files: JobFiles, { lines, halfway }: Remains): Phase[] {
  if (!isOpen(files, 'transaction')) return isOpen(files, 'download') ? ['download'] : [];
  const traces = [...lines, ...leftFiles(files)];
  const hit = (['unpack', 'configure'] as const).filter((phase) =>
    traces.some((trace) => subject.traces[phase].test(trace)),
  );
  return hit.length === 0 && halfway ? ['between'] : hit;
}

/** Whether a step of the job whose name begins with `step` was begun and has not ended. */
export function isOpen({ root, journal }: JobFiles, step: string): boolean {
  const folder = path.join(root, journal);
  const names = readdirSync(folder, { encoding: 'utf8' });
  const begun = names.filter((name) => name.startsWith(step) && name.endsWith('.claim'));
  return begun.some((claim) => {
    const exit = claim.replace(/claim$/, 'exit');
    // The file is blank until the exit code is written.
    return !names.includes(exit) || !/^\d/.test(readFileSync(path.join(folder, exit), 'utf8'));
  });
}

/** Files in the folders that the packages unpack to, and where rpm keeps the scripts that it runs. */
function leftFiles({ root }: JobFiles): string[] {
  return ['/usr/share/lab', '/opt', '/var/tmp'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
}
