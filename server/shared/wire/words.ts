/** The form of the codes of errors and of reasons, in both contracts. */
const WORD = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Whether a text has the form of a code or a reason; an agent may tell anything. */
export const isWord = (text: string): boolean => WORD.test(text);

/** A later agent may know more words; one of another form is in no answer of the manager's contract. */
export const wordOf = (text: string): string => (isWord(text) ? text : 'UNKNOWN');
