import { setTimeout as wait } from 'node:timers/promises'
import type { Channels } from './channels.ts'
import { abandon, isUp, openListener, type RedisConnection } from './redis-connection.ts'

/** A connection that only listens, and subscribes again whenever it was lost. */
export type Subscriber = {
  /**
   * Subscribes to the channels that have listeners and no subscription yet. Resolves when that is done or known to be impossible
   * now.
   */
  refresh(): Promise<void>
  drop(channel: string): void
  isUp(): boolean
  close(): void
}

const retryMs = 500

export function openSubscriber(url: string, channels: Channels, prefix: string): Subscriber {
  const connection = openListener(url)
  const subscribed = new Set<string>()
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const refresh = async () => {
    const missing = channels.names().filter((channel) => !subscribed.has(channel))
    if (missing.length === 0 || closed) return
    try {
      await connection.subscribe(...missing.map((channel) => prefix + channel))
      for (const channel of missing) subscribed.add(channel)
    } catch {
      clearTimeout(retry)
      retry = setTimeout(refresh, retryMs).unref()
    }
  }

  connection.on('message', (channel: string, message: string) =>
    channels.deliver(channel.slice(prefix.length), message),
  )
  connection.on('close', () => subscribed.clear())
  connection.on('ready', () => void refresh())
  const stopWatching = watch(connection)

  return {
    refresh: async () => {
      await Promise.race([
        waitForFirstAttempt(connection),
        wait(retryMs, undefined, { ref: false }),
      ])
      await refresh()
    },
    drop: (channel) => {
      if (!subscribed.delete(channel)) return
      connection.unsubscribe(prefix + channel).catch(() => undefined)
    },
    isUp: () => isUp(connection),
    close: () => {
      closed = true
      clearTimeout(retry)
      stopWatching()
      connection.disconnect()
    },
  }
}

/** Resolves when the first attempt to connect has ended, with or without success. */
export function waitForFirstAttempt(connection: RedisConnection): Promise<void> {
  if (connection.status !== 'connecting' && connection.status !== 'connect') {
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const settled = () => {
      connection.off('ready', settled)
      connection.off('close', settled)
      connection.off('end', settled)
      resolve()
    }
    connection.on('ready', settled)
    connection.on('close', settled)
    connection.on('end', settled)
  })
}

const heartbeatMs = 2_000

/**
 * A connection that nobody closed may still be dead: the other machine is frozen, or a firewall has dropped the connection. Sends
 * a ping now and then, and reconnects without an answer. Returns a function that stops this.
 */
export function watch(connection: RedisConnection): () => void {
  const timer = setInterval(() => {
    if (isUp(connection)) connection.ping().catch(() => abandon(connection))
  }, heartbeatMs).unref()
  return () => clearInterval(timer)
}
