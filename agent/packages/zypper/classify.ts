import { statfsSync } from 'node:fs';
import type { AgentErrorCode } from '#server/shared/wire/agentErrors.ts';
import type { JobFailure } from '../backend.ts';
import { lineWith } from '../shared/lineWith.ts';

interface Rule {
  code: AgentErrorCode;
  pattern: RegExp;
  message?: (match: RegExpExecArray) => string;
  details?: (match: RegExpExecArray) => Record<string, unknown>;
}

/**
 * Maps zypper's, libzypp's and rpm's own words (C locale) to the codes of the contract. The first match wins, so
 * causes stand before consequences: every failure of a repository ends in "Valid metadata not found".
 */
const rules: readonly Rule[] = [
  {
    code: 'LOCK_HELD',
    pattern: /locked by the application with pid (\d+) \(([^)\n]*)\)/,
    message: ([, pid, command]) => `The package manager's lock is held by process ${pid} (${command}).`,
    details: ([, pid, command]) => ({ pid: Number(pid), command }),
  },
  {
    code: 'NO_SPACE',
    pattern: lineWith(
      /No space left on device|needs \S+ more space on the \S+ filesystem|Disk quota exceeded|database or disk is full|not enough (?:free )?(?:disk )?space|There will not be enough (?:free )?space/i,
    ),
  },
  { code: 'READ_ONLY', pattern: lineWith(/Read-only file system|mounted as read-only/i) },
  {
    code: 'SIGNATURE_INVALID',
    pattern: lineWith(
      /is signed with an unknown key|is unsigned(?:,| with)|File '[^'\n]*' from repository '[^'\n]*' is unsigned|Signature verification failed|NOKEY|Header V\d[^\n]*BAD|Package header is not signed|is not signed/,
    ),
  },
  {
    code: 'FETCH_FAILED',
    pattern: lineWith(
      /There are no enabled repositories defined|No repositories defined|Digest verification failed|seems to be corrupted during transfer|not found on medium|Download \(curl\) error|Timeout exceeded|Connection (?:refused|failed)|Could not resolve host|Valid metadata not found|have not been refreshed because of an error|Could not refresh the repositories|Failed to (?:provide|retrieve|download|cache) /i,
    ),
  },
  {
    code: 'UNSUPPORTED',
    pattern: lineWith(/need for license confirmation|asks for agreement to a licence/),
    message: ([line]) =>
      line.includes('asks for') ? line.trim() : 'A licence has to be agreed to on the host itself.',
  },
  {
    code: 'PACKAGE_HELD',
    pattern: /remove lock to allow (?:installation|removal) of ([^\s[]+)/,
    message: ([, nevra = '']) => `Held on this host: ${nevra.replace(/-[^-]+-[^-]+$/, '')}.`,
    details: ([, nevra = '']) => ({ packages: [nevra.replace(/-[^-]+-[^-]+$/, '')] }),
  },
  {
    code: 'PACKAGE_NOT_FOUND',
    pattern: lineWith(/No provider of '[^'\n]*' found|Package '[^'\n]*' not found/),
  },
  {
    code: 'CONFLICT',
    // The file, the package that brings it and the one that has it stand on lines of their own.
    pattern: /Detected \d+ file conflicts?:\s+(File [^\n]*(?:\n {2,}[^\n]*)*)/,
    message: ([, files = '']) => files.replaceAll(/\s+/g, ' '),
  },
  {
    code: 'CONFLICT',
    // eslint-disable-next-line security/detect-non-literal-regexp -- made of two patterns of this table
    pattern: new RegExp(`Problem: [^\\n]*|${lineWith(/Detected \d+ file conflicts?/).source}`),
  },
];

/** Judges zypper's output; null when nothing in it is known to be a failure. */
export function classify(output: string): JobFailure | null {
  // zypper overwrites its progress with carriage returns and backspaces.
  const text = output.replace(/\r\n?/g, '\n').replaceAll('\b', '');
  for (const rule of rules) {
    const match = rule.pattern.exec(text);
    if (!match) continue;
    const message = (rule.message?.(match) ?? match[0].replace(/^\s*(?:Warning|Error|Problem): /, '')).trim();
    if (rule.code === 'SIGNATURE_INVALID' && isDiskFull()) {
      // On a full disk, libzypp cannot write its temporary keyring and takes every key for an unknown one.
      return { code: 'NO_SPACE', message: 'The disk is full; signatures could not be checked.' };
    }
    return {
      code: rule.code,
      message: message.slice(0, 1000),
      ...(rule.details && { details: rule.details(match) }),
    };
  }
  return null;
}

const neededBytes = 256 * 1024;

function isDiskFull(): boolean {
  return ['/var/tmp', '/var/cache/zypp'].some((folder) => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize < neededBytes;
    } catch {
      return false;
    }
  });
}
