import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anAccountBrowser } from './account-browser.ts'
import { aKey, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform

it('both companies of a contract see what is called off, how much is left, and by which orders', async () => {
  const ours = await world.company()
  await giveCredit(world, ours.companyId, 100_000_000n)
  const supplier = await aSupplier()
  const bolt = await aProduct(database, {
    supplierCompanyId: supplier.companyId,
    name: 'Bolt & nut',
    unitPrice: '3.33',
    onHand: 100,
  })
  const contractId = await aContract(supplier, ours)
  const quotas = [
    { productId: bolt.id, measure: 'QUANTITY', committed: '5', maximum: '40' },
    { productId: bolt.id, measure: 'VALUE', currency: 'EUR', maximum: '26.63', policy: 'WARN' },
  ]
  const path = `/account/contracts/${contractId}`
  const put = await supplier.client.put(`/api/v1/contracts/${contractId}/quotas`, { quotas })
  expect(put.body.data).toMatchObject({ quotas: [{ coveredName: 'Bolt & nut' }, {}] })
  const lines = [{ productId: bolt.id, quantity: 8 }]
  const placing = { lines, shipTo, payment: { method: 'invoice' } }
  const { order } = (await ours.buyer.post('/api/v1/orders', placing, { key: aKey() })).body.data

  const buyer = await browserOf(await aPerson(database, { ...ours, role: 'buyer' }))
  expect((await buyer.get('/account')).html).toContain('href="/account/contracts"')
  expect((await buyer.get('/account/contracts')).html).toContain(`href="${path}">FW-1</a>`)
  const page = await buyer.get(path)
  for (const text of [
    'Contract FW-1',
    'Bolt &amp; nut',
    '<dd>8</dd>',
    '<dd>5</dd>',
    '<dt>Left</dt><dd>32</dd>',
    '20 % of the maximum',
    'Orders beyond the maximum are refused.',
    'EUR 26.64',
    '100 % of the maximum',
    'Orders beyond the maximum get a warning.',
    `href="/account/orders/${order.id}">${order.number}</a>`,
  ]) {
    expect(page.html.replaceAll('\u00a0', ' ')).toContain(text)
  }

  const seller = await browserOf(supplier)
  expect((await seller.get('/account/contracts')).html).toContain(await nameOf(ours))
  const theirs = await seller.get(`${path}?locale=de`)
  expect(theirs.html).toContain('Käufer')
  expect(theirs.html).toContain('<dt>Übrig</dt><dd>32</dd>')
  expect(theirs.html).toContain(`href="/account/supplied-orders/${order.id}"`)

  // The mail about the quota that is used up leads here.
  for (const email of [supplier.email, await emailOf(ours)]) {
    await expect.poll(() => linksTo(email), { timeout: 30_000 }).toContain(path)
  }

  const stranger = await aPerson(database, { ...(await world.company()), role: 'buyer' })
  expect((await (await browserOf(stranger)).get(path)).status).toBe(404)
})

it('a contract without quotas says so, and one that has an end names it', async () => {
  const ours = await world.company()
  const supplier = await aSupplier()
  const until = new Date(Date.now() + 90 * 24 * 3_600_000)
  const contractId = await aContract(supplier, ours, { validUntil: until.toISOString() })
  const buyer = await browserOf(await aPerson(database, { ...ours, role: 'accountant' }))
  const { html } = await buyer.get(`/account/contracts/${contractId}`)
  expect(html).toContain('The contract has no quotas')
  expect(html).toContain(`${until.getUTCFullYear()}`)
  const requester = await browserOf(await aPerson(database, { ...ours, role: 'requester' }))
  expect((await requester.get(`/account/contracts/${contractId}`)).status).toBe(404)
})

async function aSupplier() {
  const companyId = await aCompany(database, { supplier: true })
  const person = await aPerson(database, { companyId, role: 'company_admin' })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return {
    companyId,
    email,
    password,
    client: createClient(world.baseUrl, { bearer: body.data.accessToken }),
  }
}

type Supplier = Awaited<ReturnType<typeof aSupplier>>

async function aContract({ client }: Supplier, { companyId }: CompanyOfWorld, more: object = {}) {
  const { body, status } = await client.post('/api/v1/contracts', {
    buyerCompanyId: companyId,
    reference: 'FW-1',
    state: 'ACTIVE',
    orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000000', percent: '2' }] },
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id as string
}

async function browserOf({ email, password }: Pick<APerson, 'email' | 'password'>) {
  const browser = anAccountBrowser(world.baseUrl)
  await browser.signIn({ email, password })
  return browser
}

const nameOf = async ({ admin }: CompanyOfWorld) =>
  (await admin.get('/api/v1/company')).body.data.name as string

const emailOf = async ({ admin }: CompanyOfWorld) =>
  (await admin.get('/api/v1/me')).body.data.person.email as string

/** The addresses of our pages in the mails to somebody. */
async function linksTo(email: string): Promise<string[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: { text: string }[] }
  return messages.flatMap(({ text }) => text.match(/\/account\/\S+/g) ?? [])
}
