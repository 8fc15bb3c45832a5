import MailComposer from 'nodemailer/lib/mail-composer';

/** One whole mail: it gives the same text at each sending, except for the boundaries between its parts. */
export interface Mail {
  /** Without the angle brackets; the same at each sending, so that somebody who gets the mail twice can tell. */
  messageId: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** When the thing happened that the mail tells of. */
  date: Date;
  attachment?: Attachment | null;
}

export interface Attachment {
  fileName: string;
  contentType: string;
  data: Buffer;
}

const MAX_SUBJECT = 200;

/** The mail as it is sent (RFC 5322, MIME). Nothing in a subject can begin another header. */
export async function composed(mail: Mail): Promise<Buffer> {
  const { messageId, from, to, text, html, date, attachment } = mail;
  const node = new MailComposer({
    from: asAddress(from),
    to: to.map(asAddress),
    date,
    text,
    html,
    subject: oneLine(mail.subject),
    messageId: `<${messageId}>`,
    ...(attachment
      ? {
          attachments: [
            {
              filename: attachment.fileName,
              contentType: attachment.contentType,
              content: attachment.data,
            },
          ],
        }
      : {}),
    headers: {
      // Asks machines to send no answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  }).compile();
  return node.build();
}

/** Given as an object, an address is never parsed for names, groups and comments. */
const asAddress = (address: string): { name: string; address: string } => ({ name: '', address });

const oneLine = (subject: string): string => {
  const line = subject.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1)}…` : line;
};
