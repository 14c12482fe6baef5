import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { callerIdOf, type Principal } from '#kernel/actor'
import { createLocalCache } from '#platform/local-cache'
import { fail } from './failures.ts'
import {
  type Limiter,
  type LimiterStore,
  type LimitPolicy,
  type LimitReading,
  memoryLimiterStore,
} from './limiter-store.ts'

export type Limits = {
  /** Everything that one key, app or session asks for. */
  readonly credential: LimitPolicy
  /** All credentials of one company together: many keys are no way around the limit of one. */
  readonly company: LimitPolicy
  /** Sign-in and token routes, by address. */
  readonly auth: LimitPolicy
  /** What nobody signed in for, by address: public routes, unknown ones, refused credentials. */
  readonly address: LimitPolicy
  /** Signed calls of other services, which come in bursts from few addresses. */
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
  /** By the credential's own limit where it has one, and by the company's. */
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
      // Counted after it, so that one key that asks too much does not use up what is the others'. It is told of only
      // when it refuses.
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

/** One limiter for each limit that some credential has for itself: there are few different ones. */
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

/** The header fields of draft-ietf-httpapi-ratelimit-headers-11. Whose count it is stays with us. */
function announce(
  reply: FastifyReply,
  name: string,
  policy: LimitPolicy,
  reading: LimitReading,
): void {
  reply.header('ratelimit-policy', `"${name}";q=${policy.quota};w=${policy.windowSeconds}`)
  reply.header('ratelimit', `"${name}";r=${reading.remaining};t=${reading.resetSeconds}`)
}

/** One subscriber usually has a whole /64 of IPv6, so that is what counts as one address. */
export function addressKey(request: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(request.ip)) return request.ip
  const address = ipaddr.process(request.ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), ...new Array<number>(8).fill(0)])}/64`
}

/** A person may be signed in on many devices: each of them is a credential. */
export function credentialKey(principal: Principal): string {
  const { kind, sessionId } = principal
  // Two keys of one rotation are one integration.
  return `${kind}:${callerIdOf(principal)}:${sessionId ?? ''}`
}
