import type { KeptBackReason, Plan } from '../backend.ts';

const messages: Record<KeptBackReason, string> = {
  HELD: 'The package is held on this host.',
  PHASED: "The update is phased and this host's turn has not come.",
  NEEDS_NEW: 'The update needs new packages.',
  NEEDS_REMOVAL: 'The update would remove other packages.',
  DEPENDENCY: 'A package that the update depends on cannot be installed.',
  EXCLUDED: 'The request excludes the package.',
  SOURCE_FAILED: 'The update comes from a source that failed.',
  PINNED: "The host's own preferences suppress this security update.",
  SECURITY_UNKNOWN: 'Nobody can tell whether this is a security update.',
};

/** The entry for an update of which its source (null: without a name) does not say whether it is for security. */
export function unknownEntry(
  one: { name: string; arch: string },
  source: string | null | undefined,
): Plan['keptBack'][number] {
  const from = source ? `its source, ${source},` : 'its source';
  const message = `${messages.SECURITY_UNKNOWN.slice(0, -1)}: ${from} publishes no advisories and has no archive of its own for security updates.`;
  return keptEntry(one, 'SECURITY_UNKNOWN', message);
}

/** The entry for a package that a plan leaves as it is, with the reason in words. */
export function keptEntry(
  { name, arch }: { name: string; arch: string },
  reason: KeptBackReason,
  message = messages[reason],
): Plan['keptBack'][number] {
  return { name, arch, reason, message };
}
