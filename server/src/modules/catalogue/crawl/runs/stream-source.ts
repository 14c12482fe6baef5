import type { StreamSource } from '#platform/streams'
import { eventsTopic } from '../deps.ts'
import { fail } from '../failures.ts'
import { endsRun } from './run.ts'
import { listEventsAfter, listLastEvents } from './step-store.ts'

/** The events of runs, for the streams of this process. */
export const runStreamSource: StreamSource = {
  idPrefix: 'crl',
  metricsPrefix: 'crawl',
  overLabel: 'run_over',
  called: 'Streams of crawls',
  topicOf: eventsTopic,
  readAfter: listEventsAfter,
  lastEvents: listLastEvents,
  isLast: endsRun,
  full: () => fail('streams_full'),
  tooMany: (streamsMax) => fail('streams_too_many', { streamsMax }),
}
