/** A command of a shell script, as far as its words are known without running it. */
export interface ShellCommand {
  words: string[];
  line: number;
}

/** The blocks of commands of a Markdown page, each with the number of its first line. */
export const shellBlocks = (markdown: string): { line: number; text: string }[] =>
  [...markdown.matchAll(/^( *)```(?:sh|bash|shell|console)\n([^]*?)^\1```$/gm)].map(
    ({ 2: text = '', index }) => ({ line: markdown.slice(0, index).split('\n').length + 1, text }),
  );

/**
 * The commands of a script, in their order, those inside `$(…)` before the one that uses them: without comments,
 * assignments and redirections. A substitution is `…` in the words. Functions that the script defines are answered, too.
 */
export function commandsOf(script: string, firstLine = 1): { commands: ShellCommand[]; defined: string[] } {
  const commands: ShellCommand[] = [];
  const defined: string[] = [];
  let [at, line] = [0, firstLine];
  let words: string[] = [];
  let word: string | null = null;
  let isTarget = false;
  let textEnd: string | null = null;
  const add = (text: string): void => void (word = (word ?? '') + text);

  function endWord(): void {
    if (word !== null && !isTarget && !(words.length === 0 && /^\w+=/.test(word))) words.push(word);
    if (word !== null) isTarget = false;
    word = null;
  }
  function endCommand(): void {
    endWord();
    if (words.length > 0) commands.push({ words, line });
    words = [];
  }
  /** `$(…)`: what is inside are commands of their own. */
  function substitute(): void {
    let [depth, end] = [1, at + 2];
    while (end < script.length && depth > 0) {
      if (script[end] === '(') depth += 1;
      if (script[end] === ')') depth -= 1;
      end += 1;
    }
    const inner = commandsOf(script.slice(at + 2, end - 1), line);
    commands.push(...inner.commands);
    add('…');
    at = end;
  }
  function quoted(quote: string): void {
    at += 1;
    add('');
    while (at < script.length && script[at] !== quote) {
      if (quote === '"' && script.startsWith('$(', at)) substitute();
      else {
        if (script[at] === '\n') line += 1;
        add(script[at] ?? '');
        at += 1;
      }
    }
    at += 1;
  }

  /** The text of `<<END` is no command. */
  function skipText(end: string): void {
    const text = script.slice(at);
    const stop = text.split('\n').indexOf(end);
    const lines = text.split('\n').slice(0, stop < 0 ? undefined : stop + 1);
    at += lines.join('\n').length;
    line += lines.length - 1;
    textEnd = null;
  }

  while (at < script.length) {
    const char = script[at] ?? '';
    if (script.startsWith('$(', at)) substitute();
    else if (char === '"' || char === "'") quoted(char);
    else if (script.startsWith('()', at)) {
      defined.push(word ?? '');
      [word, at] = [null, at + 2];
    } else if (char === '#' && word === null) {
      while (at < script.length && script[at] !== '\n') at += 1;
    } else if (script.startsWith('\\\n', at)) {
      endWord();
      [at, line] = [at + 2, line + 1];
    } else if (/[\n;|&(){}]/.test(char) && !(char === '{' && word !== null)) {
      endCommand();
      if (char === '\n') line += 1;
      at += 1;
      if (char === '\n' && textEnd !== null) skipText(textEnd);
    } else if (script.startsWith('<<', at)) {
      endWord();
      textEnd = /^<<-?\s*['"]?(\w+)/.exec(script.slice(at))?.[1] ?? '';
      isTarget = true;
      at += 2;
    } else if (char === '<' || char === '>') {
      endWord();
      isTarget = true;
      at += 1;
    } else if (/\s/.test(char)) {
      endWord();
      at += 1;
    } else {
      add(char);
      at += 1;
    }
  }
  endCommand();
  return { commands, defined };
}
