import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { callerIdOf, type Principal } from '#kernel/actor'
import { createLocalCache } from '#platform/local-cache'
import { fail } from '../failures.ts'
import {
  type Limiter,
  type LimiterStore,
  type LimitPolicy,
  type LimitReading,
  memoryLimiterStore,
} from './limiter-store.ts'

export type Limits = {
  /** Every request of one key, app or session. */
  readonly credential: LimitPolicy
  /** All credentials of one company together: more keys do not bypass the limit of one. */
  readonly company: LimitPolicy
  /** Sign-in and token routes, by address. */
  readonly auth: LimitPolicy
  /** Requests without a valid credential, by address: public routes, unknown routes, refused credentials. */
  readonly address: LimitPolicy
  /** Signed requests of other services, which come in bursts from few addresses. */
  readonly signed: LimitPolicy
}

export const defaultLimits: Limits = {
  credential: { quota: 600, windowSeconds: 60, burst: 100 },
  company: { quota: 3_000, windowSeconds: 60, burst: 100 },
  auth: { quota: 60, windowSeconds: 60, aloneShare: 0.25 },
  address: { quota: 600, windowSeconds: 60 },
  signed: { quota: 6_000, windowSeconds: 60 },
}

export type Shield = {
  take(name: keyof Limits, key: string, reply: FastifyReply): Promise<void>
  /** Counts against the credential's own limit, if it has one, and against the limit of the company. */
  takeFor(principal: Principal, reply: FastifyReply): Promise<void>
}

export function createShield(
  given: Partial<Limits> | undefined,
  store: LimiterStore = memoryLimiterStore,
): Shield {
  const limits = { ...defaultLimits, ...given }
  const names = Object.keys(limits) as (keyof Limits)[]
  const limiters = new Map<keyof Limits, Limiter>(
    names.map((name) => [name, store(name, limits[name])]),
  )
  const take: Shield['take'] = async (name, key, reply) => {
    const reading = await (limiters.get(name) as Limiter).take(key)
    answerFor(reply, name, limits[name], reading)
  }
  const own = ownLimiters(limits.credential, store)
  return {
    take,
    takeFor: async (principal, reply) => {
      const { companyId, requestsPerMinute: limit = limits.credential.quota } = principal
      const key = credentialKey(principal)
      if (limit >= limits.credential.quota) await take('credential', key, reply)
      else {
        const { policy, limiter } = own(limit)
        answerFor(reply, 'credential', policy, await limiter.take(key))
      }
      // Counted after the credential, so that one key with too many requests does not use up the limit of the others. The headers show
      // it only when it refuses.
      const reading = await (limiters.get('company') as Limiter).take(companyId)
      if (!reading.allowed) answerFor(reply, 'company', limits.company, reading)
    },
  }
}

function answerFor(
  reply: FastifyReply,
  name: keyof Limits,
  policy: LimitPolicy,
  reading: LimitReading,
): void {
  announce(reply, name, policy, reading)
  if (reading.allowed) return
  reply.header('retry-after', reading.resetSeconds)
  throw fail('rate_limited', { limit: name, retryAfterSeconds: reading.resetSeconds })
}

const ownLimitsMax = 1_000

/** One limiter for each limit that a credential has for itself. There are few different limits. */
function ownLimiters({ quota, windowSeconds, burst = 0 }: LimitPolicy, store: LimiterStore) {
  const made = createLocalCache<{ policy: LimitPolicy; limiter: Limiter }>({
    entriesMax: ownLimitsMax,
  })
  return (limit: number) => {
    const known = made.get(String(limit))
    if (known) return known
    const policy = { quota: limit, windowSeconds, burst: Math.floor((burst * limit) / quota) }
    const fresh = { policy, limiter: store(`credential:${limit}`, policy) }
    made.set(String(limit), fresh)
    return fresh
  }
}

/** Sets the header fields of draft-ietf-httpapi-ratelimit-headers-11. They do not name the credential that is counted. */
function announce(
  reply: FastifyReply,
  name: string,
  policy: LimitPolicy,
  reading: LimitReading,
): void {
  reply.header('ratelimit-policy', `"${name}";q=${policy.quota};w=${policy.windowSeconds}`)
  reply.header('ratelimit', `"${name}";r=${reading.remaining};t=${reading.resetSeconds}`)
}

/** One subscriber usually has a whole /64 of IPv6, so a /64 counts as one address. */
export function addressKey(request: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(request.ip)) return request.ip
  const address = ipaddr.process(request.ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), ...new Array<number>(8).fill(0)])}/64`
}

/** A person may be signed in on several devices, and each session is a credential. */
export function credentialKey(principal: Principal): string {
  const { kind, sessionId } = principal
  // The old and the new key of a rotation are one integration.
  return `${kind}:${callerIdOf(principal)}:${sessionId ?? ''}`
}
