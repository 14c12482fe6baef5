import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('ops', {
  job_not_found: {
    status: 404,
    message:
      'No job of this id was given up. It may have been retried or discarded since: read the list again.',
  },
})
