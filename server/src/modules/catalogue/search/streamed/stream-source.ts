import type { StreamSource } from '#platform/streams'
import { fail } from '../failures.ts'
import { listEventsAfter, listLastEvents } from './follow-store.ts'
import { eventsTopic } from './publish.ts'
import { endsSearch } from './search-record.ts'

/** The events of searches, for the streams of this process. */
export const searchStreamSource: StreamSource = {
  idPrefix: 'srch',
  metricsPrefix: 'catalog',
  overLabel: 'search_over',
  called: 'Search streams',
  topicOf: eventsTopic,
  readAfter: listEventsAfter,
  lastEvents: listLastEvents,
  isLast: endsSearch,
  full: () => fail('streams_full'),
  tooMany: (streamsMax) => fail('streams_too_many', { streamsMax }),
}
