import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import { sql } from '#platform/db'
import { aCompany, moveToTimeZone } from '#testing/identity'
import { aCreditAccount, aPayer, aPayment, euros, usePaymentsWorld } from '#testing/payments'
import type { Payment } from '../index.ts'
import { listStatement } from './credit-entry-store.ts'
import { findDebts, listDues, listOverdue, sumOverdue } from './owed-debt-store.ts'
import { repayCredit } from './repay-credit.ts'
import { reverseRepayment } from './reverse-repayment.ts'

const database = await useDatabase()
const world = await usePaymentsWorld(database)

describe('a debt on net terms', () => {
  it('falls due invoice by invoice, and goods without an invoice never', async () => {
    const order = await anOrder(await aDebtor(), '100.00')
    expect(await debtOf(order)).toMatchObject({ dueOn: undefined, isOverdue: false })

    await invoice(order, 'inv_b', '2026-02-01', '30.00')
    await invoice(order, 'inv_a', '2026-01-10', '50.00')

    expect(await duesOf(order)).toEqual([
      ['inv_a', '2026-02-09', '50.00', '50.00'],
      ['inv_b', '2026-03-03', '30.00', '30.00'],
    ])
    const isOverdue = async (today: string) => (await debtOf(order, today))?.isOverdue
    expect(await debtOf(order)).toMatchObject({ dueOn: '2026-02-09', owed: euros('100.00') })
    expect([await isOverdue('2026-02-09'), await isOverdue('2026-02-10')]).toEqual([false, true])
    expect(await overdueOf(order, '2026-02-10')).toEqual(['50.00'])
    expect(await overdueOf(order, '2099-01-01')).toEqual(['50.00', '30.00'])
    const sums = await sumOverdue(database.pool, order.companyId, new Date('2099-01-01'))
    expect(sums.get('EUR')).toEqual({ count: 1, amount: euros('80.00'), oldestDueOn: '2026-02-09' })
  })

  it.each([
    ['America/Los_Angeles', '2026-02-10T07:59:59Z', '2026-02-10T08:00:00Z'],
    ['Asia/Tokyo', '2026-02-09T14:59:59Z', '2026-02-09T15:00:00Z'],
  ])('is overdue once its day has ended in %s', async (timeZone, before, after) => {
    const order = await anOrder(await aDebtor(), '100.00')
    const { companyId } = order
    await moveToTimeZone(database, companyId, timeZone)
    await invoice(order, 'inv_a', '2026-01-10', '50.00')
    const sumAt = async (at: string) =>
      (await sumOverdue(database.pool, companyId, new Date(at))).get('EUR')?.amount
    for (const [at, isOverdue] of [
      [before, false],
      [after, true],
    ] as const) {
      expect((await debtOf(order, at))?.isOverdue).toBe(isOverdue)
      expect(await overdueOf(order, at)).toEqual(isOverdue ? ['50.00'] : [])
      expect(await sumAt(at)).toEqual(isOverdue ? euros('50.00') : undefined)
    }
  })

  it('is due once per invoice, however often the event comes', async () => {
    const order = await anOrder(await aDebtor(), '100.00')
    for (let time = 0; time < 2; time += 1) {
      await invoice(order, 'inv_a', '2026-01-10', '60.00')
      await creditNote(order, 'crn_a', ['inv_a'], '20.00')
    }

    expect(await duesOf(order)).toEqual([['inv_a', '2026-02-09', '40.00', '40.00']])
  })

  it('keeps its own terms when those of the account change', async () => {
    const actor = await aDebtor(10)
    const order = await anOrder(actor, '100.00')
    await aCreditAccount(world, actor.companyId, { netDays: 60 })
    await invoice(order, 'inv_a', '2026-01-10', '100.00')

    expect(await debtOf(order)).toMatchObject({ dueOn: '2026-01-20' })
  })

  it('ignores invoices of card payments and of other companies', async () => {
    const actor = await aDebtor()
    const orderId = newId('ord', new Date())
    const card = await aPayment(world, actor, { orderId })
    await invoice(card, 'inv_a', '2026-01-10', '50.00')
    const order = await anOrder(actor, '100.00')
    await invoice({ ...order, companyId: aPayer().companyId }, 'inv_b', '2026-01-10', '50.00')

    expect([await duesOf(card), await duesOf(order)]).toEqual([[], []])
  })

  it('from before keeps its one due day, whatever is invoiced', async () => {
    const order = await anOrder(await aDebtor(), '100.00')
    await sql`update payments.debts set net_days = null, due_on = '2026-01-31'
      where company_id = ${order.companyId} and payment_id = ${order.id}`.execute(database.pool)
    await invoice(order, 'inv_a', '2026-05-01', '40.00')

    expect(await duesOf(order)).toEqual([[undefined, '2026-01-31', '100.00', '100.00']])
    expect(await overdueOf(order, '2026-02-01')).toEqual(['100.00'])
    await repay(order, '30.00')
    expect(await duesOf(order)).toEqual([[undefined, '2026-01-31', '100.00', '70.00']])
  })
})

