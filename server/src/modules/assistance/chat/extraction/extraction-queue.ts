import type { Queue } from '#platform/leases'

/** The session is the job. A new message takes the lease away, so that the extraction under way writes nothing. */
export const extractionQueue = {
  table: 'chat.sessions',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['QUEUED_FOR_EXTRACTION'],
  working: 'EXTRACTING',
  lost: 'QUEUED_FOR_EXTRACTION',
  exhausted: 'FAILED',
  attemptsMax: 3,
  // A person waits. A live worker renews it.
  leaseSeconds: 15,
  poison: { is: 'set_aside', reasonColumn: 'failure_code' },
} as const satisfies Queue
