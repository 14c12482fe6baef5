import { type RawBuilder, sql } from 'kysely'

/** PostgreSQL reads the digits. A number would lose precision beyond 2^53. */
export function bigintOf(value: bigint): RawBuilder<number> {
  return sql<number>`${value.toString()}::bigint`
}
