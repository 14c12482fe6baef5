export { createLocalCache, type LocalCache, type LocalCacheOptions } from './local-cache.ts'
export { memoizeText } from './memoize-text.ts'
