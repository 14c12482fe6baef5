import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('ops', {
  job_not_found: {
    status: 404,
    message:
      'No job of this id was given up. It may have been retried or discarded since: read the list again.',
  },
  record_not_found: {
    status: 404,
    message:
      'No process has died over a record of this queue and id. It may have been done or discarded since: read the list again.',
  },
  record_not_retryable: {
    status: 409,
    message:
      'This record cannot be retried now: a worker has it, it is over for its user, or another record of its owner is under way. Try again later, or discard it.',
  },
  record_not_set_aside: {
    status: 409,
    message:
      'Only a record that is set aside can be discarded, and this one is still being tried. Wait for its outcome.',
  },
  event_not_set_aside: {
    status: 404,
    message:
      'No event of this id is set aside by this subscription. It may have been recorded or discarded since: read the list again.',
  },
})
