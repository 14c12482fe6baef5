import type { Clock } from '#kernel/time'
import { type Database, sql, type Tx } from '#platform/db'
import { ContractEnded } from './events.ts'
import { contractsMax, type ToldRow, tellBoth } from './tell-contract.ts'

/** Tells both companies of the frame contracts that have ended, once for each end. Returns how many it told. */
export function tellEnded({
  database,
  now: clock,
}: {
  readonly database: Database
  readonly now: Clock
}): Promise<number> {
  const now = clock()
  return database.transaction(async (tx) => {
    await forgetEndsUndone(tx, now)
    const ended = await takeEnded(tx, now)
    for (const contract of ended) await tellBoth(tx, ContractEnded, contract, now)
    return ended.length
  })
}

/** A later end was agreed on: it is told when it comes. */
async function forgetEndsUndone(tx: Tx, now: Date): Promise<void> {
  await sql`
    /* across companies: one run tells all */
    with undone as materialized (
      select q.company_id, q.id from quotas.quotas q
      join products.contracts c on c.id = q.contract_id and c.buyer_company_id = q.company_id
      where q.ended_noticed_at is not null and c.state = 'ACTIVE'
        and (c.valid_until is null or c.valid_until > ${now}::timestamptz)
      order by q.id for update of q
    )
    update quotas.quotas q set ended_noticed_at = null from undone u where q.company_id = u.company_id and q.id = u.id
  `.execute(tx)
}

/** Locks the quotas in the order in which orders lock them. A contract that was ended by hand ends now. */
async function takeEnded(tx: Tx, now: Date): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    /* across companies: one run tells all */
    with ended as materialized (
      select c.id, c.reference, least(coalesce(c.valid_until, ${now}::timestamptz), ${now}::timestamptz) as ended_at
      from products.contracts c
      where (c.state = 'ENDED' or (c.state = 'ACTIVE' and c.valid_until <= ${now}::timestamptz))
        and exists (select from quotas.quotas q where q.company_id = c.buyer_company_id and q.contract_id = c.id
          and q.ended_noticed_at is null)
      order by c.id limit ${contractsMax}
    ), locked as materialized (
      select q.company_id, q.id, e.reference, e.ended_at from quotas.quotas q join ended e on e.id = q.contract_id
      where q.ended_noticed_at is null
      order by q.id for update of q
    ), told as (
      update quotas.quotas q set ended_noticed_at = ${now}::timestamptz
      from locked l where q.company_id = l.company_id and q.id = l.id and q.ended_noticed_at is null
      returning q.company_id, q.contract_id, q.supplier_company_id, q.id, q.committed, q.called_off, l.reference,
        l.ended_at
    )
    select contract_id, company_id, supplier_company_id, reference, ended_at as valid_until,
      coalesce(array_agg(id order by id) filter (where called_off < committed), '{}') as short_ids
    from told group by 1, 2, 3, 4, 5 order by contract_id
  `.execute(tx)
  return rows
}
