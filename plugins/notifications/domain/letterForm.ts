/** What a mail says, before it is text or HTML. Nothing in it is escaped. */
export interface Letter {
  subject: string;
  /** What a person must do. It is read first, also on a locked phone. */
  first: string;
  /** The rest in sentences. */
  more: string[];
  /** One line each: whom or what it is about, and the details; `rest` says how many are not named. */
  list: { title: string; items: { name: string; what: string }[]; rest: string | null } | null;
  link: { text: string; url: string };
}
