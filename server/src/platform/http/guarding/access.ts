import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasScopeSomewhere, may, maySomewhere, type Principal } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { fail, refuse } from '../failures.ts'
import type { HttpOptions } from '../types.ts'
import { type Access, definedAccesses } from './accesses.ts'
import { addressKey, type Shield } from './limits.ts'
import type { Tickets } from './tickets.ts'

/** One hook decides for every route, before a byte of the body is read. */
export function accessHook(options: HttpOptions, shield: Shield, tickets: Tickets) {
  const tokens: Partial<Record<Access, string | undefined>> = {
    health: options.healthToken,
    metrics: options.metricsToken,
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const {
      access,
      rateLimit,
      companions = false,
      unitsToo,
      deniedWith,
    } = request.routeOptions.config
    assertHeadersNotRepeated(request)
    if (rateLimit === 'auth') await shield.take('auth', addressKey(request), reply)
    if (access === 'public' || access === 'signed') {
      if (rateLimit) return
      return shield.take(access === 'public' ? 'address' : 'signed', addressKey(request), reply)
    }
    if (holdsToken(request, tokens[access])) return

    const principal = await identify(options, request, reply, { shield, tickets })
    if (rateLimit === undefined) await shield.takeFor(principal, reply)
    const isCompanion = principal.kind === 'companion'
    const needs = isCompanion && companions ? undefined : missingRight(access, principal, unitsToo)
    if (needs) {
      options.onDenied?.({
        principal,
        needs,
        route: `${request.method} ${request.routeOptions.url}`,
      })
      throw deniedWith?.(principal) ?? refuse('access_denied', { needs })
    }
    requireStepUp(request, principal, options.now())
    request.principal = principal
  }
}

async function identify(
  options: HttpOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { shield, tickets }: { readonly shield: Shield; readonly tickets: Tickets },
): Promise<Principal> {
  const { authorization, cookie, 'x-api-key': apiKey } = request.headers
  const headers = {
    authorization,
    cookie,
    'x-api-key': typeof apiKey === 'string' ? apiKey : undefined,
  }
  const caller = { address: request.ip, method: request.method }
  const ticket = ticketOf(request)
  const found =
    ticket === undefined
      ? options.authenticate(headers, caller)
      : redeemTicket(options, request, tickets, ticket)
  const refusal = await found.then(
    (principal) => principal ?? refuse('credentials_required'),
    (error: unknown) => error,
  )
  if (!(refusal instanceof Error)) return refusal as Principal
  if (!(refusal instanceof Failure)) throw refusal

  // Callers that try credentials out are counted by address, whatever is wrong with the credential.
  await shield.take('address', addressKey(request), reply)
  if (refusal.status === 401) {
    const sent = [authorization, apiKey, ticket].some((given) => given !== undefined)
    const error = sent ? ', error="invalid_token"' : ''
    reply.header('www-authenticate', `Bearer realm="purveyor"${error}`)
  }
  throw refusal
}

/** Undefined if the route takes no ticket. The parameter is then one that the route does not declare. */
function ticketOf({ routeOptions, query }: FastifyRequest): unknown {
  return routeOptions.config.ticket ? (query as { ticket?: unknown }).ticket : undefined
}

/** A request with a ticket may have no other credential. */
async function redeemTicket(
  { stillStands }: HttpOptions,
  { headers, url }: FastifyRequest,
  tickets: Tickets,
  ticket: unknown,
): Promise<Principal> {
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) {
    throw refuse('ambiguous_credentials')
  }
  if (typeof ticket !== 'string') throw refuse('ticket_refused')
  const [path = ''] = url.split('?')
  const holder = tickets.redeem(path, ticket)
  if (stillStands && !(await stillStands(holder))) throw refuse('ticket_refused')
  return holder
}

/** For so long after a proof of identity, people may make changes that could lock them out or give access to others. */
export const stepUpMs = 300_000

/** Checked after everything else: a step-up does not allow what a person may not do at all. */
function requireStepUp({ routeOptions }: FastifyRequest, principal: Principal, now: Date): void {
  if (principal.kind !== 'person') return
  const { stepUp, duringEnrolment } = routeOptions.config
  if (principal.mustEnrol && !duringEnrolment) throw refuse('second_factor_enrolment_required')
  if (!stepUp) return
  const seenAt = principal.authenticatedAt?.getTime() ?? 0
  if (now.getTime() - seenAt > stepUpMs) throw refuse('step_up_required')
}

/** The right that the principal lacks, or undefined when nothing is missing. */
export function missingRight(
  access: Access,
  principal: Principal,
  unitsToo = false,
): string | undefined {
  const { opensTo, scope, permissions = [], needs, ...defined } = definedAccesses[access]
  const isPerson = principal.kind === 'person'
  if (opensTo === 'everybody') return undefined
  if (opensTo === 'credentials' && principal.kind !== 'companion') return undefined
  if (opensTo === 'people' && isPerson) return undefined
  const isOpenToUnits = unitsToo || defined.unitsToo
  const isGranted = isOpenToUnits ? maySomewhere : may
  if (isPerson && permissions.some((permission) => isGranted(principal, permission))) {
    return undefined
  }
  if (scope === undefined) return needs ?? access
  const isHeld = isOpenToUnits ? hasScopeSomewhere(principal, scope) : principal.scopes.has(scope)
  return isHeld ? undefined : scope
}

/** Compared as digests: both have one length, and the comparison takes the same time wherever they differ. */
function holdsToken(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization } = request.headers
  if (!token || !authorization?.startsWith('Bearer ')) return false
  return timingSafeEqual(digest(authorization.slice('Bearer '.length)), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const soleHeaders = ['authorization', 'x-api-key', 'content-type', 'host', 'idempotency-key']

/** Refuses a header that comes twice: a proxy may have read the other one. Node keeps the first, or joins them. */
function assertHeadersNotRepeated(request: FastifyRequest): void {
  const { headersDistinct } = request.raw
  for (const name of soleHeaders) {
    if ((headersDistinct?.[name]?.length ?? 0) > 1) throw fail('headers_invalid', { header: name })
  }
}