describe('the repayment of a company', () => {
  it('pays the earliest due debt first, over all orders, and goods without an invoice last', async () => {
    const actor = await aDebtor()
    const [one, two] = [await anOrder(actor, '100.00'), await anOrder(actor, '100.00')]
    await invoice(one, 'inv_a', '2026-01-10', '20.00')
    await invoice(two, 'inv_b', '2026-01-11', '100.00')
    await invoice(one, 'inv_c', '2026-01-12', '20.00')

    await repay(one, '130.00')

    expect(await duesOf(one)).toEqual([
      ['inv_a', '2026-02-09', '20.00', '0.00'],
      ['inv_c', '2026-02-11', '20.00', '10.00'],
    ])
    expect(await debtOf(one)).toMatchObject({ dueOn: '2026-02-11', repaid: euros('30.00') })
    expect(await debtOf(two)).toMatchObject({ dueOn: undefined, repaid: euros('100.00') })
    await repay(one, '40.00')
    expect(await debtOf(one)).toMatchObject({ dueOn: undefined, repaid: euros('70.00') })
    // What was paid before it was invoiced is paid when it is.
    await invoice(one, 'inv_d', '2026-01-13', '60.00')
    expect(await debtOf(one)).toMatchObject({ dueOn: '2026-02-12' })
    expect(await overdueOf(one, '2026-02-13')).toEqual(['30.00'])
    expect(await booksAgree(actor)).toBe(true)
  })

  it('stays with its invoice when goods of another one are returned', async () => {
    const actor = await aDebtor()
    const order = await anOrder(actor, '100.00')
    await invoice(order, 'inv_a', '2026-01-10', '50.00')
    await invoice(order, 'inv_b', '2026-01-20', '50.00')
    await repay(order, '10.00')
    await world.payments.capture(actor.companyId, order.id)

    // The money may go back before its credit note is read, and after it.
    await giveBack(actor, order, '30.00')
    await creditNote(order, 'crn_a', ['inv_b', 'inv_a'], '30.00')
    await creditNote(order, 'crn_b', ['inv_b', 'inv_a'], '30.00')
    await giveBack(actor, order, '30.00')

    expect(await duesOf(order)).toEqual([
      ['inv_a', '2026-02-09', '40.00', '30.00'],
      ['inv_b', '2026-02-19', '0.00', '0.00'],
    ])
    expect(await debtOf(order)).toMatchObject({ owed: euros('40.00'), repaid: euros('10.00') })
    expect(await booksAgree(actor)).toBe(true)
  })

  it('moves to other debts when it exceeds what an order owes', async () => {
    const actor = await aDebtor()
    const [one, two] = [await anOrder(actor, '100.00'), await anOrder(actor, '100.00')]
    await invoice(one, 'inv_a', '2026-01-10', '100.00')
    await repay(one, '100.00')
    await world.payments.capture(actor.companyId, one.id)
    await giveBack(actor, one, '25.00')

    expect(await debtOf(two)).toMatchObject({ repaid: euros('25.00') })
    expect(await debtOf(one)).toMatchObject({ repaid: euros('75.00'), dueOn: undefined })
    expect(await booksAgree(actor)).toBe(true)
  })
})

