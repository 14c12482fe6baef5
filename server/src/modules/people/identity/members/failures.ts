import { Type } from 'typebox'
import { companyRoles } from '#kernel/actor'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  company_not_found: {
    status: 404,
    message:
      'There is no such company. Send the id of a company, which begins with co_, and not its name.',
    details: { companyId: Type.String() },
  },
  company_disabled: {
    status: 403,
    message: 'The company is disabled on this platform. Ask the operators of the platform.',
  },
  postal_code_invalid: {
    status: 400,
    message:
      'The postal code does not fit its country. Check both: details.forms names the possible forms: 9 stands for a digit, A for a letter, X for either.',
    details: { country: Type.String(), forms: Type.Array(Type.String()) },
  },
  place_unknown: {
    status: 422,
    message:
      'The currency, the country or the time zone is unknown; details.fields names which. Use a currency of ISO 4217, a country of ISO 3166-1 and a time zone of the IANA database, such as Europe/Berlin.',
    details: { fields: Type.Array(Type.String()) },
  },
  platform_stays_open: {
    status: 409,
    message: 'You cannot disable the company that operates the platform. Choose another company.',
  },
  account_not_found: {
    status: 404,
    message: 'There is no such account. Search for the mail address of the person.',
    details: { userId: Type.String() },
  },
  account_not_open: {
    status: 409,
    message: 'The account is already locked, or was erased. Check its state in the details.',
    details: { userId: Type.String(), state: Type.Enum(['ACTIVE', 'LOCKED', 'DISABLED']) },
  },
  account_not_locked: {
    status: 409,
    message: 'The account is not locked, so nothing was changed. Check its state in the details.',
    details: { userId: Type.String(), state: Type.Enum(['ACTIVE', 'LOCKED', 'DISABLED']) },
  },
  own_lock: { status: 409, message: 'You cannot lock your own account. Ask another operator.' },
  member_not_found: {
    status: 404,
    message: 'There is no such person in your company. Take the id from the list of members.',
    details: { userId: Type.String() },
  },
  last_admin: {
    status: 409,
    message:
      'This person is the last administrator of the company. Make somebody else an administrator first.',
    details: { userId: Type.String() },
  },
  keys_depend: {
    status: 409,
    message:
      'API keys that this person made would stop working or lose rights. Name another administrator in handOverKeysTo who takes them over, or revoke them first.',
    details: {
      keys: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      count: Type.Integer(),
    },
  },
  heir_unfit: {
    status: 422,
    message: 'Only another administrator of the company can take over API keys. Name one.',
    details: { handOverKeysTo: Type.String() },
  },
  own_roles: {
    status: 403,
    message: 'You cannot give a role to yourself. Ask another administrator.',
    details: { roles: Type.Array(Type.Enum([...companyRoles])) },
  },
  operators_apart: {
    status: 409,
    message:
      'One account cannot be both an operator of the platform and a member of a company. Use a separate account.',
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
    message:
      'There is already an account with this address. Sign in first, then accept the invitation.',
  },
  invitations_too_many: {
    status: 429,
    message: 'Too many invitations were sent today. Try again tomorrow.',
    retryAfterSeconds: 86_400,
  },
})
