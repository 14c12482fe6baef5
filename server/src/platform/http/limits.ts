import type { FastifyReply, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Principal } from '#kernel/actor'
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
  /** Sign-in and token routes, by address. */
  readonly auth: LimitPolicy
  /** What nobody signed in for, by address: public routes, unknown ones, refused credentials. */
  readonly address: LimitPolicy
  /** Signed calls of other services, which come in bursts from few addresses. */
  readonly signed: LimitPolicy
}

export const defaultLimits: Limits = {
  credential: { quota: 600, windowSeconds: 60, burst: 100 },
  auth: { quota: 60, windowSeconds: 60 },
  address: { quota: 600, windowSeconds: 60 },
  signed: { quota: 6_000, windowSeconds: 60 },
}

export type Shield = {
  take(name: keyof Limits, key: string, reply: FastifyReply): Promise<void>
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
  return {
    take: async (name, key, reply) => {
      const reading = await (limiters.get(name) as Limiter).take(key)
      announce(reply, name, limits[name], reading)
      if (!reading.allowed) {
        reply.header('retry-after', reading.resetSeconds)
        throw fail('rate_limited', { limit: name, retryAfterSeconds: reading.resetSeconds })
      }
    },
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
export function credentialKey({ kind, id, sessionId }: Principal): string {
  return `${kind}:${id}:${sessionId ?? ''}`
}
