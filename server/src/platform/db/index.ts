export { sql } from 'kysely'
export { bigintOf } from './bigint-of.ts'
export type { Conn, Tx, WithDefaults, WithGenerated } from './conn.ts'
export { isConnectionLost } from './connection-lost.ts'
export { type CopiedRows, createCopiedRows } from './copied-rows.ts'
export { copyEach, copyRows } from './copy-rows.ts'
export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export { fixedStatement } from './fixed-statement.ts'
export { type Gathering, insertionOf, type Write, writeTogether } from './gathered-writes.ts'
export { inIndexOrder } from './in-index-order.ts'
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
  stopLocalPostgres,
} from './local-postgres.ts'
export { LocalPostgresInUse } from './local-postgres-owner.ts'
export type { Migration } from './migrate.ts'
export { migratePatiently } from './migrate-patiently.ts'
export { oneAfterTheOther } from './one-after-the-other.ts'
export { OtherMigrations } from './other-migrations.ts'
export { plannedForAll } from './planned-for-all.ts'
export { type PlatformTables, tables as platformTables } from './platform-tables.ts'
export { exposePool } from './pool-metrics.ts'
export { readMigrations } from './read-migrations.ts'
export { slownessOf } from './slowness.ts'
export {
  afterCommit,
  refuseInsideTransaction,
  writeBeforeCommit,
} from './transaction-guard.ts'
export { measureVacuum, type VacuumReading } from './vacuum-store.ts'
