import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Failure } from '#kernel/failure'
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
import { writeAnswer } from '../answering/answer-text.ts'
import { jsonType } from '../answering/refusals.ts'
import { fail } from '../failures.ts'
import type { Problem } from '../reading/problems.ts'
import type { Http, HttpOptions } from '../types.ts'
import { createTwins, type Twins } from './twins.ts'

/** The state of a request with a key. */
type Attempt = {
  readonly claim: IdempotencyClaim
  readonly held: HeldKey | undefined
  isReplay: boolean
}

/** Headers that belong to the answer itself. A repetition gets them too. */
const keptHeaders = ['content-type', 'content-language', 'location'] as const

/** Makes every POST of a signed-in caller repeatable if it carries an Idempotency-Key. */
export function honourIdempotencyKeys(http: Http, options: HttpOptions): void {
  const { database, seal, now } = options
  const keeper = database && seal && createIdempotencyKeeper({ database, seal, now })
  const attempts = new WeakMap<FastifyRequest, Attempt>()
  const twins = createTwins()

  http.addHook('preValidation', async (request) => {
    const key = keyOf(request)
    if (key === undefined && request.routeOptions.config.idempotency === 'required') {
      throw withoutKey(request)
    }
  })
  if (!keeper) return

  http.addHook('onRoute', (route) => {
    if (route.config?.keyIsWrittenLast) {
      route.handler = withKeyWrittenLast(route.handler, keeper, attempts, twins)
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

/** If the body is wrong as well, one refusal names all of it. */
function withoutKey(request: FastifyRequest): Failure {
  const checked = request.getValidationFunction('body')?.(request.body) as unknown
  const { error } = (checked ?? {}) as { readonly error?: Failure }
  if (!error) return failIdempotency('idempotency_key_required')
  const missing = { path: 'headers.idempotency-key', message: 'is required' }
  const { problems } = error.details as { readonly problems: readonly Problem[] }
  return fail('request_invalid', { problems: [...problems, missing] })
}

function keyOf(request: FastifyRequest): string | undefined {
  if (request.method !== 'POST' || request.routeOptions.config.idempotency === 'none') {
    return undefined
  }
  const header = request.headers['idempotency-key']
  return parseKey(typeof header === 'string' ? header : undefined)
}

function contentOf(request: FastifyRequest) {
  const { method, params, query } = request
  const headers = declaredHeaders(request)
  // The body of a stream is not read yet. Its reader completes the claim.
  const body = request.routeOptions.config.streamed ? undefined : request.body
  return { method, route: request.routeOptions.url ?? '', params, query, headers, body }
}

/** A header that the route declares is part of the request, as a parameter is: another value makes another request. */
function declaredHeaders(request: FastifyRequest): Record<string, unknown> {
  const schema = request.routeOptions.schema?.headers as { properties?: object } | undefined
  const names = Object.keys(schema?.properties ?? {})
  return Object.fromEntries(
    names
      .filter((name) => name !== 'idempotency-key' && request.headers[name] !== undefined)
      .map((name) => [name, request.headers[name]]),
  )
}

/** Returns the answer that exists already, or lets the handler run. */
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
 * For a use case whose key is written last. It may have failed because a request with the same key came first. Then the answer to
 * that request is the answer to this one. The failed attempt has left nothing behind, so the use case can run again, with the key
 * written first. A request that arrives while the first one is running waits for it, and looks for its answer then.
 */
function withKeyWrittenLast(
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

/** Successful answers are kept. Every other answer frees the key, so that the client may send a failed request again. */
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
    // The transaction of the effect has already stored the answer.
    if (claim.firstId === undefined || claim.keptBody === payload) return payload
    const first = await keeper.keep(request.actor, claim, answer)
    if (claim.isRepeat) reply.header('idempotent-replayed', 'true')
    return first.body
  } catch (error) {
    // The effect is committed. The answer is sent, and a repetition is answered from the record.
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
