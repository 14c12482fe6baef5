import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { parseMoney } from '#kernel/money'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, handOver } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()

it('an operator opens a credit account; the company buys up to its limit, repays and buys more', async () => {
  const account = `/admin/companies/${ours.companyId}/credit-accounts/EUR`
  expect((await buyOnCredit()).body.meta.code).toBe('payments.no_credit_account')

  const opened = await operator.put(account, { limit: eur('150.00'), netDays: 30 })
  expect(opened.body.data).toMatchObject({ limit: eur('150.00'), used: eur('0.00') })
  const placed = await buyOnCredit()
  expect(placed.body.data.checkout.state).toBe('COMPLETED')
  const { amount: owed } = placed.body.data.payment
  expect((await buyOnCredit()).body.meta.code).toBe('payments.credit_limit_exceeded')
  const own = await ours.admin.get('/api/v1/credit-accounts')
  expect(own.body.data.accounts).toMatchObject([{ used: owed, netDays: 30, state: 'OPEN' }])

  const key = aKey()
  const repayment = { amount: eur('50.00'), reference: 'SEPA 4711' }
  const repaid = await operator.post(`${account}/repayments`, repayment, { key })
  const again = await operator.post(`${account}/repayments`, repayment, { key })
  expect(repaid.status).toBe(201)
  expect(again.body).toEqual(repaid.body)
  await operator.post(
    `${account}/repayments`,
    { amount: eur('80.00'), acceptOverpayment: true },
    { key: aKey() },
  )
  const left = await operator.get(`/admin/companies/${ours.companyId}/credit-accounts`)
  const used = (Number(owed.amount) - 130).toFixed(2)
  expect(left.body.data.accounts).toMatchObject([{ used: eur(used) }])

  const suspended = await operator.put(account, {
    limit: eur('900'),
    netDays: 0,
    state: 'SUSPENDED',
  })
  expect(suspended.body.data).toMatchObject({ available: eur('0.00'), used: eur(used) })
  expect((await buyOnCredit()).body.meta.code).toBe('payments.no_credit_account')
})

it('a repayment goes to the oldest debts, which marks their orders as paid', async () => {
  const { database } = world.parts.platform
  const company = await world.company()
  const account = `/admin/companies/${company.companyId}/credit-accounts/EUR`
  await operator.put(account, { limit: eur('1000.00'), netDays: 10 })
  const buy = async () => {
    const { id: productId } = await aProduct(database, { unitPrice: '100.00' })
    const version = await fillCart(company.buyer, [{ productId, quantity: 1 }])
    const { body } = await checkOut(company.buyer, version)
    const handed = await handOver(company.buyer, body.data.id, { method: 'invoice' })
    return handed.body.data.checkout.orderId as string
  }
  const [first, second] = [await buy(), await buy()]
  const order = async (id: string) => (await company.buyer.get(`/api/v1/orders/${id}`)).body.data
  const { paymentId } = await order(first)
  // Taken is not paid: it is charged to the account.
  await company.buyer.post(`/api/v1/payments/${paymentId}/capture`, {})
  expect((await company.buyer.get('/api/v1/payments?overdue=true')).body.data).toEqual([])
  await invoiceLongAgo(company, first)
  await invoiceLongAgo(company, second)
  const lateOnes = async () =>
    (await company.buyer.get('/api/v1/payments?overdue=true')).body.data.length
  expect(await lateOnes()).toBe(2)
  const own = await company.admin.get('/api/v1/credit-accounts')
  expect(own.body.data.accounts[0].overdue).toMatchObject({ count: 2, oldestDueOn: '2020-01-11' })
  const listed = await operator.get('/admin/payments/overdue')
  const ofCompany = ({ companyId }: { companyId: string }) => companyId === company.companyId
  expect(listed.body.data.filter(ofCompany)).toMatchObject([
    { orderId: first, paymentId, dueOn: '2020-01-11', dues: [{ invoiceId: `inv_${first}` }] },
    { orderId: second },
  ])

  const { amount } = (await order(first)).total
  const one = Number(amount)
  const repay = (euros: number) =>
    operator.post(`${account}/repayments`, { amount: eur(euros.toFixed(2)) }, { key: aKey() })
  await repay(one - 1)
  expect((await order(first)).paymentState).toBe('UNPAID')
  await repay(1.5)
  expect(await untilPaid(company.buyer, first)).toBe('PAID')
  const payment = await company.buyer.get(`/api/v1/payments/${(await order(second)).paymentId}`)
  const open = eur((one - 0.5).toFixed(2))
  expect(payment.body.data).toMatchObject({
    dueOn: '2020-01-11',
    owed: { open, repaid: eur('0.50'), overdue: true },
    dues: [{ invoiceNumber: 'INV-2020-000001', dueOn: '2020-01-11', open }],
  })
  expect(await lateOnes()).toBe(1)
  expect((await order(second)).paymentState).toBe('UNPAID')

  // What is more than is owed waits for the next payment, and pays it the moment it is made.
  const tooMuch = (one - 0.5 + one).toFixed(2)
  const slip = await operator.post(
    `${account}/repayments`,
    { amount: eur(tooMuch) },
    { key: aKey() },
  )
  expect(slip).toMatchObject({
    status: 422,
    body: {
      meta: {
        code: 'payments.repayment_exceeds_owed',
        details: { owed: (one - 0.5).toFixed(2), amount: tooMuch, currency: 'EUR' },
      },
    },
  })
  const meant = { amount: eur(tooMuch), acceptOverpayment: true }
  expect((await operator.post(`${account}/repayments`, meant, { key: aKey() })).status).toBe(201)
  expect(await untilPaid(company.buyer, second)).toBe('PAID')
  expect(await untilPaid(company.buyer, await buy())).toBe('PAID')
  expect(await lateOnes()).toBe(0)
  const { rows } = await sql<{ differs: boolean }>`
    select a.used_minor <> coalesce(sum(d.owed_minor - d.repaid_minor), 0) - a.unallocated_minor as differs
    from payments.credit_accounts a left join payments.debts d using (company_id, currency)
    where a.company_id = ${company.companyId} group by a.company_id, a.currency
  `.execute(database.pool)
  expect(rows).toEqual([{ differs: false }])
})

