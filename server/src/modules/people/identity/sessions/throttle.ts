import { createHash } from 'node:crypto'
import { Failure } from '#kernel/failure'
import { type Clock, daysMs, hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { type Cache, CacheUnavailable, createMemoryCache } from '#platform/cache'
import { fail } from '../failures.ts'

/** The origin and the account of an attempt. Both are counted whether the account exists or not. */
export type Attempt = {
  readonly account: string
  /** One address, or one /64 of IPv6. Undefined if the attempt did not come over a network. */
  readonly address: string | undefined
}

export type Throttle = {
  /**
   * Runs the attempt, which returns undefined if it failed. Throws 429 with the time to wait if there were too many
   * failures before. Failures at another address never lock anybody out of an account.
   */
  guard<Outcome>(
    attempt: Attempt,
    run: () => Promise<Outcome | undefined>,
  ): Promise<Outcome | undefined>
  /**
   * True if the account had so many failures in a day, from any address, that the right password alone proves
   * nothing.
   */
  isUnderAttack(account: string): Promise<boolean>
}

const pairFailuresMax = 5
const pairWindowMs = minutesMs(15)
const delayMsMin = secondsMs(30)
const doublingsMax = 4
const accountFailuresMax = 50
const addressWindowMs = hoursMs(1)

export function createThrottle(options: {
  readonly cache: Cache
  readonly now: Clock
  readonly addressFailuresMax: number
}): Throttle {
  const { now, addressFailuresMax } = options
  const counts = createCounts(options.cache, now)
  const inTurn = createTurns(counts.read)

  const keysOf = ({ account, address = 'none' }: Attempt) => {
    const at = now().getTime()
    const who = digest(account)
    return {
      pair: `auth/failures/${who}/${digest(address)}`,
      account: `auth/failures/${who}/day/${Math.floor(at / daysMs(1))}`,
      address: `auth/failures/address/${digest(address)}/${Math.floor(at / addressWindowMs)}`,
    }
  }

  /** Beyond the free failures, one attempt is allowed after each delay, and the delays grow with each failure. */
  const mayTry = async (pair: string): Promise<void> => {
    const failures = await counts.read(pair)
    if (failures < pairFailuresMax) return
    const delayMs = delayMsMin * 2 ** Math.min(failures - pairFailuresMax, doublingsMax)
    const sinceMs = now().getTime() - (await counts.read(`${pair}/last`))
    if (sinceMs < delayMs) throw tooManyAttempts(delayMs - sinceMs)
    // Of many waiting attempts one goes. The others wait again, unless it succeeded.
    const turn = `${pair}/${failures}/${Math.floor(sinceMs / delayMs)}`
    if ((await counts.add(turn, delayMs)) > 1) throw tooManyAttempts(delayMs - (sinceMs % delayMs))
  }

  return {
    guard: async (attempt, run) => {
      const keys = keysOf(attempt)
      if (attempt.address !== undefined) {
        const failures = await counts.read(keys.address)
        if (failures >= addressFailuresMax) {
          throw tooManyAttempts(addressWindowMs - (now().getTime() % addressWindowMs))
        }
      }
      return inTurn(keys.pair, async () => {
        await mayTry(keys.pair)
        const outcome = await run()
        if (outcome !== undefined) {
          await counts.clear(keys.pair)
          return outcome
        }
        await counts.add(keys.pair, pairWindowMs)
        await counts.put(`${keys.pair}/last`, now().getTime(), pairWindowMs)
        await counts.add(keys.account, daysMs(1))
        if (attempt.address !== undefined) await counts.add(keys.address, addressWindowMs)
        return undefined
      })
    },
    isUnderAttack: async (account) => {
      const failures = await counts.read(keysOf({ account, address: undefined }).account)
      return failures >= accountFailuresMax
    },
  }
}

export function tooManyAttempts(waitMs: number): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const { code, status, message, details } = fail('too_many_attempts', { retryAfterSeconds })
  return new Failure(code, { status, message, retryAfterSeconds }, details)
}

/** Uses the cache that all processes share. While that is unavailable, each process counts alone. */
function createCounts(cache: Cache, now: Clock) {
  const own = createMemoryCache(now)
  const either = async <Result>(use: (where: Cache) => Promise<Result>): Promise<Result> => {
    try {
      return await use(cache)
    } catch (error) {
      if (error instanceof CacheUnavailable) return use(own)
      throw error
    }
  }
  return {
    read: (key: string) => either(async (where) => Number((await where.get(key)) ?? '0')),
    add: (key: string, ttlMs: number) => either((where) => where.increment(key, 1, ttlMs)),
    put: (key: string, value: number, ttlMs: number) =>
      either((where) => where.set(key, String(value), ttlMs)),
    clear: (key: string) => either((where) => where.delete(key)),
  }
}

type Turn = { present: number; running: number; failed: number; waiting: (() => void)[] }

/**
 * Running and failed attempts together never exceed the free failures: a burst of guesses cannot overtake its count.
 */
function createTurns(failuresOf: (key: string) => Promise<number>) {
  const turns = new Map<string, Turn>()

  const begin = async (key: string, turn: Turn): Promise<void> => {
    for (;;) {
      const failedBefore = turn.failed
      const failures = (await failuresOf(key)) + turn.failed - failedBefore
      if (turn.running === 0 || turn.running + failures < pairFailuresMax) break
      await new Promise<void>((resume) => turn.waiting.push(resume))
    }
    turn.running += 1
  }

  return async <Outcome>(key: string, run: () => Promise<Outcome | undefined>) => {
    const turn = turns.get(key) ?? { present: 0, running: 0, failed: 0, waiting: [] }
    turns.set(key, turn)
    turn.present += 1
    let outcome: Outcome | undefined
    try {
      await begin(key, turn)
      try {
        outcome = await run()
        return outcome
      } finally {
        turn.running -= 1
        if (outcome === undefined) turn.failed += 1
        for (const resume of turn.waiting.splice(0)) resume()
      }
    } finally {
      turn.present -= 1
      if (turn.present === 0) turns.delete(key)
    }
  }
}

/** Cache keys do not contain addresses or accounts. */
const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)
