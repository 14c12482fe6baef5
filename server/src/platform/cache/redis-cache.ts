import { setTimeout as wait } from 'node:timers/promises'
import { type Cache, CacheUnavailable } from './cache.ts'
import { createChannels } from './channels.ts'
import { abandon, isUp, openRedis, type RedisConnection } from './redis-connection.ts'
import { openSubscriber, type Subscriber, waitForFirstAttempt, watch } from './redis-subscriber.ts'

/** Every operation ends within this time, with Redis or without. */
const operationTimeoutMs = 480

/** A counter without an expiry would stay for ever, so one step sets both. */
const incrementScript = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return count`

/** For any number of processes. Fails at once while Redis is known to be away, and recovers by itself. */
export function createRedisCache(url: string, { prefix = 'purveyor:' } = {}): Cache {
  const connection = openRedis(url)
  const channels = createChannels()
  const firstAttempt = Promise.race([
    waitForFirstAttempt(connection),
    wait(operationTimeoutMs, undefined, { ref: false }),
  ])
  const stopWatching = watch(connection)
  let subscriber: Subscriber | undefined

  const ask = (operation: string, run: (redis: RedisConnection) => Promise<unknown>) =>
    inTime(connection, operation, firstAttempt, run)

  return {
    get: async (key) => {
      const value = await ask('get', (redis) => redis.get(prefix + key))
      return typeof value === 'string' ? value : undefined
    },
    set: async (key, value, ttlMs) => {
      await ask('set', (redis) =>
        redis.set(prefix + key, value, 'PX', Math.max(1, Math.ceil(ttlMs))),
      )
    },
    delete: async (...keys) => {
      // Keys are deleted one by one: in a cluster the keys of one command must be on one machine.
      await ask('delete', (redis) => Promise.all(keys.map((key) => redis.unlink(prefix + key))))
    },
    increment: async (key, by, ttlMs) => {
      const count = await ask('increment', (redis) =>
        redis.eval(incrementScript, 1, prefix + key, by, Math.max(1, Math.ceil(ttlMs))),
      )
      return Number(count)
    },
    publish: async (channel, message) => {
      await ask('publish', (redis) => redis.publish(prefix + channel, message))
    },
    subscribe: async (channel, onMessage) => {
      const listener = (message: string) => onMessage(message)
      channels.add(channel, listener)
      subscriber ??= openSubscriber(url, channels, prefix)
      await subscriber.refresh()
      return async () => {
        if (channels.remove(channel, listener)) subscriber?.drop(channel)
      }
    },
    ping: async () => {
      await ask('ping', (redis) => redis.ping())
    },
    state: () =>
      isUp(connection) && (subscriber === undefined || subscriber.isUp()) ? 'up' : 'down',
    close: async () => {
      stopWatching()
      channels.clear()
      subscriber?.close()
      connection.disconnect()
    },
  }
}

async function inTime(
  connection: RedisConnection,
  operation: string,
  firstAttempt: Promise<void>,
  run: (redis: RedisConnection) => Promise<unknown>,
): Promise<unknown> {
  const startedAt = performance.now()
  // Only the very first operations wait for a connection. Later ones know whether there is one.
  await firstAttempt
  if (!isUp(connection)) throw new CacheUnavailable(operation)
  const leftMs = Math.max(1, operationTimeoutMs - (performance.now() - startedAt))
  const timeout = new AbortController()
  const tooLate = wait(leftMs, undefined, { ref: false, signal: timeout.signal }).then(
    () => {
      abandon(connection)
      throw new CacheUnavailable(operation)
    },
    () => undefined,
  )
  try {
    return await Promise.race([run(connection), tooLate])
  } catch (error) {
    if (error instanceof CacheUnavailable) throw error
    if (isTimeout(error)) abandon(connection)
    throw new CacheUnavailable(operation, error)
  } finally {
    timeout.abort()
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out'
}
