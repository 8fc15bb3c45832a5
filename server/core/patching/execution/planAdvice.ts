import type { PatchItem } from '../../hosts/api.ts';
import type { StoredPlan } from '../models.ts';
import type { PatchList } from '../ports.ts';

/** The most CVEs that an entry names; a kernel fixes hundreds. */
const MOST_CVES = 40;
/** The most CVEs in a whole plan, so that the plan stays within its limits. */
const MOST_IN_PLAN = 2_000;

type Patches = ReadonlyMap<string, PatchItem>;
interface Advice {
  security?: boolean | null;
  severity?: string | null;
  cves?: string[];
  cves_total?: number;
}

/**
 * The plan with the host's operating system, and with what its patch list says about the packages: which are security updates, and which CVEs they
 * fix. A changed package gets it only if the list holds the very version that the plan installs. The plan's hash does
 * not cover the advice.
 */
export function withAdvice(plan: StoredPlan, { osName, patches }: PatchList): StoredPlan {
  const known: Patches = new Map(patches.map((patch) => [`${patch.name}:${patch.arch}`, patch]));
  const left = { cves: MOST_IN_PLAN };
  const ofEntry = <T extends Named & { to: string | null }>(entry: T): T => {
    const patch = known.get(`${entry.name}:${entry.arch}`);
    const brings = [patch?.available_version, patch?.security_version];
    return patch && brings.includes(entry.to) ? { ...entry, ...adviceOf(patch, left) } : entry;
  };
  const ofKept = <T extends Named>(kept: T): T => {
    const patch = known.get(`${kept.name}:${kept.arch}`);
    return patch ? { ...kept, ...adviceOf(patch, left) } : kept;
  };
  return {
    ...plan,
    upgrade: plan.upgrade.map(ofEntry),
    install: plan.install.map(ofEntry),
    kept_back: plan.kept_back.map(ofKept),
    ...(osName === null ? {} : { os_name: osName }),
  };
}

interface Named {
  name: string;
  arch: string;
}

function adviceOf({ security, severity, advisories }: PatchItem, left: { cves: number }): Advice {
  const all = [...new Set(advisories.flatMap(({ cves }) => cves))];
  const cves = all.slice(0, Math.min(MOST_CVES, left.cves));
  left.cves -= cves.length;
  return {
    security,
    ...(severity === null ? {} : { severity }),
    ...(all.length > 0 ? { cves, cves_total: all.length } : {}),
  };
}
