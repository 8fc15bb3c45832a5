import type { JobEnv, JobFailure, LimitKeeper } from '../../backend.ts';
import { scriptEnder } from '../../shared/scripts.ts';

export interface FailedScriptlet {
  package: string;
  /** rpm's word: %pre, %post, %preun, %postun, %pretrans, %posttrans, %triggerin, … */
  script: string;
  exitStatus: number | null;
  signal: number | null;
}

/** rpm's own message, passed on by dnf 4, dnf5 and zypper: `%post(name-version-release.arch) scriptlet failed, …`. */
const failure = /%(\w+)\(([^()\s]+)\) scriptlet failed, (?:exit status (\d+)|signal (\d+))/g;

/** rpm says `%prein` where the spec file says `%pre`. */
const specNames: Readonly<Record<string, string>> = { prein: '%pre', postin: '%post' };

function nameOf(nevra: string): string {
  return nevra.replace(/-[^-]+-[^-]+$/, '');
}

/** The failed scriptlets of these packages, in the order in which rpm ran them, each once. */
export function failedScriptlets(output: string, concerned: readonly string[]): FailedScriptlet[] {
  const seen = new Set<string>();
  return [...output.matchAll(failure)].flatMap(([, kind = '', nevra = '', exitStatus, signal]) => {
    const name = nameOf(nevra);
    const script = specNames[kind] ?? `%${kind}`;
    if (seen.has(`${script} ${nevra}`) || !concerned.includes(name)) return [];
    seen.add(`${script} ${nevra}`);
    return [
      {
        package: name,
        script,
        exitStatus: exitStatus === undefined ? null : Number(exitStatus),
        signal: signal === undefined ? null : Number(signal),
      },
    ];
  });
}

export function scriptletFailure(first: FailedScriptlet, all: readonly FailedScriptlet[]): JobFailure {
  const how =
    first.signal !== null ? `was ended by signal ${first.signal}` : `ended with ${first.exitStatus}`;
  return {
    code: 'SCRIPT_FAILED',
    message: `The ${first.script} script of ${first.package} ${how}.`,
    details: { package: first.package, script: first.script, failed: all },
  };
}

/** rpm writes each scriptlet into a file of this name, which the interpreter runs. */
const scriptletPath = /\/rpm-tmp\.\w+(?:\0|$)/;

/** Ends a stuck scriptlet at a time limit, and nothing else. */
export function scriptletEnder(env: JobEnv): LimitKeeper {
  return scriptEnder((text) => env.log('agent', text), scriptletPath);
}
