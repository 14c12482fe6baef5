import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('ops', {
  job_not_found: {
    status: 404,
    message:
      'No job of this id was given up. It may have been retried or discarded since: read the list again.',
  },
  event_not_set_aside: {
    status: 404,
    message:
      'No event of this id is set aside by this subscription. It may have been recorded or discarded since: read the list again.',
  },
})
