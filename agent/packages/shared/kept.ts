import type { KeptBackReason, Plan } from '../backend.ts';

const messages: Record<KeptBackReason, string> = {
  HELD: 'The package is held on this host.',
  PHASED: "The update is phased and this host's turn has not come.",
  NEEDS_NEW: 'The update needs new packages.',
  NEEDS_REMOVAL: 'The update would remove other packages.',
  DEPENDENCY: 'A package that the update depends on cannot be installed.',
  EXCLUDED: 'The request excludes the package.',
  SOURCE_FAILED: 'The update comes from a source that failed.',
};

/** The entry for a package that a plan leaves as it is, with the reason in words. */
export function keptEntry(
  { name, arch }: { name: string; arch: string },
  reason: KeptBackReason,
  message = messages[reason],
): Plan['keptBack'][number] {
  return { name, arch, reason, message };
}
