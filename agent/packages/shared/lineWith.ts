/**
 * A pattern for the whole line in which `words` are found. It begins to search at the start of each line alone: with
 * `[^\n]*` in front of the words, a line of 64 KB would be searched anew from each of its characters, for a minute.
 */
export function lineWith(words: RegExp): RegExp {
  // eslint-disable-next-line security/detect-non-literal-regexp -- made of the patterns of this project's own tables
  return new RegExp(`(?<![^\\n])[^\\n]*?(?:${words.source})[^\\n]*`, words.flags);
}
