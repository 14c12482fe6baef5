import { readdir, readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { callsOf, followGuide, type GuideWorld, guides } from './follow-guide.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplier = await aSupplier(world)
let ours: CompanyOfWorld

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 1_000_000n)
})

type Needs = Partial<GuideWorld> & {
  /** Looks at what the calls have made. */
  readonly afterwards?: () => Promise<void>
}

/** What each guide needs before its first call. */
const needsOf: Readonly<Record<string, () => Promise<Needs>>> = {
  'approvals.md': async () => ({
    examples: { 'prd_…': await aBolt(), 'usr_…': await idOf(ours.admin) },
    afterwards: async () => {
      const [waiting] = (await ours.admin.get('/api/v1/approvals')).body.data
      expect(waiting).toMatchObject({ state: 'PENDING', step: 2, version: 2 })
    },
  }),
  'budgets.md': async () => ({ examples: { 'unt_…': await aUnit() } }),
  'carts.md': async () => ({ examples: { 'prd_…': await aBolt() } }),
  'catalogue-files.md': async () => ({
    variables: { TOKEN: tokenOf(supplier.admin) },
    files: { 'products.jsonl': '{"sku": "A-1", "name": "Cable"}\n' },
  }),
  'company-calendar.md': async () => ({}),
  'company-structure.md': async () => ({
    variables: { USER_ID: await idOf(ours.buyer) },
    examples: { 'unt_…': await aUnit() },
    files: { 'cost-centers.csv': 'code,name\nKST-1,Workshop\n' },
  }),
  'frame-contracts.md': async () => ({
    variables: { CONTRACT: await aContract() },
    examples: { 'prd_…': await aBolt() },
  }),
  'lists.md': async () => ({}),
  'orders.md': async () => {
    const orderId = await anOrder([4, 2, 1])
    return {
      variables: { ORDER: orderId },
      examples: { 'prd_…': await aBolt() },
      afterwards: async () => {
        const { lines } = (await ours.buyer.get(`/api/v1/orders/${orderId}`)).body.data
        expect(lines).toMatchObject([
          { cancelledQuantity: 1, promisedDate: '2999-01-31', changeRequestId: expect.any(String) },
          { cancelledQuantity: 2 },
          { cancelledQuantity: 1 },
        ])
      },
    }
  },
  'requisitions.md': async () => ({
    variables: { TOKEN: tokenOf(ours.approver) },
    examples: { 'prd_…': await aBolt() },
    afterwards: async () => {
      const [requisition] = (await ours.buyer.get('/api/v1/requisitions')).body.data
      expect(requisition.state).toBe('ORDERED')
      const order = await ours.buyer.get(`/api/v1/orders/${requisition.orderId}`)
      const allocations = [{ costCenter: 'KST-4711' }, { costCenter: 'KST-4712' }]
      expect(order.body.data.lines).toMatchObject([{ quantity: 2, allocations }])
    },
  }),
  'shopping-lists.md': async () => ({}),
  'standing-orders.md': async () => ({ examples: { 'prd_…': await aBolt() } }),
  'start.md': async () => ({
    variables: { base: world.baseUrl, key: ours.apiKey },
    examples: { '<PRODUCT_ID>': await aBolt() },
    lastIsRefused: true,
  }),
}

/** Guides that no test here can follow, and why. */
const notFollowed: Readonly<Record<string, string>> = {
  'deployment.md': 'Its calls reach machines that somebody has set up.',
  'partner-apps.md': 'A browser stands between its calls: oauth-flow.test.ts has one.',
}

it.each(Object.keys(needsOf))('the calls of %s work, one after the other', async (name) => {
  const { variables, afterwards, ...needs } = (await needsOf[name]?.()) ?? {}
  await followGuide(name, { ...needs, variables: { ...everyVariable(), ...variables } })
  await afterwards?.()
})

it('every guide with a call is followed, or says why not', async () => {
  const names = (await readdir(guides)).filter((name) => name.endsWith('.md'))
  const called = await Promise.all(
    names.map(async (name) => {
      const calls = callsOf(await readFile(new URL(name, guides), 'utf8'))
      return calls.length > 0 ? [name] : []
    }),
  )
  expect(called.flat().sort()).toEqual(
    [...Object.keys(needsOf), ...Object.keys(notFollowed)].sort(),
  )
})

/** `$TOKEN` is of an administrator, where a guide names nobody else. */
const everyVariable = () => ({
  PURVEYOR: world.baseUrl,
  TOKEN: tokenOf(ours.admin),
  BUYER_TOKEN: tokenOf(ours.buyer),
  APPROVER_TOKEN: tokenOf(ours.approver),
  SUPPLIER_TOKEN: tokenOf(supplier.admin),
})

function tokenOf(client: Client): string {
  return client.headers.authorization?.replace('Bearer ', '') ?? ''
}

async function idOf(client: Client): Promise<string> {
  return (await client.get('/auth/me')).body.data.id
}

async function aBolt(): Promise<string> {
  const goods = { supplierCompanyId: supplier.id, unitPrice: '50.00', onHand: 500 }
  return (await aProduct(database, goods)).id
}

async function aUnit(): Promise<string> {
  const unit = { name: `Works ${aKey()}`, kind: 'SITE' }
  return (await ours.admin.post('/api/v1/company/units', unit)).body.data.id
}

async function aContract(): Promise<string> {
  const orderDiscounts = { currency: 'EUR', tiers: [{ from: '1000.00', percent: '1' }] }
  const contract = {
    buyerCompanyId: ours.companyId,
    reference: aKey(),
    state: 'ACTIVE',
    orderDiscounts,
  }
  const made = await supplier.admin.post('/api/v1/contracts', contract)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data.id
}

async function anOrder(quantities: readonly number[]): Promise<string> {
  const lines = await Promise.all(
    quantities.map(async (quantity) => ({ productId: await aBolt(), quantity })),
  )
  const order = { lines, shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  return placed.body.data.order.id
}
