import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { RateOverride } from './rate-table.ts'
import { type RateOverrideRow, tables } from './tables.ts'
import type { RatedClass } from './tax-class.ts'

export type StoredOverride = RateOverride & {
  readonly id: Id<'txr'>
  readonly note: string
  readonly setBy: string
  readonly setAt: Date
}

/** Returns all overrides. `overridesMax` limits them, and each process caches them. */
export async function listOverrides(conn: Conn): Promise<StoredOverride[]> {
  const rows = await tables(conn)
    .selectFrom('tax.rate_overrides')
    .selectAll()
    .orderBy('country')
    .orderBy('tax_class')
    .orderBy('postcode')
    .orderBy('valid_from', 'desc')
    .execute()
  return rows.map(toOverride)
}

/** Inserts run one after the other, so that the limit holds. */
export async function insertOverride(
  tx: Tx,
  override: StoredOverride,
  limit: number,
): Promise<'INSERTED' | 'FULL' | 'DAY_TAKEN'> {
  await sql`select pg_advisory_xact_lock(hashtext('tax.rate_overrides'))`.execute(tx)
  const { rows } = await sql<{ reached: boolean; inserted: boolean }>`
    with counted as (select count(*) >= ${limit} as reached from tax.rate_overrides), inserted as (
      insert into tax.rate_overrides
        (id, country, tax_class, rate, valid_from, valid_until, note, set_by, set_at, postcode)
      select ${override.id}, ${override.country}, ${override.taxClass}, ${override.rate}::numeric,
        ${override.validFrom}::date, ${override.validUntil ?? null}::date, ${override.note}, ${override.setBy},
        ${override.setAt}::timestamptz, ${override.postcode ?? ''}
      from counted where not reached
      on conflict on constraint rate_overrides_one_per_day do nothing
      returning 1
    )
    select reached, exists (select from inserted) as inserted from counted
  `.execute(tx)
  if (rows[0]?.inserted) return 'INSERTED'
  return rows[0]?.reached ? 'FULL' : 'DAY_TAKEN'
}

/** Returns the deleted override, for the audit. */
export async function deleteOverride(tx: Tx, id: string): Promise<StoredOverride | undefined> {
  const row = await tables(tx)
    .deleteFrom('tax.rate_overrides')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toOverride(row)
}

function toOverride(row: RateOverrideRow): StoredOverride {
  return {
    id: row.id as Id<'txr'>,
    country: row.country,
    taxClass: row.tax_class as RatedClass,
    rate: new Decimal(row.rate).toFixed(),
    validFrom: row.valid_from,
    validUntil: row.valid_until ?? undefined,
    postcode: row.postcode || undefined,
    note: row.note,
    setBy: row.set_by,
    setAt: row.set_at,
  }
}
