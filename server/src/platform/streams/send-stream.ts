import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialKey, releaseRequest } from '#platform/http'
import type { StreamKey } from './event.ts'
import type { Streams } from './streams.ts'

/** A record, and the event after which the stream continues. `isOver`: the record has ended with its last event. */
export type StreamRequest = {
  readonly key: StreamKey
  readonly after: number
  readonly lastEvent: number
  readonly isOver: boolean
  /** Ends this stream earlier than the record: after an event of such a kind. */
  readonly endsWith?: (kind: string) => boolean
}

/** Answers a request with the events of a record. 204 tells an EventSource not to connect again. */
export function sendStream(
  streams: Streams,
  { key, after, lastEvent, isOver, endsWith }: StreamRequest,
  { actor }: FastifyRequest,
  reply: FastifyReply,
) {
  if (isOver && after === lastEvent) return reply.code(204).send(null)
  const holder = credentialKey(actor)
  streams.admit(holder)
  reply.hijack()
  const headers = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise proxies such as nginx would collect events until their buffer is full.
    'x-accel-buffering': 'no',
  }
  releaseRequest(reply)
  streams.follow(key, after, { response: reply.raw, holder, headers, endsWith })
  return reply
}
