export type { NewEvent } from './event.ts'
export { createEventTable, type EventTable } from './event-table.ts'
export { type EventPlace, eventIdOf, readEventId } from './event-text.ts'
export {
  followParameters,
  LastEventIdHeader,
  lastEventIdOf,
  streamAnswers,
} from './follow-schemas.ts'
export { sendStream } from './send-stream.ts'
export type { StreamSource } from './source.ts'
export { createStreamFigures, type StreamFigures, type StreamReading } from './stream-figures.ts'
export { openStreams, type Streams } from './streams.ts'
export { ticketedStream } from './ticketed-stream.ts'
