export const people = {
  left: 'Somebody who has left the company',
  integration: 'An integration',
  leave: 'Cancel',
  signInAgain: 'This change needs a recent sign-in. <link>Sign in again</link>, then repeat it.',
}
