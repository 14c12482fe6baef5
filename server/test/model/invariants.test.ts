import { describe, expect, it } from 'vitest'
import type { AttemptRow, Books, BudgetRow, OrderRow, PaymentRow } from './books.ts'
import { checkAlways, checkSettled } from './invariants.ts'

/** The auditor is audited: a check that cannot fail has proved nothing. */
describe('books', () => {
  it('that are correct pass', async () => {
    checkAlways(sound, stocked)
    await checkSettled(sound, theirs)
  })

  it.each<[what: string, broken: Partial<Books>, finding: RegExp]>([
    [
      'stock that vanished',
      { stock: [{ product: 'prd_1', onHand: 5, reserved: 0, committed: 4, backordered: 0 }] },
      /has drifted/,
    ],
    [
      'a reservation that nobody holds',
      { stock: [{ product: 'prd_1', onHand: 5, reserved: 1, committed: 4, backordered: 0 }] },
      /reserved of/,
    ],
    [
      'stock for which nobody waits',
      { stock: [{ product: 'prd_1', onHand: 6, reserved: 0, committed: 4, backordered: 1 }] },
      /what waits for/,
    ],
    ['a second order of one checkout', { orders: [order, { ...order, id: 'ord_2' }] }, /orders of/],
    ['an order of a failed checkout', { attempts: [{ ...attempt, state: 'FAILED' }] }, /orders of/],
    ['a cart that is locked for ever', { carts: [{ checkoutId: 'chk_1', items: [] }] }, /locked/],
    ['a sum without its entries', { payments: [{ ...payment, refunded: 1 }] }, /its ledger/],
    ['credit without its entries', { credit: { ...credit, used: 1 } }, /sum of its entries/],
    [
      'a budget without its entries',
      { budgets: [{ ...budget, committed: 900 }] },
      /sum of its entries/,
    ],
    [
      'a budget that is overdrawn',
      { budgets: [{ ...budget, limit: 999 }] },
      /1000 are taken of bud_1, which has 999/,
    ],
    [
      'a budget that nobody holds',
      { budgets: [{ ...budget, held: 5, entries: { HOLD: 1_005, COMMIT: 1_000 } }] },
      /what bud_1 holds/,
    ],
    [
      'a budget that is held by what is over',
      {
        budgets: [
          {
            ...budget,
            held: 1_000,
            committed: 0,
            entries: { HOLD: 1_000 },
            holds: holds.map((hold) => ({ ...hold, state: 'HELD' })),
          },
        ],
      },
      /which is COMPLETED/,
    ],
    ['a quota that nobody holds', { quotas: [{ ...quota, held: 1 }] }, /checkouts hold/],
    ['a quota with lost pieces', { quotas: [{ ...quota, calledOff: 3 }] }, /orders call off/],
    ['a quota that is overdrawn', { quotas: [{ ...quota, maximum: 3 }] }, /beyond its maximum/],
    [
      'a requested line that is not in its order',
      {
        requisitions: [{ ...requisition, lines: [requested, { ...requested, product: 'prd_2' }] }],
      },
      /what ord_1 has to have/,
    ],
    [
      'an order of a requisition that has more than its lines',
      { requisitions: [{ ...requisition, lines: [{ ...requested, quantity: 3 }] }] },
      /what ord_1 has to have/,
    ],
    [
      'a cancelled line that is in an order',
      { requisitions: [{ ...requisition, lines: [{ ...requested, state: 'CANCELLED' }] }] },
      /a line of rqn_1/,
    ],
    [
      'two dates in one order',
      placedOn(run, { ...run, date: '2026-01-12' }),
      /two requests have one order/,
    ],
    ['a placed date without an order', placedOn({ ...run, orderId: 'ord_2' }), /of 2026-01-05/],
    ['credit that nothing holds', { credit: { ...credit, owed: 1 } }, /payments on it hold/],
    ['money that no debt got', { credit: { ...credit, paidIn: 1 } }, /nor kept/],
    ['a debt that is not used', { credit: { ...credit, used: 1, entries: 1 } }, /owed and not/],
  ])('with %s do not', (_what, broken, finding) => {
    expect(() => checkAlways({ ...sound, ...broken }, stocked)).toThrow(finding)
  })

  it.each<[what: string, broken: Partial<Books>, finding: RegExp]>([
    ['a checkout that never ends', { attempts: [{ ...attempt, state: 'RESERVED' }] }, /for ever/],
    ['money that is owed', { orders: [{ ...order, waiting: 1 }] }, /owed for ever/],
    [
      'a budget that paid for less than its order',
      { budgets: [{ ...budget, holds: holds.map((hold) => ({ ...hold, amount: 900 })) }] },
      /took of bud_1/,
    ],
    [
      'money that was paid for nothing',
      { unordered: [{ paymentId: 'pay_1', state: 'REFUSED' as const }] },
      /paid for nothing/,
    ],
    ['money that nobody decides about', { orders: [{ ...order, refused: ['crd_1'] }] }, /decides/],
    [
      'money that was paid out beside its goods',
      {
        payments: [{ ...payment, paidOut: 100, ledger: { ...payment.ledger, PAID_OUT: 100 } }],
      },
      /holds 900 where 1000/,
    ],
    [
      'an added line that nobody paid',
      { orders: [{ ...order, added: 100 }] },
      /holds 1000 where 900/,
    ],
    ['money without goods', { orders: [{ ...order, credits: 100 }] }, /holds 1000 where 900/],
    [
      'a cost centre that paid for more than its order',
      { budgets: [{ ...ofCostCenter, committed: 1_001, ...entriesOf(1_001) }] },
      /took 1001 of bud_1/,
    ],
    ['a payment without an order', { orders: [] }, /holds 1000 where 0/],
  ])('at rest with %s do not', async (_what, broken, finding) => {
    await expect(checkSettled({ ...sound, ...broken }, theirs)).rejects.toThrow(finding)
  })

  it('of an order that was given up have all of it in the budget of its cost centre again', async () => {
    const goneBack = { refunded: 1_000, ledger: { ...payment.ledger, REFUNDED: 1_000 } }
    const givenUp = {
      ...sound,
      orders: [{ ...order, credits: 1_000 }],
      payments: [{ ...payment, ...goneBack }],
    }
    const theirsToo = async () => ({ intents: 1, captured: 1_000n, refunded: 1_000n })
    const released = holds.map((hold) => ({ ...hold, released: 1_000 }))
    await checkSettled({ ...givenUp, budgets: [{ ...ofCostCenter, holds: released }] }, theirsToo)
    const lost = checkSettled({ ...givenUp, budgets: [ofCostCenter] }, theirsToo)
    await expect(lost).rejects.toThrow(/gave back to bud_1/)
  })

  it('that differ from a provider that charged twice fail', async () => {
    const twice = async () => ({ intents: 2, captured: 2_000n, refunded: 0n })
    await expect(checkSettled(sound, twice)).rejects.toThrow(/2 intents/)
    const less = async () => ({ intents: 1, captured: 900n, refunded: 0n })
    await expect(checkSettled(sound, less)).rejects.toThrow(/book/)
  })
})

