import type { Content } from './contents.ts';
import { letterOf } from './letter.ts';
import { restOf, type Letter } from './letterForm.ts';
import { escaped } from './text.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const FOOT = 'Sent by Fleetmend according to its notification settings. Replies are not read.';

/** A mail as text and as HTML; what came from hosts and people is plain text in both. */
export function renderMail(content: Content, managerUrl: string): RenderedMail {
  const letter = letterOf(content, managerUrl);
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ first, more, list, link }: Letter): string {
  const items = list?.items.map(({ name, what }) => `- ${name}${what === '' ? '' : `: ${what}`}`) ?? [];
  const rest = list && restOf(list);
  const listed = list ? [[`${list.title}:`, ...items, ...(rest ? [rest] : [])].join('\n')] : [];
  return [first, `${link.text}: ${link.url}`, more.join('\n'), ...listed, `-- \n${FOOT}`, ''].join('\n\n');
}

/** Mail readers support few newer features: one column, styles on the elements, nothing that must be loaded. */
function htmlOf({ subject, first, more, list, link }: Letter): string {
  const items = (list?.items ?? []).map(
    ({ name, what }) =>
      `<li style="margin:0 0 10px;padding:0"><strong style="${BREAKS}">${escaped(name)}</strong>${
        what === '' ? '' : `<br><span style="${BREAKS};color:#4a5560">${escaped(what)}</span>`
      }</li>`,
  );
  const rest = list && restOf(list);
  const listed = list
    ? `<h2 style="font-size:16px;line-height:1.3;margin:24px 0 10px">${escaped(list.title)}</h2>
<ul style="margin:0;padding:0 0 0 18px">${items.join('\n')}</ul>${
        rest ? `\n<p style="margin:10px 0 0">${escaped(rest)}</p>` : ''
      }`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#ffffff">
<div style="max-width:600px;margin:0 auto;padding:20px 16px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#17202a">
<p style="font-size:19px;line-height:1.4;margin:0 0 18px;font-weight:600;${BREAKS}">${escaped(first)}</p>
<p style="margin:0 0 20px"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;background:#0b5cad;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:600">${escaped(link.text)}</a></p>
${more.map((line) => `<p style="margin:0 0 8px;${BREAKS}">${escaped(line)}</p>`).join('\n')}
${listed}
<p style="margin:28px 0 0;padding:12px 0 0;border-top:1px solid #d5dbe1;font-size:13px;color:#4a5560">${FOOT}</p>
</div>
</body>
</html>
`;
}

const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
