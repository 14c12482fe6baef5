import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Quota } from './quota.ts'
import type { QuotaRow } from './tables.ts'

/** The quotas of a contract, by what they cover. */
export async function listQuotas(
  conn: Conn,
  { companyId, contractId }: Pick<Quota, 'companyId' | 'contractId'>,
): Promise<Quota[]> {
  const { rows } = await sql<QuotaRow>`
    select * from quotas.quotas where company_id = ${companyId} and contract_id = ${contractId}
    order by covers, covered_id, measure, currency, unit
  `.execute(conn)
  return rows.map(toQuota)
}

/** Locks the quotas of a contract in the order in which orders lock them. */
export async function lockQuotasOfContract(
  tx: Tx,
  { companyId, contractId }: Pick<Quota, 'companyId' | 'contractId'>,
): Promise<Quota[]> {
  const { rows } = await sql<QuotaRow>`
    select * from quotas.quotas where company_id = ${companyId} and contract_id = ${contractId}
    order by id for update
  `.execute(tx)
  return rows.map(toQuota)
}

/** A new maximum is noticed anew. */
export async function saveQuotas(tx: Tx, quotas: readonly Quota[], now: Date): Promise<void> {
  const records = quotas.map((quota) => ({
    company_id: quota.companyId,
    id: quota.id,
    contract_id: quota.contractId,
    supplier_company_id: quota.supplierCompanyId,
    covers: quota.covers,
    covered_id: quota.coveredId,
    measure: quota.measure,
    currency: quota.currency ?? '',
    unit: quota.unit ?? null,
    committed: quota.committed?.toString() ?? null,
    maximum: quota.maximum?.toString() ?? null,
    policy: quota.policy,
    noticed_percent: quota.noticedPercent,
  }))
  await sql`
    insert into quotas.quotas (company_id, id, contract_id, supplier_company_id, covers, covered_id, measure,
      currency, unit, committed, maximum, policy, noticed_percent, created_at)
    select r.company_id, r.id, r.contract_id, r.supplier_company_id, r.covers, r.covered_id, r.measure, r.currency,
      r.unit, r.committed, r.maximum, r.policy, r.noticed_percent, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (company_id text, id text, contract_id text,
      supplier_company_id text, covers text, covered_id text, measure text, currency text, unit text, committed bigint,
      maximum bigint, policy text, noticed_percent smallint)
    on conflict (company_id, id) do update set committed = excluded.committed,
      maximum = excluded.maximum, policy = excluded.policy, noticed_percent = excluded.noticed_percent
  `.execute(tx)
}

/** Deletes those of the quotas from which nothing was ever called off. Returns the ids of the others. */
export async function deleteUnusedQuotas(
  tx: Tx,
  companyId: string,
  quotaIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct quota_id as id from quotas.call_offs
    where company_id = ${companyId} and quota_id = any(${[...quotaIds]}::text[]) order by 1
  `.execute(tx)
  if (rows.length > 0) return rows.map(({ id }) => id)
  await sql`
    delete from quotas.quotas where company_id = ${companyId} and id = any(${[...quotaIds]}::text[])
  `.execute(tx)
  return []
}

/** A quota of an active contract, with the time in which orders count for it. */
export type QuotaInForce = Pick<
  Quota,
  'id' | 'supplierCompanyId' | 'covers' | 'coveredId' | 'measure' | 'currency' | 'unit'
> & { readonly validFrom: Date; readonly validUntil: Date | undefined }

/** The quotas of the active contracts of a company, in the order in which orders lock them. */
export async function listQuotasInForce(conn: Conn, companyId: string): Promise<QuotaInForce[]> {
  const { rows } = await sql<QuotaRow & { valid_from: Date; valid_until: Date | null }>`
    select q.*, c.valid_from, c.valid_until from quotas.quotas q
    join products.contracts c on c.id = q.contract_id and c.state = 'ACTIVE'
    where q.company_id = ${companyId} and c.buyer_company_id = ${companyId} order by q.id
  `.execute(conn)
  return rows.map((row) => ({
    ...toQuota(row),
    validFrom: row.valid_from,
    validUntil: row.valid_until ?? undefined,
  }))
}

export function toQuota(row: QuotaRow): Quota {
  return {
    id: row.id as Id<'quo'>,
    companyId: row.company_id,
    contractId: row.contract_id,
    supplierCompanyId: row.supplier_company_id,
    covers: row.covers as Quota['covers'],
    coveredId: row.covered_id,
    measure: row.measure as Quota['measure'],
    currency: row.currency === '' ? undefined : row.currency,
    unit: row.unit ?? undefined,
    committed: row.committed === null ? undefined : BigInt(row.committed),
    maximum: row.maximum === null ? undefined : BigInt(row.maximum),
    policy: row.policy as Quota['policy'],
    held: BigInt(row.held),
    calledOff: BigInt(row.called_off),
    noticedPercent: row.noticed_percent,
  }
}
