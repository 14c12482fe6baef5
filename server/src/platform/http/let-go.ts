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
  // The framework's own, which would run hooks after the answer, of which there are none. Node's stay.
  for (const event of ['finish', 'error']) {
    for (const listener of raw.listeners(event)) {
      if (listener.name === 'onResFinished') raw.off(event, listener as () => void)
    }
  }
}