describe('reversing a repayment', () => {
  it('reopens the latest due debts, and returns what the repayment had paid', async () => {
    const actor = await aDebtor()
    const one = await anOrder(actor, '100.00')
    const two = await anOrder(actor, '100.00')
    const three = await anOrder(actor, '100.00')
    await invoice(two, 'inv_b', '2026-01-11', '100.00')
    await invoice(one, 'inv_a', '2026-01-10', '100.00')
    await repay(one, '60.00')
    await repay(one, '270.00', 'crp_wrong')
    expect(await eventsOf(actor)).toEqual({ repaid: 3, reopened: [] })

    await reverse(actor, 'crp_wrong')

    expect(await debtOf(one)).toMatchObject({ repaid: euros('60.00'), dueOn: '2026-02-09' })
    expect(await debtOf(two)).toMatchObject({ repaid: euros('0.00'), dueOn: '2026-02-10' })
    expect(await debtOf(three)).toMatchObject({ repaid: euros('0.00'), dueOn: undefined })
    const reopened = ['40.00', '100.00', '100.00']
    expect(await eventsOf(actor)).toEqual({ repaid: 3, reopened })
    expect(await booksAgree(actor)).toBe(true)
    await repay(one, '40.00')
    expect(await eventsOf(actor)).toEqual({ repaid: 4, reopened })
  })

  it('takes no more than it paid in, whatever was repaid, cancelled and owed since', async () => {
    const actor = await aDebtor()
    const [one, two] = [await anOrder(actor, '100.00'), await anOrder(actor, '50.00')]
    await invoice(one, 'inv_a', '2026-01-10', '100.00')
    await repay(one, '80.00', 'crp_wrong')
    await repay(one, '40.00', 'crp_right')
    await world.payments.cancel(actor.companyId, two.id)
    expect(await usedOf(actor)).toBe('-20.00')

    await reverse(actor, 'crp_wrong')

    expect(await usedOf(actor)).toBe('60.00')
    expect(await debtOf(one)).toMatchObject({ repaid: euros('40.00') })
    expect(await booksAgree(actor)).toBe(true)
  })

  it('happens once, and only in the company where it was recorded', async () => {
    const actor = await aDebtor()
    await anOrder(actor, '100.00')
    await repay(actor, '10.00', 'crp_1')

    const tries = await Promise.allSettled([1, 2, 3].map(() => reverse(actor, 'crp_1')))

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = tries.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(
      Array(2).fill('payments.repayment_reversed'),
    )
    expect(await usedOf(actor)).toBe('100.00')
    const unknown = { code: 'payments.repayment_not_found' }
    await expect(reverse(await aDebtor(), 'crp_1')).rejects.toMatchObject(unknown)
    await expect(reverse(actor, 'crp_2')).rejects.toMatchObject(unknown)
  })

  it('uses the entry id for a repayment from before repayments had ids', async () => {
    const actor = await aDebtor()
    await anOrder(actor, '100.00')
    await repay(actor, '10.00')
    const statement = () =>
      listStatement(database.pool, actor.companyId, 'EUR', { before: undefined, limit: 10 })
    const [entry] = await statement()

    expect(entry).toMatchObject({ kind: 'REPAID', repaymentId: `crp_${entry?.entry}` })
    await reverse(actor, entry?.repaymentId ?? '')
    const lines = (await statement()).map(({ kind, balance, isReversed }) => [
      kind,
      shown(balance),
      isReversed,
    ])
    expect(lines).toEqual([
      ['REVERSED', '100.00', false],
      ['REPAID', '90.00', true],
      ['TAKEN', '100.00', false],
    ])
  })
})

