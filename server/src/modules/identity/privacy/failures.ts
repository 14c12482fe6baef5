import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('identity', {
  privacy_export_not_found: {
    status: 404,
    message:
      'There is no such export, or it was fetched, or its 24 hours are over. Ask for a new one.',
  },
  privacy_export_not_ready: {
    status: 409,
    message: 'The export is not ready yet. Wait for the mail that says so.',
    retryAfterSeconds: 10,
  },
  privacy_export_table_unknown: {
    status: 404,
    message: 'The export has no such table. Choose one that the details name.',
  },
  person_not_found: { status: 404, message: 'There is no such person. Check the id.' },
  person_erased: { status: 409, message: 'This person was already erased. Do nothing more.' },
  person_elsewhere: {
    status: 409,
    message:
      'This person belongs to other companies too. Take them out of yours; the platform’s operators can erase them.',
  },
  person_is_buying: {
    status: 409,
    message: 'A purchase of this person is under way. Try again when it has ended.',
    retryAfterSeconds: 900,
  },
  own_erasure: {
    status: 409,
    message: 'Nobody erases themselves. Ask an administrator or the platform’s operators.',
  },
})
