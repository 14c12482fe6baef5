import { createEventTable } from '#platform/streams'

/** The events of runs. */
export const runEvents = createEventTable({
  events: 'crawl.events',
  records: 'crawl.runs',
  recordId: 'run_id',
})
