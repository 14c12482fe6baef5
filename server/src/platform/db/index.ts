export { sql } from 'kysely'
export { bigintOf } from './bigint-of.ts'
export type { Conn, Tx, WithDefaults, WithGenerated } from './conn.ts'
export { isConnectionLost } from './connection-lost.ts'
export { type CopiedRows, createCopiedRows } from './copying/copied-rows.ts'
export { copyEach, copyRows } from './copying/copy-rows.ts'
export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export { type Gathering, insertionOf, type Write, writeTogether } from './gathered-writes.ts'
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
  stopLocalPostgres,
} from './local-postgres/local-postgres.ts'
export { LocalPostgresInUse } from './local-postgres/local-postgres-owner.ts'
export type { Migration } from './migrating/migrate.ts'
export { migratePatiently } from './migrating/migrate-patiently.ts'
export { OtherMigrations } from './migrating/other-migrations.ts'
export { readMigrations } from './migrating/read-migrations.ts'
export { oneAfterTheOther } from './one-after-the-other.ts'
export { type PlatformTables, tables as platformTables } from './platform-tables.ts'
export { exposePool } from './pool-metrics.ts'
export { slownessOf } from './slowness.ts'
export { containing } from './statements/containing.ts'
export { fixedStatement } from './statements/fixed-statement.ts'
export { inIndexOrder } from './statements/in-index-order.ts'
export { plannedForAll } from './statements/planned-for-all.ts'
export {
  afterCommit,
  assertOutsideTransaction,
  writeBeforeCommit,
} from './transaction-guard.ts'
export { measureVacuum, type VacuumReading } from './vacuum-store.ts'
