import { confirmAction, type Confirmation } from '../../../../web/components/fm-confirm/fm-confirm.ts';
import { safeName } from '../../../../web/core/safeText.ts';
import type { User } from '../../../../web/core/schema.ts';
import type { UserOffer } from './offers.ts';

/** Asks before an act on an account, and returns what is told once it is done; null: let be. */
export async function confirmed(offer: Exclude<UserOffer, 'password'>, user: User): Promise<string | null> {
  const name = safeName(user.username);
  const { done, ...question } = questionOf(offer, name);
  const isSure = question.title === undefined || (await confirmAction(question as Confirmation));
  return isSure ? done : null;
}

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
        text: 'For who has lost them: authenticator app, passkeys and recovery codes. The password alone opens the account until new ones are set up.',
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
        text: 'They are signed out everywhere at once, and their API tokens are refused. Enabling lets them in again.',
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