async function aDebtor(netDays = 30): Promise<Actor> {
  const actor = { ...aPayer(), companyId: await aCompany(database) }
  await aCreditAccount(world, actor.companyId, { netDays })
  return actor
}

const anOrder = (actor: Actor, amount: string) =>
  aPayment(world, actor, {
    method: 'invoice',
    amount: euros(amount),
    orderId: newId('ord', new Date()),
  })

function invoice(payment: Payment, invoiceId: string, issuedOn: string, amount: string) {
  const issued = { ...ofOrder(payment, amount), invoiceId, number: invoiceId, issuedOn }
  return database.transaction((tx) => world.payments.noteInvoice(tx, issued))
}

function creditNote(payment: Payment, creditNoteId: string, invoiceIds: string[], amount: string) {
  const issued = { ...ofOrder(payment, amount), creditNoteId, invoiceIds }
  return database.transaction((tx) => world.payments.noteCreditNote(tx, issued))
}

const ofOrder = ({ companyId, orderId }: Payment, amount: string) => ({
  companyId,
  orderId: orderId ?? '',
  amount: euros(amount),
})

const giveBack = (actor: Actor, { companyId, id: paymentId }: Payment, amount: string) =>
  world.payments.refund(actor, { companyId, paymentId, amount: euros(amount) })

const repay = ({ companyId }: Pick<Payment, 'companyId'>, amount: string, id?: string) => {
  const note = id === undefined ? undefined : { id, notedBy: 'usr_1' }
  return database.transaction((tx) =>
    repayCredit(tx, companyId, euros(amount), new Date(), { note, acceptsOverpayment: true }),
  )
}

const reverse = ({ companyId }: Actor, id: string) => {
  const note = { id, notedBy: 'usr_1', reason: 'Typed wrongly' }
  return database.transaction((tx) =>
    reverseRepayment(tx, { companyId, currency: 'EUR' }, note, new Date()),
  )
}

const usedOf = async ({ companyId }: Actor) => {
  const account = await world.payments.creditAccount(companyId, 'EUR')
  return account && shown(account.used)
}

async function eventsOf({ companyId }: Actor) {
  const { rows } = await sql<{ type: string; amount: string }>`
    select type, data->'amount'->>'amount' as amount from platform.events
    where company_id = ${companyId} and type in ('payment.repaid', 'payment.reopened')
    order by type, (data->'amount'->>'amount')::numeric
  `.execute(database.pool)
  const amounts = (of: string) => rows.filter(({ type }) => type === of).map((row) => row.amount)
  return { repaid: amounts('payment.repaid').length, reopened: amounts('payment.reopened') }
}

const debtOf = async ({ companyId, id }: Payment, today = '2026-01-01') =>
  (await findDebts(database.pool, companyId, [id], new Date(today))).get(id)

const shown = ({ amountMinor }: Money) => (Number(amountMinor) / 100).toFixed(2)

async function duesOf({ companyId, id }: Payment) {
  const dues = await listDues(database.pool, companyId, id, 100)
  return dues.map((due) => [due.invoice?.id, due.dueOn, shown(due.amount), shown(due.open)])
}

async function overdueOf({ id }: Payment, today: string): Promise<string[]> {
  const all = await listOverdue(database.pool, new Date(today), { limit: 100 })
  const found = all.find(({ paymentId }) => paymentId === id)
  return found?.dues.map(({ open }) => shown(open)) ?? []
}

/** What the account holds is what its debts owe, less what waits for a debt. */
async function booksAgree({ companyId }: Actor): Promise<boolean | undefined> {
  const { rows } = await sql<{ agree: boolean }>`
    select a.used_minor = coalesce(sum(d.owed_minor - d.repaid_minor), 0) - a.unallocated_minor as agree
    from payments.credit_accounts a left join payments.debts d using (company_id, currency)
    where a.company_id = ${companyId} group by a.company_id, a.currency
  `.execute(database.pool)
  return rows[0]?.agree
}
