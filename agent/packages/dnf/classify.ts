import type { AgentErrorCode } from '#server/shared/wire/agentErrors.ts';
import type { JobFailure } from '../backend.ts';
import { lineWith } from '../shared/lineWith.ts';
import { failedScriptlets, scriptletFailure } from '../rpm/run/scriptlets.ts';

interface Rule {
  code: AgentErrorCode;
  pattern: RegExp;
}

/**
 * Maps dnf's and rpm's own words (C locale, dnf 4 and 5) to the codes of the contract. The first match wins, so
 * causes stand before consequences: a full disk also fails scriptlets and downloads.
 */
const causes: readonly Rule[] = [
  {
    code: 'LOCK_HELD',
    pattern: lineWith(
      /already locked by \d+|Waiting for process with pid|Failed to obtain (?:the )?\w+ lock|can't create transaction lock|Waiting for a lock on/i,
    ),
  },
  {
    code: 'NO_SPACE',
    pattern: lineWith(
      /No space left on device|more space needed|needs \d\w* (?:more space )?on the|database or disk is full|Not enough free space|Disk quota exceeded|cannot close temporary file/i,
    ),
  },
  { code: 'READ_ONLY', pattern: lineWith(/Read-only file system/) },
  // dnf's own history or rpm's database.
  {
    code: 'INTERNAL_ERROR',
    pattern: lineWith(/file is not a database|database disk image is malformed/),
  },
];

const consequences: readonly Rule[] = [
  {
    code: 'SIGNATURE_INVALID',
    pattern: lineWith(
      /GPG signature (?:verification error|is not available)|Bad GPG signature|Signing key not found|GPG check FAILED|is not signed|Public key for [^\n]* is not installed|signature [^\n]*(?:BAD|NOKEY|NOT OK)|OpenPGP check|signature check failed/i,
    ),
  },
  {
    code: 'FETCH_FAILED',
    pattern: lineWith(
      /Failed to download|Cannot download|Status code: [45]\d\d|Curl error|Usable URL not found|All mirrors were tried|Librepo error|incorrect checksum|checksum doesn't match|Could(?:n't| not) resolve host/i,
    ),
  },
  {
    code: 'PACKAGE_HELD',
    pattern: lineWith(/excluded by versionlock|filtered out by exclude filtering/),
  },
  {
    code: 'PACKAGE_NOT_FOUND',
    pattern: lineWith(/No match for argument|Unable to find a match|No packages? matched/),
  },
  {
    code: 'CONFLICT',
    pattern: lineWith(
      /conflicting requests|nothing provides|cannot install|conflicts with|removing the following protected|file .* conflicts|would be removed/i,
    ),
  },
  // Last, as dnf also says this beside other errors; only in a refresh is it the error itself.
  { code: 'FETCH_FAILED', pattern: lineWith(/There are no enabled repositories/) },
];

/** Judges dnf's output; null when nothing in it is known to be a failure. */
export function classify(output: string, concerned: readonly string[] = []): JobFailure | null {
  const find = (rules: readonly Rule[]): JobFailure | null => {
    for (const { code, pattern } of rules) {
      const match = pattern.exec(output);
      if (match) return { code, message: words(match[0]) };
    }
    return null;
  };
  const scriptlets = failedScriptlets(output, concerned);
  const [first] = scriptlets;
  return find(causes) ?? (first ? scriptletFailure(first, scriptlets) : find(consequences));
}

/** The message: dnf's own words, the clearest there are. */
function words(line: string): string {
  return line
    .trim()
    .replace(/^(?:>>> |Error: |error: |- )+/, '')
    .slice(0, 1000);
}
