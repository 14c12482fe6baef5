import { type Conn, sql } from '#platform/db'
import type { LedgerKind } from '../../src/modules/purchasing/payments/payment.ts'

/** All that the database says of one buyer's trade, read in one statement and so of one moment. */
export type Books = {
  /** What was paid for nothing and has not gone back. */
  unordered: { paymentId: string; state: 'WAITING' | 'REFUSED' }[]
  readonly stock: readonly StockRow[]
  readonly carts: readonly CartRow[]
  readonly attempts: readonly AttemptRow[]
  readonly orders: readonly OrderRow[]
  readonly payments: readonly PaymentRow[]
  /** Undefined where the company has no account. */
  readonly credit: CreditRow | null
  readonly budgets: readonly BudgetRow[]
  readonly quotas: readonly QuotaRow[]
  readonly requisitions: readonly RequisitionRow[]
  readonly standing: readonly StandingRow[]
  /** Changes of orders that wait for an approval. */
  readonly raises: readonly { readonly orderId: string; readonly approvalId: string }[]
}

export type RequisitionRow = { id: string; state: string; lines: RequisitionLineRow[] }
export type RequisitionLineRow = {
  product: string
  quantity: number
  state: 'OPEN' | 'ORDERED' | 'CANCELLED'
  orderId: string | null
}
type StandingRow = { id: string; state: string; runs: RunRow[] }
/** One date of a standing order. */
export type RunRow = {
  date: string
  state: 'DUE' | 'FAILED' | 'PLACED' | 'SKIPPED'
  tries: number
  /** What refused the last try. */
  code: string | null
  orderId: string | null
}

/** A maximum number of pieces of a product, by a frame contract. */
type QuotaRow = {
  readonly product: string
  readonly maximum: number
  readonly held: number
  readonly calledOff: number
}

type CreditRow = {
  readonly used: number
  readonly entries: number
  /** Of all its debts. */
  readonly owed: number
  readonly repaid: number
  /** What the company has paid beyond its debts. */
  readonly unallocated: number
  /** What was noted as repaid and not taken back. */
  readonly paidIn: number
  /** Repayments that can be taken back. */
  readonly repayments: readonly string[]
}

/** A budget in one period. */
export type BudgetRow = {
  budget: string
  kind: 'COST_CENTER' | 'PERSON'
  startsOn: string
  limit: number
  held: number
  committed: number
  entries: { HOLD?: number; COMMIT?: number; RELEASE?: number }
  holds: { checkoutId: string; state: string; amount: number; released: number }[]
}

type StockRow = {
  product: string
  onHand: number
  reserved: number
  committed: number
  backordered: number
}
type CartRow = {
  checkoutId: string | null
  items: { id: string; product: string; quantity: number }[]
}
export type AttemptRow = {
  id: string
  state: string
  total: number
  paymentId: string | null
  orderId: string | null
  /** `backorder`: the stock does not cover the line, so nothing of it is reserved. */
  lines: { productId: string; quantity: number; backorder?: object }[]
}
export type OrderRow = {
  id: string
  checkoutId: string
  paymentId: string
  state: string
  total: number
  /** Taken off its price, because it went back by hand. */
  reduced: number
  /** What the lines cost that it got after it was placed. */
  added: number
  /** Promised, of which settled. */
  credits: number
  settled: number
  waiting: number
  /** Credits that the provider refuses to pay back. */
  refused: string[]
  lines: OrderLineRow[]
}
export type OrderLineRow = {
  line: number
  /** The line in the place of whose open pieces it is. */
  follows: number | null
  product: string
  /** Where it goes. */
  street: string
  /** Of one unit, in cents. */
  price: number
  quantity: number
  cancelled: number
  shipped: number
  delivered: number
  missing: number
  returned: number
  claimed: number
  /** Without stock yet. */
  waiting: number
  /** The ids of what waits for the supplier, and for the buyer. */
  request: string | null
  proposal: string | null
}
export type PaymentRow = {
  id: string
  method: string
  state: string
  orderId: string | null
  redirectUrl: string | null
  authorized: number
  captured: number
  voided: number
  refunded: number
  refunding: number
  paidOut: number
  /** The same by the ledger, of which one kind takes another back. */
  ledger: Partial<Record<LedgerKind, number>>
}

