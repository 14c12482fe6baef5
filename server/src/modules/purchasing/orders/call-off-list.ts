import { Type } from 'typebox'
import { money } from '#kernel/money'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { amountText, ContractParams, type Quotas } from '#modules/quotas'
import { sql } from '#platform/db'
import { MoneyView, viewMoney } from '#platform/http'
import { defineList, filter, type List } from '#platform/lists'

const CallOffView = record(
  'CallOff',
  'What a line of an order calls off from a quota of a contract.',
  {
    orderId: Type.String(),
    orderNumber: Type.String(),
    lineNumber: Type.Integer(),
    quotaId: Type.String(),
    productId: Type.String(),
    ordered: quantitySchema({ description: 'The quantity that was ordered.' }),
    quantity: quantitySchema({
      minimum: 0,
      description: 'What counts of it: what was not cancelled, refused or returned.',
    }),
    value: MoneyView,
    amount: Type.String({
      description: 'What counts for the quota: a quantity, or an amount of its currency.',
    }),
    currency: Type.Optional(Type.String({ description: 'Of the quota, if it counts a value.' })),
    calledOffAt: Type.String({ format: 'date-time' }),
  },
)

const example = {
  orderId: 'ord_01m7xb80j6g1r3x9n5w7d0sveb',
  orderNumber: 'PO-2026-000123',
  lineNumber: 1,
  quotaId: 'quo_01m7xb82dw3khw78phh28dvacd',
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  ordered: 12,
  quantity: 10,
  value: { amount: '25.00', currency: 'EUR' },
  amount: '10',
  calledOffAt: '2026-11-29T15:00:00.000Z',
}

type CallOffRow = {
  readonly order_id: string
  readonly number: string
  readonly line_number: number
  readonly quota_id: string
  readonly product_id: string
  readonly quantity: number
  readonly kept: number
  readonly value_kept: string
  readonly currency: string
  readonly amount_kept: number
  readonly quota_currency: string
  readonly placed_at: Date
}

/** `call_offs_by_contract` serves it. A supplier sees no order that waits for its approval. */
export function callOffList(quotas: Pick<Quotas, 'ofContract'>): List {
  return defineList({
    operationId: 'listCallOffs',
    url: '/api/v1/contracts/:contractId/call-offs',
    summary: 'List the call-offs of a contract',
    description: 'What orders have called off from its quotas, the newest order first.',
    tags: ['Contracts'],
    config: { access: 'orders:read', fails: ['catalog.contract_not_found'] },
    params: ContractParams,
    item: CallOffView,
    examples: [example],
    columns: [
      'orderNumber',
      'lineNumber',
      'productId',
      'ordered',
      'quantity',
      'value',
      'amount',
      'currency',
      'calledOffAt',
      'quotaId',
      'orderId',
    ],
    filters: {
      quotaId: filter(Type.String({ maxLength: 64 }), (id) => sql`t.quota_id = ${id}`),
      orderId: filter(Type.String({ maxLength: 64 }), (id) => sql`t.order_id = ${id}`),
    },
    from: sql`quotas.call_offs t
      join quotas.quotas q on q.company_id = t.company_id and q.id = t.quota_id
      join orders.orders o on o.company_id = t.company_id and o.id = t.order_id`,
    select: sql`t.order_id, t.line_number, t.quota_id, t.product_id, t.quantity, t.kept, t.currency, t.amount_kept,
      floor((t.value_minor::numeric * t.kept * 2 + t.quantity) / (2 * t.quantity))::bigint::text as value_kept,
      q.currency as quota_currency, o.number, o.placed_at`,
    scope: async ({ actor, params }) => {
      const { contract } = await quotas.ofContract(actor, params.contractId ?? '')
      const { id, buyerCompanyId: companyId, supplier } = contract
      const isSupplier = actor.companyId === supplier.id
      return sql`t.company_id = ${companyId} and t.contract_id = ${id} and t.order_id is not null
        ${isSupplier ? sql`and not o.concealed` : sql``}`
    },
    identity: { 't.order_id': 'text', 't.quota_id': 'text', 't.line_number': 'integer' },
    sorts: {
      newest: {
        keys: { 't.order_id': 'text', 't.quota_id': 'text', 't.line_number': 'integer' },
        direction: 'desc',
      },
    },
    // A call-off changes with its order.
    writtenAt: 'o.written_at',
    csv: {
      operationId: 'downloadCallOffs',
      summary: 'Download the call-offs of a contract as CSV',
    },
    show: (rows: readonly CallOffRow[]) => rows.map(viewCallOff),
  })
}

function viewCallOff(row: CallOffRow) {
  const currency = row.quota_currency === '' ? undefined : row.quota_currency
  return {
    orderId: row.order_id,
    orderNumber: row.number,
    lineNumber: row.line_number,
    quotaId: row.quota_id,
    productId: row.product_id,
    ordered: numberOf(BigInt(row.quantity)),
    quantity: numberOf(BigInt(row.kept)),
    value: viewMoney(money(BigInt(row.value_kept), row.currency)),
    amount: amountText({ currency }, BigInt(row.amount_kept)),
    ...(currency === undefined ? {} : { currency }),
    calledOffAt: row.placed_at.toISOString(),
  }
}