const line = {
  line: 1,
  follows: null,
  product: 'prd_1',
  street: 'Hafenstr. 7',
  price: 250,
  quantity: 4,
  cancelled: 0,
  shipped: 0,
  delivered: 0,
}
const order: OrderRow = {
  id: 'ord_1',
  checkoutId: 'chk_1',
  paymentId: 'pay_1',
  state: 'PLACED',
  total: 1_000,
  reduced: 0,
  added: 0,
  credits: 0,
  settled: 0,
  waiting: 0,
  refused: [],
  lines: [
    { ...line, missing: 0, returned: 0, claimed: 0, waiting: 0, request: null, proposal: null },
  ],
}
const attempt: AttemptRow = {
  id: 'chk_1',
  state: 'COMPLETED',
  total: 1_000,
  paymentId: 'pay_1',
  orderId: 'ord_1',
  lines: [{ productId: 'prd_1', quantity: 4 }],
}
const payment: PaymentRow = {
  id: 'pay_1',
  method: 'card',
  state: 'SUCCEEDED',
  orderId: 'ord_1',
  redirectUrl: null,
  authorized: 1_000,
  captured: 1_000,
  voided: 0,
  refunded: 0,
  refunding: 0,
  paidOut: 0,
  ledger: { AUTHORIZED: 1_000, CAPTURED: 1_000 },
}
const credit = {
  used: 0,
  entries: 0,
  owed: 0,
  repaid: 0,
  unallocated: 0,
  paidIn: 0,
  repayments: [],
}
const budget: BudgetRow = {
  budget: 'bud_1',
  kind: 'PERSON',
  startsOn: '2026-01-01',
  limit: 1_500,
  held: 0,
  committed: 1_000,
  entries: { HOLD: 1_000, COMMIT: 1_000 },
  holds: [{ checkoutId: 'chk_1', state: 'COMMITTED', amount: 1_000, released: 0 }],
}

const quota = { product: 'prd_1', maximum: 5, held: 0, calledOff: 4 }

const requested = { product: 'prd_1', quantity: 4, state: 'ORDERED' as const, orderId: 'ord_1' }
const requisition = { id: 'rqn_1', state: 'ORDERED', lines: [requested] }
const run = { date: '2026-01-05', state: 'PLACED' as const, tries: 1, code: null, orderId: 'ord_1' }
const placedOn = (...runs: readonly (typeof run)[]): Partial<Books> => ({
  requisitions: [],
  standing: [{ id: 'sto_1', state: 'ACTIVE', runs: [...runs] }],
})

const sound: Books = {
  unordered: [],
  stock: [{ product: 'prd_1', onHand: 6, reserved: 0, committed: 4, backordered: 0 }],
  carts: [{ checkoutId: null, items: [] }],
  attempts: [attempt],
  orders: [order],
  payments: [payment],
  credit,
  budgets: [budget],
  quotas: [quota],
  requisitions: [requisition],
  standing: [],
  raises: [],
}
const { holds } = budget
const ofCostCenter: BudgetRow = { ...budget, kind: 'COST_CENTER' }
const entriesOf = (amount: number) => ({
  entries: { HOLD: amount, COMMIT: amount },
  holds: holds.map((hold) => ({ ...hold, amount })),
})
const stocked = new Map([['prd_1', 10]])

const theirs = async () => ({ intents: 1, captured: 1_000n, refunded: 0n })
