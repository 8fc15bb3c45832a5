import { html, type TemplateResult } from 'lit';
import '#web/components/fm-field/fm-field.ts';
import { confirmAction, type Confirmation } from '#web/components/fm-confirm/fm-confirm.ts';
import { safeName } from '#web/core/safeText.ts';
import type { User } from '#web/core/schema.ts';
import type { UserOffer } from './offers.ts';

export interface Confirmed {
  /** What the page says once it is done. */
  done: string;
  /** Also stop what the person has scheduled. */
  stopsWork: boolean;
}

/** Asks before an act on an account; null: the reader cancelled. */
export async function confirmed(
  offer: Exclude<UserOffer, 'password'>,
  user: User,
): Promise<Confirmed | null> {
  const { done, ...question } = questionOf(offer, safeName(user.username));
  if (question.title === undefined) return { done, stopsWork: false };
  let stopsWork = false;
  const isCut = offer === 'disable' || offer === 'delete';
  const text = isCut ? withWork(question.text, (isOn) => (stopsWork = isOn)) : question.text;
  return (await confirmAction({ ...(question as Confirmation), text })) ? { done, stopsWork } : null;
}

/** Jobs and policies go on without the person who made them, unless this is switched on. */
const withWork = (text: unknown, chosen: (isOn: boolean) => void): TemplateResult =>
  html`${text}
    <fm-field
      kind="switch"
      name="stops-work"
      label="Stop their scheduled work"
      help="Cancels their jobs that have not started and pauses their policies. Otherwise both continue."
      .value=${false}
      @fm-change=${({ detail }: CustomEvent<boolean>) => chosen(detail)}
    ></fm-field>`;

type Question = Partial<Confirmation> & { done: string };

function questionOf(offer: Exclude<UserOffer, 'password'>, name: string): Question {
  switch (offer) {
    case 'sessions':
      return {
        title: `End all sessions of ${name}?`,
        text: 'The user is signed out everywhere immediately, and can sign in again. API tokens stay valid.',
        action: 'End sessions',
        done: `All sessions of ${name} ended.`,
      };
    case 'tokens':
      return {
        title: `End all sessions and API tokens of ${name}?`,
        text: 'Use this if credentials may have leaked: the user is signed out everywhere immediately, and scripts need new tokens.',
        action: 'End sessions and tokens',
        done: `All sessions and API tokens of ${name} ended.`,
      };
    case 'factors':
      return {
        title: `Remove all second factors of ${name}?`,
        text: 'Removes authenticator app, passkeys and recovery codes. Only the password protects the account until new factors are set up.',
        action: 'Remove',
        done: `Second factors of ${name} removed.`,
      };
    case 'sso':
      return {
        title: `Require single sign-on for ${name}?`,
        text: 'The password is removed and all sessions end. Set a password to undo this.',
        action: 'Remove password',
        done: `${name} must use single sign-on.`,
      };
    case 'disable':
      return {
        title: `Disable ${name}?`,
        text: 'The user is signed out everywhere immediately, and API tokens are deleted. After enabling, scripts need new tokens.',
        action: 'Disable',
        done: `${name} disabled.`,
      };
    case 'enable':
      return { done: `${name} enabled.` };
    case 'delete':
      return {
        title: `Delete ${name}?`,
        text: 'This cannot be undone. Sessions and API tokens are deleted; the audit log and jobs keep the name.',
        action: 'Delete',
        done: `${name} deleted.`,
      };
  }
}
