/**
 * What is fast and may be lost. Nothing is true only here: every caller has an answer for `CacheUnavailable`
 * and for a key that is gone before its time.
 */
export type Cache = {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlMs: number): Promise<void>
  delete(...keys: string[]): Promise<void>
  /** Adds to a counter and returns it. The time to live starts with the first addition and is not extended. */
  increment(key: string, by: number, ttlMs: number): Promise<number>
  /** Reaches whoever subscribes now, in any process. Not kept for anybody. */
  publish(channel: string, message: string): Promise<void>
  /**
   * Returns how to stop. Where the cache is away the subscription is cached and takes effect when it is back;
   * what was published meanwhile is lost.
   */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>
  ping(): Promise<void>
  state(): 'up' | 'down'
  close(): Promise<void>
}

/** The cache did not answer in time, or is known to be away. The caller goes on without it. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable'

  constructor(operation: string, cause?: unknown) {
    super(`The cache is not available for ${operation}.`, cause === undefined ? {} : { cause })
  }
}
