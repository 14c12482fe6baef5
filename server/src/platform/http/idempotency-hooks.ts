import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import {
  claimFirst,
  claimOf,
  createIdempotencyKeeper,
  failIdempotency,
  type HeldKey,
  type IdempotencyClaim,
  type IdempotencyKeeper,
  isKeyTaken,
  isLockTimeout,
  type KeptAnswer,
  parseKey,
} from '#platform/idempotency'
import { writeAnswer } from './answer-text.ts'
import { jsonType } from './refusals.ts'
import { createTwins, type Twins } from './twins.ts'
import type { Http, HttpOptions } from './types.ts'

/** What a request with a key has under way. */
type Attempt = {
  readonly claim: IdempotencyClaim
  readonly held: HeldKey | undefined
  isReplay: boolean
}

/** The answers' headers that belong to the answer, and not to the request that fetched it. */
const keptHeaders = ['content-type', 'location'] as const

/** Makes every POST of somebody who is signed in repeatable, where it carries an Idempotency-Key. */
export function honourIdempotencyKeys(http: Http, options: HttpOptions): void {
  const { database, seal, now } = options
  const keeper = database && seal && createIdempotencyKeeper({ database, seal, now })
  const attempts = new WeakMap<FastifyRequest, Attempt>()
  const twins = createTwins()

  http.addHook('preValidation', async (request) => {
    const key = keyOf(request)
    if (key === undefined && request.routeOptions.config.idempotency === 'required') {
      throw failIdempotency('idempotency_key_required')
    }
  })
  if (!keeper) return

  http.addHook('onRoute', (route) => {
    if (route.config?.keyIsWrittenLast) {
      route.handler = lookingWhenItFails(route.handler, keeper, attempts, twins)
    }
  })

  http.addHook('preHandler', async (request, reply) => {
    const key = keyOf(request)
    if (key === undefined || !request.principal) return
    const claim = claimOf(key, request.principal, contentOf(request))
    const found = await begin(keeper, request, reply, claim)
    const attempt = { claim, held: 'status' in found ? undefined : found.held, isReplay: false }
    attempts.set(request, attempt)
    if ('status' in found) {
      attempt.isReplay = true
      return replay(reply, found)
    }
  })

  http.addHook('onSend', async (request, reply, payload) => {
    const attempt = attempts.get(request)
    if (!attempt || attempt.isReplay) return payload
    return settle(keeper, attempt, request, reply, payload)
  })
}

function keyOf(request: FastifyRequest): string | undefined {
  if (request.method !== 'POST') return undefined
  const header = request.headers['idempotency-key']
  return parseKey(typeof header === 'string' ? header : undefined)
}

function contentOf(request: FastifyRequest) {
  const { method, params, query } = request
  const headers = declaredHeaders(request)
  // A stream has no content yet: its reader completes the claim.
  const body = request.routeOptions.config.streamed ? undefined : request.body
  return { method, route: request.routeOptions.url ?? '', params, query, headers, body }
}

/** A header that a route declares says what is meant, as a parameter does: another value is another request. */
function declaredHeaders(request: FastifyRequest): Record<string, unknown> {
  const schema = request.routeOptions.schema?.headers as { properties?: object } | undefined
  const names = Object.keys(schema?.properties ?? {})
  return Object.fromEntries(
    names
      .filter((name) => name !== 'idempotency-key' && request.headers[name] !== undefined)
      .map((name) => [name, request.headers[name]]),
  )
}

/** Either the answer that there is already, or the way for the handler is free. */
async function begin(
  keeper: IdempotencyKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: IdempotencyClaim,
): Promise<KeptAnswer | { held: HeldKey | undefined }> {
  const { actor } = request
  if (request.routeOptions.config.streamed) {
    request.idempotency = claim
    return { held: undefined }
  }
  if (request.routeOptions.config.idempotency) {
    if (request.routeOptions.config.keyIsWrittenLast) claim.isWrittenLast = true
    else {
      const first = await keeper.find(actor, claim)
      if (first?.answer) return first.answer
    }
    claim.keepWithin = (tx, answered) => {
      const body = writeAnswer(answered)
      const headers = { 'content-type': jsonType, ...headersOf(reply) }
      claim.keptBody = body
      keeper.keepWithin(tx, actor, claim, { status: reply.statusCode, headers, body })
    }
    request.idempotency = claim
    return { held: undefined }
  }
  const held = await keeper.hold(actor, claim)
  return 'status' in held ? held : { held }
}

/**
 * For a use case whose key is written last: why it failed may be that a request with the same key came first, and that one's
 * answer is then this one's too. Nothing is left of what has failed, so it can be done again in the usual order. Whoever is sent
 * while the first one is under way waits for it, and looks then.
 */
function lookingWhenItFails(
  handler: RouteHandlerMethod,
  keeper: IdempotencyKeeper,
  attempts: WeakMap<FastifyRequest, Attempt>,
  twins: Twins,
): RouteHandlerMethod {
  return async function (request, reply) {
    const attempt = attempts.get(request)
    if (!attempt) return handler.call(this, request, reply)
    const { actor } = request
    const { claim } = attempt
    const inOrder = async (orElse?: unknown) => {
      const first = await keeper.find(actor, claim)
      if (!first && orElse !== undefined) throw orElse
      if (first?.answer) {
        attempt.isReplay = true
        return replay(reply, first.answer)
      }
      claimFirst(claim)
      return handler.call(this, request, reply)
    }
    const before = twins.before(actor, claim.key)
    if (before) {
      if (!(await before)) throw failIdempotency('idempotency_in_flight')
      return inOrder()
    }
    try {
      return await twins.run(actor, claim.key, async () => handler.call(this, request, reply))
    } catch (error) {
      if (!claim.isWrittenLast) throw error
      const isTaken = isLockTimeout(error) || isKeyTaken(error)
      return inOrder(isTaken ? failIdempotency('idempotency_in_flight') : error)
    }
  }
}

function replay(reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
  reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).send(answer.body)
}

/** Successes are kept, and everything else frees the key: a request that failed may be sent again. */
async function settle(
  keeper: IdempotencyKeeper,
  attempt: Attempt,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { claim, held } = attempt
  const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300
  try {
    if (!isSuccess || typeof payload !== 'string') {
      await held?.release()
      return payload
    }
    const answer = { status: reply.statusCode, headers: headersOf(reply), body: payload }
    if (held) {
      await held.keep(answer)
      return payload
    }
    // Kept with what it tells of: it is on the disk already.
    if (claim.firstId === undefined || claim.keptBody === payload) return payload
    const first = await keeper.keep(request.actor, claim, answer)
    if (claim.isRepeat) reply.header('idempotent-replayed', 'true')
    return first.body
  } catch (error) {
    // What was asked for has happened. The answer goes out; a repetition is answered from the record.
    request.log.warn({ error }, 'answer to an Idempotency-Key could not be kept')
    held?.abandon()
    return payload
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
