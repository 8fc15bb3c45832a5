import type { AgentErrorCode } from '#server/shared/wire/agentErrors.ts';
import type { JobFailure } from '../backend.ts';
import { memoryHint } from '../shared/failures.ts';
import { lineWith } from '../shared/lineWith.ts';
import { plain } from './lastErrors.ts';

interface Rule {
  code: AgentErrorCode;
  pattern: RegExp;
  message: (match: RegExpExecArray) => string;
  details?: (match: RegExpExecArray) => Record<string, unknown>;
}

/** The line that matched, as the message: apt's own words are the clearest there are. */
const ownWords = (match: RegExpExecArray) =>
  match[0]
    .trim()
    .replace(/^[EW]: /, '')
    .slice(0, 1000);

/** What apt cannot read of the host, with which it neither refreshes nor resolves anything; it names the file first. */
const unreadable =
  /^E: (?:[^\n]*\nE: The (?:list of sources could not be read|package lists or status file could not be parsed)|Unable to parse package file|Syntax error |ProxyAutoDetect command |Conflicting values set for option|The value '[^'\n]*' is invalid for APT::Default-Release)[^\n]*|^dpkg: error: configuration error: [^\n]*/m;

/** Whether apt refuses because the release that the host prefers is in no list. */
export const lacksDefaultRelease = (text: string): boolean =>
  text.includes('is invalid for APT::Default-Release');

/**
 * Maps apt's and dpkg's own words (C locale, Debian 11 to 13) to the codes of the contract. The first match wins, so
 * causes stand before consequences: a full disk also fails scripts and fetches.
 */
const rules: readonly Rule[] = [
  {
    code: 'LOCK_HELD',
    pattern: /(?:Could not get lock|Unable to lock) [^\n]*?held by process (\d+)(?: \(([^)\n]+)\))?/,
    message: (match) => `The package manager's lock is held by process ${match[1]} (${match[2] ?? '?'}).`,
    details: (match) => ({ pid: Number(match[1]), command: match[2] ?? null }),
  },
  {
    code: 'LOCK_HELD',
    // dpkg 1.22 (Debian 13) names the program, older ones say "another".
    pattern: /lock was locked by \S+ process with pid (\d+)/,
    message: (match) => `The package manager's lock is held by process ${match[1]}.`,
    details: (match) => ({ pid: Number(match[1]), command: null }),
  },
  {
    code: 'LOCK_HELD',
    pattern: /(?:Could not get lock|Unable to acquire the dpkg frontend lock|Unable to lock)[^\n]*/,
    message: () => "The package manager's lock is held by another process.",
  },
  {
    code: 'NO_SPACE',
    pattern: lineWith(
      /No space left on device|don't have enough free space|Disk quota exceeded|not enough free disk space/i,
    ),
    message: ownWords,
  },
  {
    code: 'INTERRUPTED',
    pattern: /Sub-process \S*dpkg\S* (?:received|was killed|exited unexpectedly)[^\n]*/,
    message: ownWords,
  },
  { code: 'READ_ONLY', pattern: lineWith(/Read-only file system/), message: ownWords },
  {
    code: 'LISTS_UNREADABLE',
    pattern: unreadable,
    message: ([words = '']) =>
      `apt cannot read this host's configuration or lists: ${words
        .trim()
        .replaceAll(/\s*\n?(?:E: |dpkg: error: configuration error: )/g, ' ')
        .trim()
        .slice(0, 900)}`,
  },
  {
    code: 'METADATA_EXPIRED',
    pattern: lineWith(/Release file for [^\n]* is (?:expired|not valid yet)/),
    message: ownWords,
  },
  {
    code: 'SIGNATURE_INVALID',
    // Debian's releases become "oldstable", and third parties rename theirs: right where somebody has announced it.
    pattern: lineWith(/changed its '[^']+' value/),
    message: (match) =>
      `${ownWords(match)} If that is expected, accept it on the host: apt-get update --allow-releaseinfo-change`,
  },
  {
    code: 'SIGNATURE_INVALID',
    pattern: lineWith(
      /NO_PUBKEY|BADSIG|EXPKEYSIG|REVKEYSIG|is not signed|no longer signed|following signatures (?:couldn't|were)|Missing key|could not be authenticated|unauthenticated packages|Clearsigned file isn't valid|Sub-process \S{0,200}(?:sqv|gpgv) returned an error/,
    ),
    message: ownWords,
  },
  {
    code: 'FETCH_FAILED',
    pattern: lineWith(
      /method driver \S{1,200} could not be found|Hash Sum mismatch|Sub-process ProxyAutoDetect|File has unexpected size|Failed to fetch|Unable to fetch|Some index files failed|Could not resolve|Could not connect|Unable to connect/i,
    ),
    message: ownWords,
  },
  {
    code: 'PACKAGE_HELD',
    pattern: /Held packages were changed[^\n]*/,
    message: () => 'A held package would have to change.',
  },
  {
    code: 'PACKAGE_NOT_FOUND',
    pattern: lineWith(
      /Unable to locate package|Version '[^']*' for '[^']*' was not found|has no installation candidate|is not installed, so not removed/,
    ),
    message: ownWords,
  },
  {
    code: 'CONFLICT',
    pattern: /Packages need to be removed but remove is disabled/,
    message: () => 'Other packages would have to be removed.',
  },
  {
    code: 'CONFLICT',
    pattern: /Essential packages were removed[^\n]*/,
    message: () => 'Essential or protected packages would be removed.',
  },
  {
    code: 'CONFLICT',
    pattern: /Packages were downgraded[^\n]*/,
    message: () => 'A package would be downgraded.',
  },
  {
    code: 'CONFLICT',
    pattern: lineWith(/unmet dependencies|held broken packages|Unable to correct problems/i),
    message: ownWords,
  },
  {
    code: 'SCRIPT_FAILED',
    pattern: /E: Problem executing scripts (\S+) '([^\n]*)'/,
    message: ([, list = '', hook = '']) => hookMessage(`${list} "${hook}"`),
    details: ([, list = '']) => ({ package: null, script: list }),
  },
  {
    code: 'UNSUPPORTED',
    // Only from the beginning of a word: a line of slashes would be searched anew from each of them.
    pattern: /(?<!\S)(\/\S+)\/guard: Permission denied/,
    message: ([, folder = '']) =>
      `The agent could not check what apt was about to do: no program may be run in ${folder} (mount option noexec).`,
  },
  {
    code: 'SCRIPT_FAILED',
    pattern: /E: Failure running (?:script|hook) ([^\n]*)/,
    message: ([, hook = '']) => hookMessage(`DPkg::Pre-Install-Pkgs "${hook}"`),
    details: () => ({ package: null, script: 'DPkg::Pre-Install-Pkgs' }),
  },
  {
    code: 'UNSUPPORTED',
    pattern: /^dpkg: error processing [^\n]*:\n ([^\n]*: Operation not permitted)$/m,
    message: ([, reason = '']) =>
      `${reason.slice(0, 900)}. Not even root may change that file; it may be immutable (see lsattr and chattr -i).`,
  },
  {
    code: 'UNSUPPORTED',
    pattern: /W: APT had planned for dpkg to do more than it reported back/,
    message: () =>
      'dpkg did less than apt asked it to; look for no-act and the like in /etc/dpkg/dpkg.cfg and dpkg.cfg.d.',
  },
];

