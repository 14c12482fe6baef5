export const person = {
  title: 'Person {id}',
  nobody: 'There is no person with this id.',
  name: 'Name',
  email: 'E-mail address',
  created: 'Account since',
  lockedAt: 'Locked',
  lockedBy: 'Locked by',
  roles: 'Roles',
  lock: 'Lock the account',
  lockOf: 'Lock the account of {email}',
  lockNow: 'Lock it',
  lockEffect:
    'The person can sign in to no company. All sessions and consents to apps end at once, and the API keys stop working.',
  unlock: 'Unlock the account',
  unlockOf: 'Unlock the account of {email}',
  unlockSure: 'Unlock it: ask the person to set a new password',
}
