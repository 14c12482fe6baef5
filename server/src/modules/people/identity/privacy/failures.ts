import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  privacy_export_not_found: {
    status: 404,
    message:
      'There is no such export, it was already downloaded, or its 24 hours are over. Ask for a new one.',
    details: { exportId: Type.Optional(Type.String()) },
  },
  privacy_export_not_ready: {
    status: 409,
    message: 'The export is not ready yet. Wait for the mail about it.',
    retryAfterSeconds: 10,
    details: { exportId: Type.String() },
  },
  privacy_export_table_unknown: {
    status: 404,
    message: 'The export has no such table. Choose one of the tables in the details.',
    details: { table: Type.String(), known: Type.Array(Type.String()) },
  },
  person_not_found: {
    status: 404,
    message: 'There is no such person. Check the id.',
    details: { userId: Type.String() },
  },
  person_erased: {
    status: 409,
    message: 'The data of this person was already erased. Do nothing more.',
    details: { userId: Type.String() },
  },
  person_elsewhere: {
    status: 409,
    message:
      'This person also belongs to other companies, so only operators of the platform can erase the data. Remove the person from your company, or ask an operator.',
    details: { userId: Type.String() },
  },
  person_is_buying: {
    status: 409,
    message: 'This person has a purchase that is not finished. Try again when it has ended.',
    retryAfterSeconds: 900,
    details: { userId: Type.String() },
  },
  own_erasure: {
    status: 409,
    message:
      'You cannot erase your own data. Ask an administrator or the operators of the platform.',
  },
})