function hookMessage(hook: string): string {
  return `A hook in this host's apt.conf failed, and apt stopped: ${hook.slice(0, 500)}. Its words are in the log.`;
}

/** dpkg's line about a script that failed: package, script and exit status or signal. */
const scriptFailure =
  /(?:installed|new|old) (\S+) package (pre-installation|post-installation|pre-removal|post-removal) script subprocess (?:returned error exit status (\d+)|was killed by signal \(([^)]+)\))/g;

const scriptNames: Record<string, string> = {
  'pre-installation': 'preinst',
  'post-installation': 'postinst',
  'pre-removal': 'prerm',
  'post-removal': 'postrm',
};

/** The maintainer scripts that failed, in the order in which dpkg ran them. */
export function failedScripts(
  output: string,
): { package: string; script: string; exitStatus: number | null; signal: string | null }[] {
  return [...output.matchAll(scriptFailure)].map(([, name = '', kind = '', exitStatus, signal]) => ({
    package: name.replace(/:[^:]+$/, ''),
    script: scriptNames[kind] ?? kind,
    exitStatus: exitStatus === undefined ? null : Number(exitStatus),
    signal: signal ?? null,
  }));
}

/**
 * Judges apt's output; null when nothing in it is known to be a failure. Of several failing scripts the first
 * one of the `concerned` packages is named: one that was broken before the job fails again in every run of dpkg.
 */
export function classify(output: string, concerned: readonly string[] = []): JobFailure | null {
  const text = plain(output);
  for (const rule of rules) {
    const match = rule.pattern.exec(text);
    if (match) {
      const failure: JobFailure = { code: rule.code, message: rule.message(match) };
      return rule.details ? { ...failure, details: rule.details(match) } : failure;
    }
    // A full disk explains a failing script, but never the reverse. The rules below come after the scripts.
    if (rule.code === 'READ_ONLY') {
      const scripts = failedScripts(text);
      const first = scripts.find((one) => concerned.includes(one.package)) ?? scripts[0];
      if (first) return scriptFailureOf(first, scripts);
    }
  }
  return null;
}

type FailedScript = ReturnType<typeof failedScripts>[number];

function scriptFailureOf(first: FailedScript, all: readonly FailedScript[]): JobFailure {
  const how = first.signal ? `was ended by signal ${first.signal}` : `ended with ${first.exitStatus}`;
  // 137: the script itself lived to tell that a program of it was killed.
  const hint = first.signal === 'Killed' || first.exitStatus === 137 ? `: ${memoryHint}` : '';
  return {
    code: 'SCRIPT_FAILED',
    message: `The ${first.script} script of ${first.package} ${how}${hint}.`,
    details: { package: first.package, script: first.script, failed: all },
  };
}