export async function readBooks(
  conn: Conn,
  companyId: string,
  products: readonly string[],
): Promise<Books> {
  const { rows } = await sql<{ books: Books }>`
    select json_build_object(
      'stock', (select json_agg(json_build_object('product', product_id, 'onHand', on_hand / 1000.0,
          'reserved', reserved / 1000.0, 'committed', committed / 1000.0, 'backordered', backordered / 1000.0))
        from products.stock where product_id = any(${[...products]})),
      'carts', (select coalesce(json_agg(json_build_object('checkoutId', checkout_id, 'items',
          (select coalesce(json_agg(json_build_object('id', i.id, 'product', i.product_id, 'quantity', i.quantity / 1000.0)), '[]')
           from cart.items i where i.company_id = c.company_id and i.cart_id = c.id))), '[]')
        from cart.carts c where company_id = ${companyId}),
      'attempts', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'total', total_minor,
          'paymentId', payment_id, 'orderId', order_id, 'lines', snapshot->'lines')), '[]')
        from checkout.attempts where company_id = ${companyId}),
      'orders', (select coalesce(json_agg(json_build_object('id', id, 'checkoutId', checkout_id,
          'paymentId', payment_id, 'state', state, 'total', total_minor,
          'reduced', reduced_minor,
          'added', (select coalesce(sum(l.total_minor - coalesce(l.discount_minor, 0) + coalesce(l.tax_minor, 0)), 0) from orders.lines l
            where l.company_id = o.company_id and l.order_id = o.id and l.follows_line is not null),
          'credits', (select coalesce(sum(amount_minor), 0) from orders.credits r
            where r.company_id = o.company_id and r.order_id = o.id),
          'settled', (select coalesce(sum(settled_minor), 0) from orders.credits r
            where r.company_id = o.company_id and r.order_id = o.id),
          'waiting', (select count(*) from orders.credits r
            where r.company_id = o.company_id and r.order_id = o.id and r.state = 'WAITING'),
          'refused', (select coalesce(json_agg(id order by id), '[]') from orders.credits r
            where r.company_id = o.company_id and r.order_id = o.id and r.state = 'REFUSED'),
          'lines', (select json_agg(json_build_object('line', line_number, 'follows', follows_line, 'product', product_id,
              'street', coalesce((select d -> 'shipTo' ->> 'line1' from jsonb_array_elements(o.deliveries) d
                where d -> 'number' = to_jsonb(l.delivery)), o.ship_to ->> 'line1'),
              'price', round(unit_price * 100)::integer, 'quantity', quantity / 1000.0, 'cancelled', cancelled_quantity / 1000.0,
              'shipped', shipped_quantity / 1000.0, 'delivered', delivered_quantity / 1000.0,
              'missing', missing_quantity / 1000.0, 'returned', returned_quantity / 1000.0,
              'claimed', claimed_quantity / 1000.0, 'waiting', waiting_quantity / 1000.0,
              'request', change_request_id, 'proposal', proposal_id) order by line_number)
            from orders.lines l where l.company_id = o.company_id and l.order_id = o.id))), '[]')
        from orders.orders o where company_id = ${companyId}),
      'payments', (select coalesce(json_agg(json_build_object('id', id, 'method', method, 'state', state,
          'orderId', order_id, 'redirectUrl', redirect_url, 'authorized', authorized_minor,
          'captured', captured_minor, 'voided', voided_minor, 'refunded', refunded_minor,
          'refunding', refunding_minor, 'paidOut', paid_out_minor,
          'ledger',
          (select coalesce(json_object_agg(kind, total), '{}') from (
            select kind, sum(amount_minor) as total from payments.ledger e
            where e.company_id = p.company_id and e.payment_id = p.id group by kind) as sums))), '[]')
        from payments.payments p where company_id = ${companyId}),
      'unordered', (select coalesce(json_agg(json_build_object('paymentId', payment_id, 'state', state) order by payment_id), '[]')
        from checkout.unordered_payments where company_id = ${companyId} and state <> 'SETTLED'),
      'credit', (select json_build_object('used', used_minor, 'entries',
          (select coalesce(sum(case when kind in ('TAKEN', 'REVERSED') then amount_minor else -amount_minor end), 0)
           from payments.credit_entries e where e.company_id = a.company_id and e.currency = a.currency),
          'paidIn', (select coalesce(sum(case kind when 'REPAID' then amount_minor when 'REVERSED' then -amount_minor end), 0)
           from payments.credit_entries e where e.company_id = a.company_id and e.currency = a.currency),
          'repayments', (select coalesce(json_agg('crp_' || entry order by entry), '[]')
           from payments.credit_entries e where e.company_id = a.company_id and e.currency = a.currency
             and kind = 'REPAID' and not exists (select from payments.credit_entries r
               where r.company_id = e.company_id and r.kind = 'REVERSED' and r.repayment_id = 'crp_' || e.entry)),
          'owed', (select coalesce(sum(owed_minor), 0) from payments.debts d
           where d.company_id = a.company_id and d.currency = a.currency),
          'repaid', (select coalesce(sum(repaid_minor), 0) from payments.debts d
           where d.company_id = a.company_id and d.currency = a.currency),
          'unallocated', unallocated_minor)
        from payments.credit_accounts a where company_id = ${companyId}),
      'budgets', (select coalesce(json_agg(json_build_object('budget', p.budget_id, 'kind', b.kind,
          'startsOn', p.starts_on, 'limit', b.limit_minor, 'held', p.held_minor, 'committed', p.committed_minor,
          'entries', (select coalesce(json_object_agg(kind, total), '{}') from (
            select kind, sum(amount_minor) as total from budgets.entries e
            where (e.company_id, e.budget_id, e.subject, e.starts_on)
              = (p.company_id, p.budget_id, p.subject, p.starts_on) group by kind) as sums),
          'holds', (select coalesce(json_agg(json_build_object('checkoutId', checkout_id, 'state', h.state,
              'amount', amount_minor, 'released', released_minor)), '[]') from budgets.holds h
            where (h.company_id, h.budget_id, h.subject, h.starts_on)
              = (p.company_id, p.budget_id, p.subject, p.starts_on)))), '[]')
        from budgets.periods p join budgets.budgets b on b.company_id = p.company_id and b.id = p.budget_id
        where p.company_id = ${companyId}),
      'quotas', (select coalesce(json_agg(json_build_object('product', covered_id, 'maximum', maximum / 1000.0,
          'held', held / 1000.0, 'calledOff', called_off / 1000.0)), '[]')
        from quotas.quotas where company_id = ${companyId}),
      'requisitions', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'lines',
          (select coalesce(json_agg(json_build_object('product', product_id, 'quantity', quantity / 1000.0,
              'state', l.state, 'orderId', l.order_id) order by position), '[]')
            from requisitions.lines l where l.company_id = q.company_id and l.requisition_id = q.id)) order by id), '[]')
        from requisitions.requisitions q where company_id = ${companyId}),
      'standing', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'runs',
          (select coalesce(json_agg(json_build_object('date', date, 'state', r.state, 'tries', tries,
              'code', failure_code, 'orderId', order_id) order by date), '[]')
            from standing.runs r where r.company_id = s.company_id and r.standing_order_id = s.id)) order by id), '[]')
        from standing.orders s where company_id = ${companyId}),
      'raises', (select coalesce(json_agg(json_build_object('orderId', order_id, 'approvalId', approval_id)), '[]')
        from orders.raises where company_id = ${companyId} and state in ('WAITING', 'APPROVED'))
    ) as books
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a select without a from gave no row')
  return row.books
}

export const openOf = ({ quantity, cancelled, shipped }: OrderLineRow) =>
  quantity - cancelled - shipped
