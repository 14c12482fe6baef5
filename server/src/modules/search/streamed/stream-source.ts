import type { StreamSource } from '#platform/streams'
import { fail } from '../failures.ts'
import { searchEvents } from './event-table.ts'
import { eventsTopic } from './publish.ts'
import { endsSearch } from './search-record.ts'

/** The events of searches, for the streams of this process. */
export const searchStreamSource: StreamSource = {
  idPrefix: 'srch',
  metricsPrefix: 'catalog',
  overLabel: 'search_over',
  called: 'Search streams',
  topicOf: eventsTopic,
  table: searchEvents,
  isLast: endsSearch,
  wrongEvent: () => fail('event_id_invalid'),
  full: () => fail('streams_full'),
  tooMany: (streamsMax) => fail('streams_too_many', { streamsMax }),
}
