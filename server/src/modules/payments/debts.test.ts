import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import { type Database, sql } from '#platform/db'
import {
  aCreditAccount,
  aPayer,
  aPayment,
  aPaymentsWorld,
  euros,
  type PaymentsWorld,
} from '#testing/payments'
import type { Payment } from './index.ts'
import { findDebts, listDues, listOverdue, sumOverdue } from './owed-store.ts'

let database: Database
let world: PaymentsWorld

beforeAll(async () => {
  database = await freshDatabase()
  world = await aPaymentsWorld(database)
})
afterAll(async () => {
  await world.close()
  await database.close()
})

describe('a debt on net terms', () => {
  it('falls due invoice by invoice, and what is not invoiced never', async () => {
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
    const sums = await sumOverdue(database.pool, order.companyId, '2099-01-01')
    expect(sums.get('EUR')).toEqual({ count: 1, amount: euros('80.00'), oldestDueOn: '2026-02-09' })
  })

  it('is asked for once by each invoice, however often it is told of it', async () => {
    const order = await anOrder(await aDebtor(), '100.00')
    for (let time = 0; time < 2; time += 1) {
      await invoice(order, 'inv_a', '2026-01-10', '60.00')
      await creditNote(order, 'crn_a', ['inv_a'], '20.00')
    }

    expect(await duesOf(order)).toEqual([['inv_a', '2026-02-09', '40.00', '40.00']])
  })

  it('keeps the days of its own terms when those of the account change', async () => {
    const actor = await aDebtor(10)
    const order = await anOrder(actor, '100.00')
    await aCreditAccount(world, actor.companyId, { netDays: 60 })
    await invoice(order, 'inv_a', '2026-01-10', '100.00')

    expect(await debtOf(order)).toMatchObject({ dueOn: '2026-01-20' })
  })

  it('is nothing that invoices of a payment by card ask for, and nobody else’s', async () => {
    const actor = await aDebtor()
    const orderId = newId('ord', new Date())
    const card = await aPayment(world, actor, { orderId })
    await invoice(card, 'inv_a', '2026-01-10', '50.00')
    const order = await anOrder(actor, '100.00')
    await invoice({ ...order, companyId: aPayer().companyId }, 'inv_b', '2026-01-10', '50.00')

    expect([await duesOf(card), await duesOf(order)]).toEqual([[], []])
  })

  it('from before keeps its one day, whatever is invoiced', async () => {
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

describe('what a company repays', () => {
  it('goes to what is due first, whichever order it is of, and to what is not invoiced last', async () => {
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

  it('stays with the invoice when the goods of another one come back', async () => {
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

  it('is for other debts once it is more than an order owes', async () => {
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

async function aDebtor(netDays = 30): Promise<Actor> {
  const actor = aPayer()
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

const repay = ({ companyId }: Payment, amount: string) =>
  database.transaction((tx) => world.payments.repayCredit(tx, companyId, euros(amount), new Date()))

const debtOf = async ({ companyId, id }: Payment, today = '2026-01-01') =>
  (await findDebts(database.pool, companyId, [id], today)).get(id)

const shown = ({ amountMinor }: Money) => (Number(amountMinor) / 100).toFixed(2)

async function duesOf({ companyId, id }: Payment) {
  const dues = await listDues(database.pool, companyId, id, 100)
  return dues.map((due) => [due.invoice?.id, due.dueOn, shown(due.amount), shown(due.open)])
}

async function overdueOf({ id }: Payment, today: string): Promise<string[]> {
  const all = await listOverdue(database.pool, today, { limit: 100 })
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
