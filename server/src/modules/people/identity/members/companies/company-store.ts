import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Conn, Tx } from '#platform/db'
import { dayIn } from '#platform/working-time'
import { type CompanyRow, tables } from '../../tables.ts'
import type { BillingAddress, Company } from './company.ts'
import { type CompanySettings, columnOf, companySettings, valuesIn } from './company-settings.ts'

export type NewCompany = {
  readonly id: Id<'co'>
  readonly name: string
  readonly currency: string
  readonly country: string
  readonly supplier: boolean
  readonly platform: boolean
  readonly vatId?: string | undefined
  /** Default: UTC. */
  readonly timeZone?: string | undefined
}

/** Returns false if the company already exists. It is not changed. */
export async function insertCompany(tx: Tx, company: NewCompany, now: Date): Promise<boolean> {
  const { vatId, timeZone = 'UTC', ...rest } = company
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('identity.companies')
    .values({
      ...rest,
      vat_id: vatId ?? null,
      time_zone: timeZone,
      billing_address: null,
      locale: null,
      disabled_at: null,
      created_at: now,
      changed_at: null,
    })
    // Any conflict counts: two processes that create the platform's company may conflict on its mark before its id.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n) > 0
}

export async function findCompany(conn: Conn, companyId: string): Promise<Company | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row && toCompany(row)
}

/** The names of companies, at most 500 at once. */
export async function listCompanyNames(
  conn: Conn,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from identity.companies where id = any(${[...companyIds]}::text[]) limit 500
  `.execute(conn)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The day in the time zone of the company, such as `2026-12-24`. Its deadlines and due days follow it. */
export async function todayOf(conn: Conn, companyId: string, now: Date): Promise<string> {
  const row = await tables(conn)
    .selectFrom('identity.companies')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return dayIn(row?.time_zone ?? 'UTC', now)
}

/** Undefined if the company is closed or does not exist. */
export async function findOpenCompany(
  conn: Conn,
  companyId: string,
): Promise<{ readonly locale: Locale | undefined } | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.companies')
    .select('locale')
    .where('id', '=', companyId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row && { locale: localeOf(row) }
}

export async function isCompanyOpen(conn: Conn, companyId: string): Promise<boolean> {
  return (await findOpenCompany(conn, companyId)) !== undefined
}

/**
 * Locks the company, so that its members change one at a time: whether an administrator is left depends on all members,
 * not on a single row. Orders that reference the company do not wait.
 */
export async function lockCompany(tx: Tx, companyId: string): Promise<Company | undefined> {
  const { rows } = await sql<CompanyRow>`
    select * from identity.companies where id = ${companyId} for no key update
  `.execute(tx)
  return rows[0] && toCompany(rows[0])
}

export type CompanyChange = Unset<CompanySettings> & {
  readonly name?: string | undefined
  readonly currency?: string | undefined
  readonly country?: string | undefined
  readonly supplier?: boolean | undefined
  /** Null removes it. */
  readonly vatId?: string | null | undefined
  readonly billingAddress?: BillingAddress | null | undefined
  /** Null removes it. */
  readonly locale?: Locale | null | undefined
}

/** What is undefined stays as it is. */
type Unset<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined }

export async function updateCompany(
  tx: Tx,
  companyId: string,
  { vatId, billingAddress, ...rest }: CompanyChange,
  now: Date,
): Promise<Company | undefined> {
  const plain = Object.entries(rest).flatMap(([field, value]) =>
    value === undefined ? [] : [[columnOf(field), value]],
  )
  const row = await tables(tx)
    .updateTable('identity.companies')
    .set({
      ...Object.fromEntries(plain),
      ...(vatId === undefined ? {} : { vat_id: vatId }),
      ...(billingAddress === undefined
        ? {}
        : { billing_address: billingAddress && JSON.stringify(billingAddress) }),
      changed_at: now,
    })
    .where('id', '=', companyId)
    .returningAll()
    .executeTakeFirst()
  return row && toCompany(row)
}

/** Whether the database knows the zone: its list may be older than ours, and the years of numbers are computed there. */
export async function isZoneInDatabase(conn: Conn, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from pg_timezone_names where lower(name) = lower(${timeZone})) as known
  `.execute(conn)
  return rows[0]?.known === true
}

/** Returns undefined if it already has this state. */
export async function markCompanyDisabled(
  tx: Tx,
  companyId: string,
  disabledAt: Date | null,
  now: Date,
): Promise<Company | undefined> {
  const row = await tables(tx)
    .updateTable('identity.companies')
    .set({ disabled_at: disabledAt, changed_at: now })
    .where('id', '=', companyId)
    .where('disabled_at', disabledAt ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row && toCompany(row)
}

/**
 * Ends the sessions in a company that is closed, or of people who are no longer its members. Returns how many it
 * ended.
 */
export async function endSessionsIn(
  tx: Tx,
  companyId: string,
  userId: string | undefined,
  now: Date,
): Promise<number> {
  const whose = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  const { numAffectedRows } = await sql`
    update identity.sessions set ended_at = ${now}, end_reason = 'revoked'
    where company_id = ${companyId} and ended_at is null ${whose}
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export function toCompany(row: CompanyRow): Company {
  return {
    id: row.id as Id<'co'>,
    name: row.name,
    currency: row.currency,
    country: row.country,
    supplier: row.supplier,
    platform: row.platform,
    vatId: row.vat_id ?? undefined,
    billingAddress: (row.billing_address as BillingAddress | null) ?? undefined,
    ...valuesIn(companySettings, row),
    locale: localeOf(row),
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  }
}

/** The schema lets no other value in. */
const localeOf = ({ locale }: Pick<CompanyRow, 'locale'>) =>
  (locale ?? undefined) as Locale | undefined
