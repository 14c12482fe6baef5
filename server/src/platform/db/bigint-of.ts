import { type RawBuilder, sql } from 'kysely'

/** PostgreSQL reads the digits: a number would be cut beyond 2^53. */
export function bigintOf(value: bigint): RawBuilder<number> {
  return sql<number>`${value.toString()}::bigint`
}
