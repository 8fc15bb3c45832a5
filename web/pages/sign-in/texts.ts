/** What the sign-in says besides its fields. */
export const texts = {
  noName: 'Enter your user name.',
  noPassword: 'Enter your password.',
  noCode: 'Enter the six digits that the app shows.',
  first: 'First time here?',
  firstName: 'The manager made one account, admin.',
  firstPassword:
    'Its password was printed once, where the manager was started first. It is asked for here, and you then choose your own.',
  lost: 'An administrator can give you a new password. Who is the only one sets FLEETMEND_ADMIN_PASSWORD before the first start.',
} as const;
