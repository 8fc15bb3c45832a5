/** dpkg writes through a terminal: its lines end in a carriage return, and progress overwrites itself. */
export function plain(output: string): string {
  return output.replace(/\r\n?/g, '\n');
}

/** The words after this line are the reason, on several lines, e.g. an unknown group in the statoverride file. */
const fatal = /^dpkg: unrecoverable fatal error, aborting:\n([\s\S]+?)(?=^(?:E|W): |(?![\s\S]))/m;

/** An error of apt or dpkg, with dpkg's reason, which it writes into the next line after a space. */
const anError = /^(?:E:|dpkg: error)[^\n]*(?:\n [^\n]*)*/gm;
/** apt's words when dpkg has failed; dpkg itself says why. */
const onlyThatItFailed = /^E: Sub-process \S+ returned an error code/;

/** apt's and dpkg's last errors, or the last line, for a failure that no rule knows. */
export function lastErrors(output: string): string {
  const text = plain(output);
  const reason = fatal.exec(text)?.[1]?.trim().replaceAll(/\s+/g, ' ');
  if (reason) return `dpkg: ${reason}`.slice(0, 1000);
  const all = [...new Set(text.match(anError))].map((one) => one.replaceAll('\n', ''));
  const reasons = all.filter((one) => !onlyThatItFailed.test(one));
  const errors = reasons.length > 0 ? reasons : all;
  return (errors.slice(-3).join(' ') || (text.trim().split('\n').at(-1) ?? '')).slice(0, 1000);
}

const lateHook = /^E: Problem executing scripts (APT::Update::Post-Invoke(?:-Success)? '[^\n]*')$/m;

/**
 * apt runs these hooks of its configuration after it has put all lists in place, and then ends with 100 when one of
 * them fails (command-not-found and appstream are known for it). Returns the first one that failed, or null, and the
 * output without apt's words about them.
 */
export function withoutLateHooks(output: string): { hook: string | null; rest: string } {
  const text = plain(output);
  const hook = lateHook.exec(text)?.[1] ?? null;
  if (hook === null) return { hook, rest: text };
  const about = (line: string) => lateHook.test(line) || line === 'E: Sub-process returned an error code';
  return {
    hook,
    rest: text
      .split('\n')
      .filter((line) => !about(line))
      .join('\n'),
  };
}
