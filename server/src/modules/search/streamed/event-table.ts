import { createEventTable } from '#platform/streams'

/** The events of searches. */
export const searchEvents = createEventTable({
  events: 'search.events',
  records: 'search.searches',
  recordId: 'search_id',
})
