import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { CounterClient } from '#platform/cache'

/** So many requests in a window, and a burst of more now and then. */
export type LimitPolicy = {
  readonly quota: number
  readonly windowSeconds: number
  readonly burst?: number
  /** The share of the quota that one process allows while the shared counts are away. The default is 1. */
  readonly aloneShare?: number
}

export type LimitReading = {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export type Limiter = { take(key: string): Promise<LimitReading> }

/** Makes the limiter of a policy. `name` keeps the counts of different limits apart. */
export type LimiterStore = (name: string, policy: LimitPolicy) => Limiter

/** The burst is available again after so many windows. */
const burstWindows = 10

/** Counts of this process alone. Every other store falls back to them. */
export const memoryLimiterStore: LimiterStore = (name, policy) =>
  flexibleLimiter(name, policy, (options) => new RateLimiterMemory(options))

/** Counts of a process without Redis, beside others that may have none either. Each allows its share. */
export const aloneLimiterStore: LimiterStore = (name, policy) => {
  const { quota, aloneShare = 1 } = policy
  return memoryLimiterStore(name, { ...policy, quota: Math.max(1, Math.ceil(quota * aloneShare)) })
}

/**
 * Counts that all processes share. While Redis is away each process counts by itself. A limit that must hold even then sets how
 * much of it one process allows.
 */
export function redisLimiterStore(storeClient: CounterClient): LimiterStore {
  return (name, policy) => {
    const { aloneShare = 1 } = policy
    return flexibleLimiter(name, policy, ({ keyPrefix, points, duration }) => {
      const alone = Math.max(1, Math.ceil(points * aloneShare))
      return new RateLimiterRedis({
        storeClient,
        keyPrefix: `purveyor:limit:${keyPrefix}`,
        points,
        duration,
        rejectIfRedisNotReady: true,
        // A key over its limit is refused without a call to Redis.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix, points: alone, duration }),
      })
    })
  }
}

type MakeCounter = (options: {
  readonly keyPrefix: string
  readonly points: number
  readonly duration: number
}) => RateLimiterAbstract

/** Works with any store of rate-limiter-flexible. */
export function flexibleLimiter(name: string, policy: LimitPolicy, make: MakeCounter): Limiter {
  const { quota, windowSeconds, burst = 0 } = policy
  const sustained = make({ keyPrefix: name, points: quota, duration: windowSeconds })
  const limiter =
    burst === 0
      ? sustained
      : new BurstyRateLimiter(
          sustained,
          make({
            keyPrefix: `${name}:burst`,
            points: burst,
            duration: windowSeconds * burstWindows,
          }),
        )
  return {
    take: async (key) => {
      try {
        return readingOf(await limiter.consume(key), true)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return readingOf(refusal, false)
        throw refusal
      }
    },
  }
}

function readingOf(result: RateLimiterRes, allowed: boolean): LimitReading {
  return {
    allowed,
    remaining: result.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  }
}
