import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { aKey, type Client } from '../journeys/client.ts'
import { checkOut, fillCart, shipTo } from '../journeys/purchase.ts'
import type { CompanyOfWorld, World } from '../journeys/world.ts'
import * as stuck from './stuck-work.ts'

const kindsFile = fileURLToPath(
  new URL('../../../web/src/records/record-kinds.ts', import.meta.url),
)

/** The prefixes of the ids that have a page below `/admin/records`. */
export async function kindsWithPage(): Promise<string[]> {
  const source = await readFile(kindsFile, 'utf8')
  return [...source.matchAll(/^ {2}([a-z]+): async/gm)].map(([, kind = '']) => kind)
}

/** The id of one record of each kind that has a page, by the prefix of the id. Lists of the pages get rows by it. */
export async function recordsOf(
  world: World,
  ours: CompanyOfWorld,
): Promise<Readonly<Record<string, string>>> {
  const operator = await world.operator()
  const { admin, buyer } = ours
  const me = (await admin.get('/auth/me')).body.data.id
  const question = { subject: 'Broken boxes', message: 'Two of them.', priority: 'URGENT' }
  const app = {
    name: 'Reports',
    type: 'confidential',
    redirectUris: ['https://reports.example.com/callback'],
    scopes: ['orders:read'],
  }
  const invitation = { email: 'new.buyer@example.com', roles: ['buyer'] }
  const method = { name: 'Parcel', kind: 'DELIVERY', currency: 'EUR', leadTimeDays: 2 }
  await operator.post('/admin/shipping-methods', method)
  return {
    ...(await somethingStuck(world, ours, operator)),
    ...(await anOrder(world, ours, operator)),
    ...(await aCatalogue(world, operator)),
    apq: await anApprovalRequest(world, ours),
    rqn: await aRequisition(ours),
    co: ours.companyId,
    usr: me,
    key: (await admin.get('/api/v1/api-keys')).body.data[0].id,
    app: (await admin.post('/api/v1/oauth-apps', app)).body.data.id,
    ivt: (await admin.post('/api/v1/invitations', invitation)).body.data.id,
    tkt: (await buyer.post('/api/v1/support/tickets', question)).body.data.id,
  }
}

async function anOrder(world: World, ours: CompanyOfWorld, operator: Client) {
  const { buyer, companyId } = ours
  const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
  await operator.put(`/admin/companies/${companyId}/credit-accounts/EUR`, terms)
  const { companyId: supplierCompanyId } = await world.company()
  const { id: prd } = await aProduct(world.parts.platform.database, {
    supplierCompanyId,
    unitPrice: '10.00',
    onHand: 9,
  })
  const draft = { lines: [{ productId: prd, quantity: 4 }], shipTo, payment: { method: 'invoice' } }
  const placed = await ours.integration.post('/api/v1/orders', draft, { key: aKey() })
  const ord = placed.body.data.order.id
  const piece = { lines: [{ lineNumber: 1, quantity: 1 }] }
  await operator.post(`/api/v1/orders/${ord}/confirm`, {}, { key: aKey() })
  await operator.post(`/api/v1/orders/${ord}/shipments`, piece, { key: aKey() })
  await buyer.post(`/api/v1/orders/${ord}/cancel`, piece, { key: aKey() })
  const version = await fillCart(buyer, [{ productId: prd, quantity: 1 }])
  const chk = (await checkOut(buyer, version)).body.data.id
  const pay = (await buyer.get(`/api/v1/orders/${ord}`)).body.data.paymentId
  const inv = await vi.waitUntil(
    async () => (await buyer.get(`/api/v1/invoices?orderId=${ord}`)).body.data[0]?.id,
    20_000,
  )
  return { prd, ord, pay, chk, inv }
}

/** The rule asks for nothing but the order of its cost centre. */
async function anApprovalRequest(world: World, { admin, integration }: CompanyOfWorld) {
  const { companyId: supplierCompanyId } = await world.company()
  const product = { supplierCompanyId, unitPrice: '10.00', onHand: 9 }
  const { id: productId } = await aProduct(world.parts.platform.database, product)
  const rule = {
    name: 'Laboratory',
    conditions: { costCenters: ['laboratory'] },
    steps: [{ mode: 'ANY', role: 'approver' }],
  }
  await admin.post('/api/v1/approval-rules', rule)
  const draft = {
    lines: [{ productId, quantity: 1 }],
    shipTo,
    costCenter: 'laboratory',
    payment: { method: 'invoice' },
  }
  const placed = await integration.post('/api/v1/orders', draft, { key: aKey() })
  const { id: orderId } = placed.body.data.order
  const { body } = await admin.get(`/api/v1/approvals?orderId=${orderId}`)
  const { id } = body.data[0]
  await admin.post(`/api/v1/approvals/${id}/comments`, { text: 'Which laboratory?' })
  return id as string
}

async function aRequisition({ buyer }: CompanyOfWorld): Promise<string> {
  const lines = [{ what: 'A desk', quantity: 2, estimate: { amount: '900.00', currency: 'EUR' } }]
  const { id } = (await buyer.post('/api/v1/requisitions', { title: 'Desks', lines, shipTo })).body
    .data
  await buyer.post(`/api/v1/requisitions/${id}/submit`, { comment: 'Soon, please.' })
  return id
}

async function aCatalogue(world: World, operator: Client) {
  const companyId = await aCompany(world.parts.platform.database, { supplier: true })
  const file = new Blob(['sku;name;price\nA-1;Bolt;cheap\n'], { type: 'text/csv' })
  const { body } = await operator.post(`/api/v1/catalog/imports?supplierId=${companyId}`, file)
  return { imp: body.data.id }
}

async function somethingStuck(world: World, ours: CompanyOfWorld, operator: Client) {
  const { database } = world.parts.platform
  const { companyId, admin } = ours
  const now = new Date()
  await stuck.aGivenUpJob(database, now)
  const { id: inc } = await stuck.anAlertGivenUp(database, world.parts.modules.incidents, now)
  await stuck.aSetAsideEvent(database, companyId, now)
  const aut = await stuck.anAutomationOf(admin)
  const run = await stuck.anAutomationRun(database, companyId, aut, 'DEAD_LETTERED')
  await stuck.anAutomationRun(database, companyId, aut, 'HELD')
  const { eventId: evt, path } = await stuck.aHeldDelivery(database, ours)
  const { id: dlv, webhookId: whk } = (await admin.get(path)).body.data
  const window = { since: new Date(now.getTime() - 60_000).toISOString(), state: 'SUCCEEDED' }
  const replayed = await operator.post(
    `/admin/companies/${companyId}/webhooks/${whk}/replay`,
    window,
  )
  return { inc, aut, run, evt, dlv, whk, rpl: replayed.body.data.replay.id }
}
