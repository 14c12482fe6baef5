import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is said of a request when its connection is done with it. */
export type Outline = {
  readonly method: string
  readonly route: string
  readonly log: FastifyRequest['log']
  readonly startedAt: number
  readonly actorId: string | undefined
  readonly companyId: string | undefined
}

/** Holds on to a request until it is served, or let go: from then on to its outline. */
export type Held = { served: { request: FastifyRequest; reply: FastifyReply } | Outline }

const held = new WeakMap<ServerResponse, Held>()

export function hold(request: FastifyRequest, reply: FastifyReply): Held {
  const one: Held = { served: { request, reply } }
  held.set(reply.raw, one)
  return one
}

export function outlineOf({ served }: Held): Outline {
  if (!('request' in served)) return served
  const { request, reply } = served
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    log: request.log,
    startedAt: performance.now() - reply.elapsedTime,
    actorId: request.principal?.id,
    companyId: request.principal?.companyId,
  }
}

/**
 * For an answer that stays open for long, and that its handler has taken over: the framework's request and reply, with
 * all that hangs on them, need not stay as long. Nothing of them may be used afterwards.
 */
export function letGo({ raw }: FastifyReply): void {
  const one = held.get(raw)
  if (one) one.served = outlineOf(one)
  // What the client sent with it has been read. The credential is part of it.
  Object.assign(raw.req, { rawHeaders: [], headers: nothing, headersDistinct: nothing })
  // The framework's own, which would run hooks after the answer, of which there are none. Node's stay.
  for (const event of ['finish', 'error']) {
    for (const listener of raw.listeners(event)) {
      if (listener.name === 'onResFinished') raw.off(event, listener as () => void)
    }
  }
}

const nothing = Object.freeze({})

/**
 * Once the head of an answer that stays open has been sent. Node keeps it twice, which is half of what the answer takes:
 * as the fields that it was made of, and as its text, which is a tree of pieces until somebody reads it. The fields are
 * put back to what they are on an answer that was given none, and the text is read. Both are Node's own: where it keeps
 * them no longer, nothing happens.
 */
export function letGoOfHead(response: ServerResponse): void {
  const sent = response as unknown as { [name: symbol]: unknown; readonly _header?: unknown }
  if (!response.headersSent) return
  const fields = Object.getOwnPropertySymbols(response).find(
    ({ description }) => description === 'kOutHeaders',
  )
  if (fields) sent[fields] = null
  // A pattern needs its text in one piece, and V8 keeps that in place of the tree.
  if (typeof sent._header === 'string') anything.test(sent._header)
}

const anything = /$/
