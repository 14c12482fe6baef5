import { type Database, sql } from '#platform/db'

/** A company may owe 1,000 euros. */
export async function grantCredit({ pool }: Database, companyId: string): Promise<void> {
  await sql`
    insert into payments.credit_accounts (company_id, currency, state, limit_minor, used_minor, net_days, changed_at)
    values (${companyId}, 'EUR', 'OPEN', 100000, 0, 30, now())
  `.execute(pool)
}

/** In cents. */
export async function usedCreditOf(
  { pool }: Database,
  companyId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ used_minor: number }>`
    select used_minor from payments.credit_accounts where company_id = ${companyId}
  `.execute(pool)
  return rows[0]?.used_minor
}
