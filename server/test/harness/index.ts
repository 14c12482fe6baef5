export {
  type FreshDatabase,
  type FreshDatabaseOptions,
  freshDatabase,
  freshDatabaseUrl,
  postgresUrl,
  useDatabase,
  useDatabaseUrl,
} from './database.ts'
export { freePort } from './free-port.ts'
export { ownRedis, redisMissing, redisUrl } from './redis.ts'
export type { OwnRedis } from './redis-process.ts'
export { findPostgres15, findRedis } from './tools.ts'
