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
      label="Stop what they have scheduled"
      help="Jobs that have not begun are cancelled, and policies that they made are paused. Else both go on."
      .value=${false}
      @fm-change=${({ detail }: CustomEvent<boolean>) => chosen(detail)}
    ></fm-field>`;

type Question = Partial<Confirmation> & { done: string };

function questionOf(offer: Exclude<UserOffer, 'password'>, name: string): Question {
  switch (offer) {
    case 'sessions':
      return {
        title: `End all sessions of ${name}?`,
        text: 'They are signed out everywhere at once, and may sign in again. API tokens stay.',
        action: 'End sessions',
        done: `All sessions of ${name} are ended.`,
      };
    case 'tokens':
      return {
        title: `End all sessions and API tokens of ${name}?`,
        text: 'Where somebody else may have them: they are signed out everywhere at once, and their tools are refused until they get new tokens.',
        action: 'End sessions and tokens',
        done: `All sessions and API tokens of ${name} are ended.`,
      };
    case 'factors':
      return {
        title: `Remove all second factors of ${name}?`,
        text: 'For a person who has lost them: authenticator app, passkeys and recovery codes. The password alone opens the account until new ones are set up.',
        action: 'Remove',
        done: `${name} has no second factor any more.`,
      };
    case 'sso':
      return {
        title: `Let ${name} sign in by single sign-on alone?`,
        text: 'The password is taken away and all sessions end. Setting a password undoes it.',
        action: 'Take the password away',
        done: `${name} signs in by single sign-on alone.`,
      };
    case 'disable':
      return {
        title: `Disable ${name}?`,
        text: 'They are signed out everywhere at once, and their API tokens are deleted. Enabling lets them in again; their tools then need new tokens.',
        action: 'Disable',
        done: `${name} is disabled.`,
      };
    case 'enable':
      return { done: `${name} may sign in again.` };
    case 'delete':
      return {
        title: `Delete ${name}?`,
        text: 'This cannot be undone. Sessions and API tokens go with the account; the audit log and jobs keep the name.',
        action: 'Delete',
        done: `${name} is deleted.`,
      };
  }
}
