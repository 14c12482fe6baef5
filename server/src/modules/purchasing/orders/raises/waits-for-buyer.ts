import { sql } from '#platform/db'
import type { Condition } from '#platform/lists'

/** DECISION: on what a supplier proposes. PAYMENT: of a change on which both sides agree. */
export const buyersMatters = ['DECISION', 'PAYMENT'] as const

export type BuyersMatter = (typeof buyersMatters)[number]

/** The order `t` waits for its buyer. Few orders do, and partial indexes of their changes find them. */
export function waitsForBuyer(companyId: string, matter: BuyersMatter): Condition {
  const ids = matter === 'DECISION' ? undecided(companyId) : unpaid(companyId)
  return sql`t.id = any(array(${ids}))`
}

/** By `proposals_waiting`. A line that the buyer has accepted waits for its approval or its payment. */
const undecided = (companyId: string) => sql`
  select p.order_id from orders.proposals p
  where p.company_id = ${companyId} and p.state = 'PROPOSED' and exists (
    select from jsonb_to_recordset(p.lines) as line ("lineNumber" integer, state text)
    where line.state = 'PROPOSED'
      and not exists (select from orders.raises r
        where r.company_id = p.company_id and r.order_id = p.order_id and r.proposal_id = p.id
          and r.state in ('WAITING', 'APPROVED') and line."lineNumber" = any(r.line_numbers))
      and not exists (select from orders.supplements s
        where s.company_id = p.company_id and s.order_id = p.order_id and s.proposal_id = p.id
          and s.state = 'AWAITING_PAYMENT' and line."lineNumber" = any(s.line_numbers)))`

/** By `raises_open`, `supplements_awaited` and `change_requests_agreed`. */
const unpaid = (companyId: string) => sql`
  select r.order_id from orders.raises r
  where r.company_id = ${companyId} and r.state = 'APPROVED'
  union all
  select s.order_id from orders.supplements s
  where s.company_id = ${companyId} and s.state = 'AWAITING_PAYMENT'
  union all
  select c.order_id from orders.change_requests c
  where c.company_id = ${companyId} and c.state = 'OPEN' and c.agreed_at is not null`
