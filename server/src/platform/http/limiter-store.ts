import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { CounterClient } from '#platform/cache'

/** So many in a window, and now and then some more. */
export type LimitPolicy = {
  readonly quota: number
  readonly windowSeconds: number
  readonly burst?: number
  /** The share of it that one process allows by itself while the counts that all share are away. 1 unless given. */
  readonly aloneShare?: number
}

export type LimitReading = {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

export type Limiter = { take(key: string): Promise<LimitReading> }

/** Where counts are kept. `name` keeps the counts of different limits apart. */
export type LimiterStore = (name: string, policy: LimitPolicy) => Limiter

/** How long it takes until the burst may be used again, in windows. */
const burstWindows = 10

/** Counts of this process alone: what every other store falls back to. */
export const memoryLimiterStore: LimiterStore = (name, policy) =>
  flexibleLimiter(name, policy, (options) => new RateLimiterMemory(options))

/** Counts of a process that has no Redis beside others that may have none either: each allows its share. */
export const aloneLimiterStore: LimiterStore = (name, policy) => {
  const { quota, aloneShare = 1 } = policy
  return memoryLimiterStore(name, { ...policy, quota: Math.max(1, Math.ceil(quota * aloneShare)) })
}

/**
 * Counts that all processes share. While Redis is away each process counts by itself, so a limit that must hold even
 * then says how much of it one process allows.
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
        // What is over its limit already is refused without asking.
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

/** For any store that rate-limiter-flexible knows. */
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
