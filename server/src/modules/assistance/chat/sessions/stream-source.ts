import type { StreamSource } from '#platform/streams'
import { fail } from '../failures.ts'
import { listEventsAfter, listLastEvents } from './event-store.ts'
import { endsSession, eventsTopic } from './session.ts'

/** The events of sessions, for the streams of this process. */
export const sessionStreamSource: StreamSource = {
  idPrefix: 'chs',
  metricsPrefix: 'chat',
  overLabel: 'over',
  called: 'Chat streams',
  topicOf: eventsTopic,
  readAfter: listEventsAfter,
  lastEvents: listLastEvents,
  isLast: endsSession,
  full: () => fail('streams_full'),
  tooMany: (streamsMax) => fail('streams_too_many', { streamsMax }),
}
