import { type Cache, CacheUnavailable } from './cache.ts'

/** A deployment without CACHE_URL: every caller goes on as it does while Redis is down. */
export function createAbsentCache(): Cache {
  const refuse = (operation: string) => async () => {
    throw new CacheUnavailable(operation)
  }
  return {
    get: refuse('get'),
    set: refuse('set'),
    delete: refuse('delete'),
    increment: refuse('increment'),
    publish: refuse('publish'),
    subscribe: async () => async () => undefined,
    ping: refuse('ping'),
    state: () => 'down',
    close: async () => undefined,
  }
}
