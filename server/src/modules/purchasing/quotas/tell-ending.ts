import { Type } from 'typebox'
import { after, type Clock, daysMs } from '#kernel/time'
import { type Database, sql, type Tx } from '#platform/db'
import { defineJob, defineSchedule, handle, type JobHandler } from '#platform/jobs'
import { ContractEnding } from './events.ts'
import { contractsMax, type ToldRow, tellBoth } from './tell-contract.ts'
import { tellEnded } from './tell-ended.ts'

const TellEnding = defineJob({
  name: 'quotas.tell_ending',
  payload: Type.Object({}),
  leaseSeconds: 300,
  attemptsMax: 3,
  poison: 'retried_slowly',
})

export const quotasSchedules = [
  defineSchedule({
    name: 'quotas.tell_ending_hourly',
    cron: '37 * * * *',
    job: TellEnding,
    payload: {},
  }),
]

type Deps = { readonly database: Database; readonly now: Clock }

/** A second run finds nothing left to tell. */
export function quotasJobs(deps: Deps): JobHandler[] {
  return [
    handle(TellEnding, async (_payload, signal) => {
      while (!signal.aborted && (await tellEnding(deps)) === contractsMax);
      while (!signal.aborted && (await tellEnded(deps)) === contractsMax);
    }),
  ]
}

const noticeDays = 30

/** Tells both companies of the frame contracts that end soon, once for each end. Returns how many it told. */
export function tellEnding({ database, now: clock }: Deps): Promise<number> {
  const now = clock()
  return database.transaction(async (tx) => {
    const ending = await takeEnding(tx, now)
    for (const contract of ending) await tellBoth(tx, ContractEnding, contract, now)
    return ending.length
  })
}

/** Locks the quotas in the order in which orders lock them. */
async function takeEnding(tx: Tx, now: Date): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    /* across companies: one run tells all */
    with ending as materialized (
      select c.id, c.reference, c.valid_until from products.contracts c
      where c.state = 'ACTIVE' and c.valid_from <= ${now}::timestamptz and c.valid_until > ${now}::timestamptz
        and c.valid_until <= ${after(now, daysMs(noticeDays))}::timestamptz
        and exists (select from quotas.quotas q where q.company_id = c.buyer_company_id and q.contract_id = c.id)
        and not exists (select from quotas.quotas q where q.company_id = c.buyer_company_id
          and q.contract_id = c.id and q.ending_noticed_for = c.valid_until)
      order by c.id limit ${contractsMax}
    ), locked as materialized (
      select q.company_id, q.id, e.reference, e.valid_until from quotas.quotas q join ending e on e.id = q.contract_id
      where q.ending_noticed_for is distinct from e.valid_until
      order by q.id for update of q
    ), told as (
      update quotas.quotas q set ending_noticed_for = l.valid_until
      from locked l where q.company_id = l.company_id and q.id = l.id
      returning q.company_id, q.contract_id, q.supplier_company_id, q.id, q.committed, q.called_off, l.reference,
        l.valid_until
    )
    select contract_id, company_id, supplier_company_id, reference, valid_until,
      coalesce(array_agg(id order by id) filter (where called_off < committed), '{}') as short_ids
    from told group by 1, 2, 3, 4, 5 order by contract_id
  `.execute(tx)
  return rows
}
