import { setTimeout as wait } from 'node:timers/promises'
import type { Prepared } from './worst-case-input.ts'
import { deliveredOrder, linesMost, newestPayment, placedOrder } from './worst-case-orders.ts'
import type { Sent, WorstCaseStage } from './worst-case-stage.ts'

/**
 * Creates orders for the lists, one of them with the maximum number of lines, and the records that workers make of
 * them.
 */
export async function prepareRecords(stage: WorstCaseStage): Promise<Prepared> {
  const { rows } = await stage.sql.query<{ mpn: string; brand: string; name: string }>(
    'select mpn, brand, name from products.products order by id limit 1500',
  )
  const { rows: categories } = await stage.sql.query<{ id: string }>(
    'select id from products.categories order by id limit 200',
  )
  const productIds = await productsWithStock(stage, 2 * linesMost)
  const words = [...new Set(rows.flatMap(({ name }) => name.toLowerCase().split(/[^a-z0-9]+/)))]
  const { data: company } = await stage.json({
    method: 'GET',
    path: '/api/v1/company',
    as: 'companyAdmin',
  })
  const known = {
    productId: productIds,
    currency: ['EUR'],
    country: ['DE'],
    companyId: [company.id],
    userId: [await stage.addPerson(company.id)],
    supplierId: [stage.supplierId],
    provider: ['sandbox'],
    ...wellFormed,
  }
  const prepared: Prepared = {
    stage,
    known,
    productIds,
    partNumbers: rows.map(({ mpn }) => mpn),
    brands: [...new Set(rows.map(({ brand }) => brand))],
    categories: categories.map(({ id }) => id),
    words: words.filter((word) => word.length > 3),
  }
  const made = await workersHaveMade(prepared)
  for (let n = 0; n < 100; n += 1) await placedOrder(prepared, 20)
  return { ...prepared, known: { ...known, ...made } }
}

/** For fields whose schema allows more than their route does. */
const wellFormed = {
  email: ['somebody@example.com'],
  adminEmail: ['somebody@example.com'],
  vatId: ['DE123456789'],
  networks: ['192.0.2.0/24'],
  redirectUris: ['https://reports.example.com/callback'],
  validUntil: ['2099-01-01T00:00:00Z'],
  expiresAt: [new Date(Date.now() + 86_400_000).toISOString()],
  minPrice: ['1'],
  maxPrice: ['100'],
  scope: ['all'],
}

/** Records that only a worker creates. */
async function workersHaveMade(prepared: Prepared): Promise<Record<string, readonly string[]>> {
  const { stage } = prepared
  const post = async (path: string, body?: object) =>
    (await stage.json({ method: 'POST', path, as: 'companyAdmin', ...(body ? { body } : {}) })).data
  const webhook = { name: 'ERP', url: 'http://127.0.0.1:9/', events: ['order.*'] }
  const webhookId = String((await post('/api/v1/webhooks', webhook)).id)
  const { id: automationId } = await post('/api/v1/automations', {
    name: 'Every order',
    trigger: { event: 'order.created' },
    condition: '',
    actions: [{ type: 'notify', subject: 'An order', message: 'It is large.' }],
    state: 'ACTIVE',
  })
  const { id: exportId } = await post('/auth/privacy/export')
  const { id: importId } = await stage.upload('/api/v1/catalog/imports?format=jsonl', wrongLines)
  const orderId = await deliveredOrder(prepared)
  const first = async (as: Sent['as'], path: string) => {
    const { data } = await stage.json({ method: 'GET', path, as })
    return data[0]
  }
  const [delivery, run, invoice, notice] = await Promise.all([
    untilThere(() => first('companyAdmin', `/api/v1/webhooks/${webhookId}/deliveries`)),
    untilThere(() => first('companyAdmin', `/api/v1/automations/${automationId}/runs`)),
    untilThere(() => first('companyAdmin', '/api/v1/invoices')),
    untilThere(() => first('companyAdmin', '/api/v1/notifications')),
  ])
  return {
    orderId: [orderId],
    paymentId: [await newestPayment(prepared)],
    webhookId: [webhookId],
    automationId: [automationId],
    exportId: [exportId],
    importId: [importId],
    deliveryId: [delivery.id],
    eventId: [delivery.eventId ?? delivery.event?.id],
    runId: [run.id],
    invoiceId: [invoice.id],
    notificationId: [notice.id],
  }
}

/** A thousand lines with one problem each. */
const wrongLines = Array.from({ length: 1_000 }, (_unused, at) =>
  JSON.stringify({ sku: `WRONG-${at}`, price: 'cheap' }),
).join('\n')

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what the route answers.
async function untilThere(read: () => Promise<any>): Promise<any> {
  const deadline = performance.now() + 180_000
  for (;;) {
    const found = await read()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`The worker made nothing for ${read}`)
    await wait(500)
  }
}

/** Products of the stage's supplier, each with more stock than the bench buys. */
async function productsWithStock({ sql, supplierId }: WorstCaseStage, count: number) {
  const { rows } = await sql.query<{ product_id: string }>(
    `update products.stock set on_hand = 10000000000 where product_id in (
       select id from products.products
       where supplier_company_id = $1 and moq = 1000 and multiple = 1000 and state = 'ACTIVE' and 'DE' = any(ship_to)
       order by id limit $2)
     returning product_id`,
    [supplierId, count],
  )
  return rows.map(({ product_id: id }) => id)
}
