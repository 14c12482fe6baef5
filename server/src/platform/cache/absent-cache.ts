import { type Cache, CacheUnavailable } from './cache.ts'

/** The cache of a deployment without CACHE_URL. Every caller continues as it does while Redis is down. */
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
