import type { StreamSource } from '#platform/streams'
import { eventsTopic } from '../deps.ts'
import { fail } from '../failures.ts'
import { runEvents } from './event-table.ts'
import { endsRun } from './run.ts'

/** The events of runs, for the streams of this process. */
export const runStreamSource: StreamSource = {
  idPrefix: 'crl',
  metricsPrefix: 'crawl',
  overLabel: 'run_over',
  called: 'Streams of crawls',
  topicOf: eventsTopic,
  table: runEvents,
  isLast: endsRun,
  wrongEvent: () => fail('event_id_invalid'),
  full: () => fail('streams_full'),
  tooMany: (streamsMax) => fail('streams_too_many', { streamsMax }),
}
