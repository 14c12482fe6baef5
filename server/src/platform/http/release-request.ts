import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The facts that the log needs about a request when its connection has ended. */
export type Outline = {
  readonly method: string
  readonly route: string
  readonly requestId: string
  readonly startedAt: number
  readonly actorId: string | undefined
  readonly companyId: string | undefined
}

/** Keeps a request until it is served or released. From then on it keeps only the outline. */
export type HeldRequest = { served: { request: FastifyRequest; reply: FastifyReply } | Outline }

const heldRequests = new WeakMap<ServerResponse, HeldRequest>()

export function hold(request: FastifyRequest, reply: FastifyReply): HeldRequest {
  const one: HeldRequest = { served: { request, reply } }
  heldRequests.set(reply.raw, one)
  return one
}

export function outlineOf({ served }: HeldRequest): Outline {
  if (!('request' in served)) return served
  const { request, reply } = served
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    requestId: request.id,
    startedAt: performance.now() - reply.elapsedTime,
    actorId: request.principal?.id,
    companyId: request.principal?.companyId,
  }
}

/**
 * For an answer that stays open for long and that its handler has taken over. Releases the framework's request and reply, with
 * everything that they reference. Nobody may use them afterwards.
 */
export function releaseRequest({ raw }: FastifyReply): void {
  const one = heldRequests.get(raw)
  if (one) one.served = outlineOf(one)
  // The headers of the client have been read. The credential is among them.
  Object.assign(raw.req, { rawHeaders: [], headers: nothing, headersDistinct: nothing })
  // The framework's own listeners would run hooks after the answer, and there are none. Node's listeners stay.
  for (const event of ['finish', 'error']) {
    for (const listener of raw.listeners(event)) {
      if (listener.name === 'onResFinished') raw.off(event, listener as () => void)
    }
  }
}

const nothing = Object.freeze({})

/**
 * Releases the head of an answer that stays open, once the head has been sent. Node keeps the head twice, which is half of the
 * memory of the answer: as fields, and as text, which is a tree of pieces until somebody reads it. The fields are reset to those
 * of an answer without any, and the text is read. Both are internals of Node: in a version without them, nothing happens.
 */
export function releaseHead(response: ServerResponse): void {
  const sent = response as unknown as { [name: symbol]: unknown; readonly _header?: unknown }
  if (!response.headersSent) return
  const fields = Object.getOwnPropertySymbols(response).find(
    ({ description }) => description === 'kOutHeaders',
  )
  if (fields) sent[fields] = null
  // A pattern needs its text in one piece, and V8 then keeps that instead of the tree.
  if (typeof sent._header === 'string') anything.test(sent._header)
}

const anything = /$/
