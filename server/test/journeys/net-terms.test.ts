import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, handOver } from './purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from './world.ts'

let world: World
let ours: CompanyOfWorld
let operator: Client

beforeAll(async () => {
  world = await aWorld()
  ours = await world.company()
  operator = await world.operator()
})
afterAll(() => world.close())

const eur = (amount: string) => ({ amount, currency: 'EUR' })

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

it('an operator opens an account, the company buys on it up to its limit, repays and buys on', async () => {
  const account = `/admin/companies/${ours.companyId}/credit-accounts/EUR`
  expect((await buyOnCredit()).body.meta.code).toBe('payments.no_credit_account')

  const opened = await operator.put(account, { limit: '150.00', netDays: 30 })
  expect(opened.body.data).toMatchObject({ limit: eur('150.00'), used: eur('0.00') })
  const placed = await buyOnCredit()
  expect(placed.body.data.checkout.state).toBe('COMPLETED')
  const { amount: owed } = placed.body.data.payment
  expect((await buyOnCredit()).body.meta.code).toBe('payments.credit_limit_exceeded')
  const own = await ours.admin.get('/api/v1/credit-accounts')
  expect(own.body.data.accounts).toMatchObject([{ used: owed, netDays: 30, state: 'OPEN' }])

  const key = aKey()
  const repayment = { amount: '50.00', reference: 'SEPA 4711' }
  const repaid = await operator.post(`${account}/repayments`, repayment, { key })
  const again = await operator.post(`${account}/repayments`, repayment, { key })
  expect(repaid.status).toBe(201)
  expect(again.body).toEqual(repaid.body)
  await operator.post(`${account}/repayments`, { amount: '80.00' }, { key: aKey() })
  const left = await operator.get(`/admin/companies/${ours.companyId}/credit-accounts`)
  const used = (Number(owed.amount) - 130).toFixed(2)
  expect(left.body.data.accounts).toMatchObject([{ used: eur(used) }])

  const suspended = await operator.put(account, { limit: '900', netDays: 0, state: 'SUSPENDED' })
  expect(suspended.body.data).toMatchObject({ available: eur('0.00'), used: eur(used) })
  expect((await buyOnCredit()).body.meta.code).toBe('payments.no_credit_account')
})

it('credit is for companies that are there, in amounts that are amounts', async () => {
  const stranger = '/admin/companies/co_of_nobody/credit-accounts'
  const terms = { limit: '1.00', netDays: 30 }
  const codes = [
    await operator.get(stranger),
    await operator.put(`${stranger}/EUR`, terms),
    await operator.post(`${stranger}/EUR/repayments`, { amount: '1.00' }, { key: aKey() }),
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/XXY`, terms),
    await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/JPY`, {
      ...terms,
      limit: '1.50',
    }),
    await operator.post(
      `/admin/companies/${ours.companyId}/credit-accounts/GBP/repayments`,
      { amount: '1.00' },
      { key: aKey() },
    ),
  ].map(({ body }) => body.meta.code)
  expect(codes).toEqual([
    ...Array(3).fill('payments.company_not_found'),
    ...Array(2).fill('payments.amount_invalid'),
    'payments.no_credit_account',
  ])
  expect((await ours.buyer.get('/api/v1/credit-accounts')).status).toBe(403)
})
