/**
 * Data that is fast to read and may be lost. It is never the only copy: every caller handles `CacheUnavailable` and a key that
 * vanished before its expiry.
 */
export type Cache = {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlMs: number): Promise<void>
  delete(...keys: string[]): Promise<void>
  /** Adds to a counter and returns it. The time to live starts with the first addition and is not extended. */
  increment(key: string, by: number, ttlMs: number): Promise<number>
  /** Reaches the current subscribers in every process. The message is not stored. */
  publish(channel: string, message: string): Promise<void>
  /**
   * Returns a function that unsubscribes. While the cache is away the subscription is kept, and takes effect when the cache is
   * back. Messages of the meantime are lost.
   */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>
  ping(): Promise<void>
  state(): 'up' | 'down'
  close(): Promise<void>
}

/** The cache did not answer in time, or is known to be away. The caller continues without it. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable'

  constructor(operation: string, cause?: unknown) {
    super(`The cache is not available for ${operation}.`, cause === undefined ? {} : { cause })
  }
}