/** As what leaves with a shipment, of a day on which nobody was there. */
async function invoiceLongAgo({ buyer, companyId }: CompanyOfWorld, orderId: string) {
  const { platform, modules } = world.parts
  const { total } = (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
  const amount = parseMoney(total.amount, total.currency)
  assert(amount)
  const of = { companyId, orderId, amount, invoiceId: `inv_${orderId}` }
  const issued = { ...of, number: 'INV-2020-000001', issuedOn: '2020-01-01' }
  await platform.database.transaction((tx) => modules.payments.noteInvoice(tx, issued))
}

it('a mistyped repayment is reversed, and both sides see it on the statement', async () => {
  const { database } = world.parts.platform
  const company = await world.company()
  const account = `/admin/companies/${company.companyId}/credit-accounts/EUR`
  await operator.put(account, { limit: eur('1000.00'), netDays: 10 })
  const { id: productId } = await aProduct(database, { unitPrice: '100.00' })
  const version = await fillCart(company.buyer, [{ productId, quantity: 1 }])
  const { body } = await checkOut(company.buyer, version)
  const handed = await handOver(company.buyer, body.data.id, { method: 'invoice' })
  const { orderId } = handed.body.data.checkout
  const { amount: owed, id: paymentId } = handed.body.data.payment
  const noted = await operator.post(
    `${account}/repayments`,
    { amount: eur('900.00'), reference: 'SEPA 90', acceptOverpayment: true },
    { key: aKey() },
  )
  const { repaymentId } = noted.body.data
  expect(await untilPaid(company.buyer, orderId)).toBe('PAID')

  const reversal = `${account}/repayments/${repaymentId}/reverse`
  const reason = { reason: 'Typed 900 for 90' }
  const key = aKey()
  const reversed = await operator.post(reversal, reason, { key })
  expect(reversed.body.data).toMatchObject({ used: owed })
  expect((await operator.post(reversal, reason, { key })).body).toEqual(reversed.body)
  const twice = await operator.post(reversal, reason, { key: aKey() })
  expect([twice.status, twice.body.meta.code]).toEqual([409, 'payments.repayment_reversed'])
  expect(await untilPaid(company.buyer, orderId, 'UNPAID')).toBe('UNPAID')
  const { timeline } = (await company.buyer.get(`/api/v1/orders/${orderId}`)).body.data
  expect(timeline.at(-1)).toMatchObject({ kind: 'PAYMENT_UNPAID' })

  const seen = await pagesOf(operator, `${account}/entries`)
  expect(seen).toMatchObject([
    { kind: 'REVERSED', amount: eur('900.00'), balance: owed, repaymentId, ...reason },
    { kind: 'REPAID', repaymentId, reversed: true, reference: 'SEPA 90', by: expect.any(String) },
    { kind: 'TAKEN', amount: owed, balance: owed, paymentId, orderId, by: expect.any(String) },
  ])
  expect(seen[1].balance).toEqual(eur((Number(owed.amount) - 900).toFixed(2)))
  expect(await pagesOf(company.admin, '/api/v1/credit-accounts/EUR/entries')).toEqual(seen)
  const elsewhere = await ours.admin.get('/api/v1/credit-accounts/USD/entries')
  expect([elsewhere.status, elsewhere.body.meta.code]).toEqual([
    404,
    'payments.credit_account_not_found',
  ])
})

/** Entry by entry, so that each balance but the first comes out of a cursor. */
async function pagesOf(client: Client, path: string) {
  const entries = []
  let cursor = ''
  do {
    const { body } = await client.get(`${path}?limit=1${cursor}`)
    entries.push(...body.data)
    cursor = body.meta.nextCursor ? `&cursor=${body.meta.nextCursor}` : ''
  } while (cursor)
  return entries
}

/** The order learns it from the log. */
async function untilPaid(buyer: Client, orderId: string, wanted = 'PAID'): Promise<string> {
  const until = performance.now() + 60_000
  for (;;) {
    const { paymentState } = (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
    if (paymentState === wanted || performance.now() > until) return paymentState
    await wait(25)
  }
}

it('everybody who may check out sees whether net terms are available, and nothing more', async () => {
  const company = await world.company()
  const account = `/admin/companies/${company.companyId}/credit-accounts/EUR`
  const methodsFor = async (client: Client, query = '') =>
    (await client.get(`/api/v1/payment-methods${query}`)).body.data.methods
  const card = { method: 'card', accepted: true }
  const none = { method: 'invoice', accepted: false, refusal: 'payments.no_credit_account' }
  expect(await methodsFor(company.buyer)).toEqual([card, none])

  await operator.put(account, { limit: eur('150.00'), netDays: 30 })
  const terms = { netDays: 30, available: eur('150.00') }
  const invoice = { method: 'invoice', accepted: true, terms }
  const beyond = { ...invoice, accepted: false, refusal: 'payments.credit_limit_exceeded' }
  for (const client of [company.buyer, company.integration]) {
    expect(await methodsFor(client)).toEqual([card, invoice])
    expect(await methodsFor(client, '?amount=150')).toEqual([card, invoice])
    expect(await methodsFor(client, '?amount=150.01')).toEqual([card, beyond])
  }
  expect(await methodsFor(company.buyer, '?currency=USD')).toEqual([card, none])
  const refusal = 'checkout.handoff_not_allowed'
  expect(await methodsFor(company.approver)).toEqual([
    { method: 'card', accepted: false, refusal },
    { method: 'invoice', accepted: false, refusal },
  ])
  await operator.put(account, { limit: eur('150.00'), netDays: 30, state: 'SUSPENDED' })
  expect(await methodsFor(company.buyer)).toEqual([card, none])
  const codes = ['?amount=0', '?amount=1.001', '?currency=XXY'].map(async (query) => {
    const { body } = await company.buyer.get(`/api/v1/payment-methods${query}`)
    return body.meta.code
  })
  expect(await Promise.all(codes)).toEqual([
    ...Array(2).fill('checkout.amount_invalid'),
    'checkout.currency_unknown',
  ])
})

it('credit accounts need an existing company and valid amounts', async () => {
  const stranger = '/admin/companies/co_of_nobody/credit-accounts'
  const terms = { limit: eur('1.00'), netDays: 30 }
  const codes = [
    await operator.get(stranger),
    await operator.put(`${stranger}/EUR`, terms),
    await operator.post(`${stranger}/EUR/repayments`, { amount: eur('1.00') }, { key: aKey() }),
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/XXY`, terms),
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/JPY`, {
      ...terms,
      limit: { amount: '1.50', currency: 'JPY' },
    }),
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/JPY`, terms),
    await operator.post(
      `/admin/companies/${ours.companyId}/credit-accounts/GBP/repayments`,
      { amount: { amount: '1.00', currency: 'GBP' } },
      { key: aKey() },
    ),
  ].map(({ body }) => body.meta.code)
  expect(codes).toEqual([
    ...Array(3).fill('payments.company_not_found'),
    'payments.currency_unknown',
    'payments.amount_invalid',
    'payments.currency_mismatch',
    'payments.credit_account_not_found',
  ])
  expect((await ours.buyer.get('/api/v1/credit-accounts')).status).toBe(403)
})

async function buyOnCredit() {
  const { database } = world.parts.platform
  const { id: productId } = await aProduct(database, { unitPrice: '100.00' })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
  const { body } = await checkOut(ours.buyer, version)
  const answer = await handOver(ours.buyer, body.data.id, { method: 'invoice' })
  if (answer.status !== 200) await ours.buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)
  if (answer.status !== 200) await ours.buyer.delete(`/api/v1/cart/items/${await anItem()}`)
  return answer
}

async function anItem(): Promise<string> {
  const [item] = (await ours.buyer.get('/api/v1/cart')).body.data.items
  return `${item.id}?expectedItemVersion=${item.itemVersion}`
}

const eur = (amount: string) => ({ amount, currency: 'EUR' })
