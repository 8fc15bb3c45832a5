/** What a mail says, before it is text or HTML. Nothing in it is escaped. */
export interface Letter {
  subject: string;
  /** What a person must do. It is the first that is read, on a locked phone too. */
  first: string;
  /** The rest in sentences. */
  more: string[];
  /** One line each: whom or what it is about, and what of it; `rest` counts those that are not named. */
  list: { title: string; items: { name: string; what: string }[]; rest: string | null } | null;
  link: { text: string; url: string };
}
