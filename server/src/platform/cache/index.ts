export { type Cache, CacheUnavailable } from './cache.ts'
export { createMemoryCache } from './memory-cache.ts'
export { createRedisCache } from './redis-cache.ts'
export { type CounterClient, openCounters } from './redis-counters.ts'
