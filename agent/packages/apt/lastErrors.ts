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
