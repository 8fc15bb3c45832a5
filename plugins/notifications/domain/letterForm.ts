/** What a mail says, before it is text or HTML. Nothing in it is escaped. */
export interface Letter {
  subject: string;
  /** What a person must do. It is read first, also on a locked phone. */
  first: string;
  /** The rest in sentences. */
  more: string[];
  list: LetterList | null;
  link: { text: string; url: string };
}

/** One line each: whom or what it is about, and the details. */
export interface LetterList {
  title: string;
  items: { name: string; what: string }[];
  /** How many there are beside the items. */
  unnamed: number;
  /** Says that so many are not named. */
  rest(count: number): string;
}

/** What a list says that names only its first `shown` items; null: it names all. */
export function restOf({ items, unnamed, rest }: LetterList, shown = items.length): string | null {
  const count = items.length - shown + unnamed;
  return count > 0 ? rest(count) : null;
}
