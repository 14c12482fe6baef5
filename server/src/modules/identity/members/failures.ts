import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  company_not_found: { status: 404, message: 'There is no such company. Check the id.' },
  company_disabled: {
    status: 403,
    message: 'The company is closed on this platform. Ask the operators of the platform.',
  },
  place_unknown: {
    status: 422,
    message:
      'Use a currency of ISO 4217 and a country of ISO 3166-1. The details say which is not.',
  },
  platform_stays_open: {
    status: 409,
    message: 'The company that operates the platform cannot be disabled. Choose another company.',
  },
  account_not_found: {
    status: 404,
    message: 'There is no such person. Search for the mail address of the account.',
  },
  account_not_open: {
    status: 409,
    message: 'The account is already locked, or was erased. See the details for its state.',
  },
  account_not_locked: {
    status: 409,
    message: 'The account is not locked, so nothing was changed. See the details for its state.',
  },
  own_lock: { status: 409, message: 'Nobody locks themselves out. Ask another operator.' },
  member_not_found: {
    status: 404,
    message: 'There is no such person in your company. Take the id from the list of members.',
  },
  last_admin: {
    status: 409,
    message: 'This is the last administrator. Make somebody else one first.',
  },
  keys_depend: {
    status: 409,
    message:
      'API keys that this person made would stop working, or do less. Name in handOverKeysTo another administrator who answers for them from now on, or revoke them first.',
  },
  heir_unfit: {
    status: 422,
    message: 'API keys can be handed over only to another administrator of the company. Name one.',
  },
  own_roles: {
    status: 403,
    message: 'Nobody gives a role to themselves. Ask another administrator.',
  },
  operators_apart: {
    status: 409,
    message:
      'Operators of the platform do not buy on it, and buyers do not operate it. Use a separate account.',
  },
  already_member: {
    status: 409,
    message: 'This person already belongs to the company. Change their roles instead.',
  },
  invitation_not_found: {
    status: 404,
    message:
      'There is no such invitation, or it was used, revoked or has expired. Ask for a new one.',
  },
  invitation_needs_sign_in: {
    status: 409,
    message: 'You have an account with this address. Sign in, and accept the invitation then.',
  },
  invitations_too_many: {
    status: 429,
    message: 'Too many invitations were sent today. Try again tomorrow.',
    retryAfterSeconds: 86_400,
  },
})
