import { safeName } from '../../core/safeText.ts';
import { navigate } from '../../core/router.ts';
import { offersFor } from '../../domain/policy/act.ts';
import type { Policy } from '../../domain/policy/read.ts';
import { ACTS } from '../../domain/policy/texts.ts';
import { wishFor } from '../../domain/policy/wish.ts';
import type { IconName } from '../../icons/icons.ts';

/** What can be done with a policy now. */
export const policyEntries = (policy: Policy): { label: string; icon: IconName; run(): void }[] =>
  offersFor(policy)
    .filter(({ whyNot }) => whyNot === null)
    .map(({ act }) => ({
      label: `${ACTS[act].label}: ${safeName(policy.name)}`,
      icon: ACTS[act].icon,
      run: () => {
        wishFor(policy.id, act);
        navigate(`/policies/${policy.id}`);
        // If that page is on the screen already, navigating there does nothing: this event tells it.
        dispatchEvent(new Event('fm-policy-wish'));
      },
    }));
