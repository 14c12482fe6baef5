import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('ops', {
  job_not_found: {
    status: 404,
    message:
      'There is no given-up job with this id. Read the list again: the job may have been retried or discarded.',
    details: { jobId: Type.String() },
  },
  record_unknown: {
    status: 404,
    message: 'There is no record with this id. Check that the id is complete.',
    details: { recordId: Type.String() },
  },
  record_not_found: {
    status: 404,
    message:
      'There is no poison record with this queue and id. Read the list again: the record may have completed or been discarded.',
    details: { queue: Type.String(), id: Type.String() },
  },
  record_not_retryable: {
    status: 409,
    message:
      'The record cannot be retried now: a worker has it, it has ended, or its owner has another record in progress. Try again later, or discard it.',
    details: {
      queue: Type.String(),
      id: Type.String(),
      state: Type.Enum(['WORKED_ON_ALONE', 'RETRIED_SLOWLY', 'SET_ASIDE']),
    },
  },
  record_not_set_aside: {
    status: 409,
    message:
      'Only a record that is set aside can be discarded, and the service still tries this one. Wait for its outcome.',
    details: { state: Type.Enum(['WORKED_ON_ALONE', 'RETRIED_SLOWLY']) },
  },
  event_not_set_aside: {
    status: 404,
    message:
      'This subscription has not set aside an event with this id. Read the list again: the event may have been recorded or discarded.',
    details: { eventId: Type.String() },
  },
})
