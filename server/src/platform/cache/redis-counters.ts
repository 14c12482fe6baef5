import { abandon, isUp, openRedis, type RedisConnection } from './redis-connection.ts'

/** The part of a Redis client that rate-limiter-flexible uses. */
export type CounterClient = {
  /** Unless it is `ready`, the caller counts without Redis, at once. */
  readonly status: string
  defineCommand(name: string, definition: { numberOfKeys?: number; lua: string }): void
  rlflxIncr(args: readonly string[]): Promise<unknown>
}

/** The counts of limits have a connection of their own: they must not wait behind a large answer of the cache. */
export function openCounters(url: string): { client: CounterClient; close(): void } {
  const connection = openRedis(url)
  return {
    client: {
      get status() {
        return isUp(connection) ? 'ready' : 'away'
      },
      defineCommand: (name, definition) => connection.defineCommand(name, definition),
      rlflxIncr: (args) => increment(connection, args),
    },
    close: () => connection.disconnect(),
  }
}

/** A server that does not answer gets no more commands for a while. Otherwise every request would wait for it. */
async function increment(connection: RedisConnection, args: readonly string[]): Promise<unknown> {
  try {
    return await (connection as unknown as CounterClient).rlflxIncr(args)
  } catch (error) {
    if (error instanceof Error && error.message === 'Command timed out') abandon(connection)
    throw error
  }
}
