import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { after, minutesMs } from '#kernel/time'
import { createOrders } from '#modules/orders'
import { sql } from '#platform/db'
import { aPerson, moveToTimeZone } from '#testing/identity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
} from '../../orders/fulfilment/fulfilment.fixture.ts'
import { textsOf } from '../pdfs/pdf-text.fixture.ts'
import { createRenderOnce } from '../pdfs/render-once.ts'
import { issueDepsOf } from '../sale.fixture.ts'
import { parseXml, text } from '../ubl/xml-nodes.fixture.ts'
import { brokenOrderRules } from './order-rules.fixture.ts'
import { createPurchaseOrders, type PurchaseOrderDeps } from './purchase-orders.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let renderings: number

beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [
    { quantity: 7, unitPrice: '2.33' },
    { quantity: 3, unitPrice: '10.00', supplier: 1 },
  ])
  renderings = 0
})

describe('the purchase order of a supplier', () => {
  it('has its own lines alone, its number, and what they cost', async () => {
    const { number, ubl } = await aProcess().getUbl(order.buyer, second())
    expect(number).toBe('PO-2026-000001-2')
    expect(brokenOrderRules(ubl)).toEqual([])
    const root = parseXml(ubl)
    expect(text(root, 'ID')).toBe('PO-2026-000001-2')
    expect(text(root, 'CustomerReference')).toBe('PO-1')
    expect(text(root, 'AnticipatedMonetaryTotal/LineExtensionAmount')).toBe('30.00')
    expect(ubl.match(/<cac:OrderLine>/g)).toHaveLength(1)
    expect(text(root, 'OrderLine/LineItem/ID')).toBe('2')
  })

  it.each([
    ['America/Los_Angeles', '2026-01-01'],
    ['Asia/Tokyo', '2026-01-02'],
  ])('has the day of a buyer in %s', async (timeZone, day) => {
    await moveToTimeZone(database, order.buyer.companyId, timeZone)
    const { ubl } = await aProcess().getUbl(order.buyer, first())
    expect(text(parseXml(ubl), 'IssueDate')).toBe(day)
  })

  it('says that it follows Peppol only if both companies have an address there', async () => {
    const plain = await aProcess().getUbl(order.buyer, first())
    expect(plain.ubl).not.toContain('CustomizationID')
    await addressOf(order.buyer, '9930', 'DE987654321')
    await addressOf(supplier(1), '0088', '4000001123452')
    const { ubl } = await aProcess().getUbl(order.buyer, second())
    expect(ubl).toContain('urn:fdc:peppol.eu:poacc:trns:order:3')
    expect(ubl).toContain('<cbc:EndpointID schemeID="0088">4000001123452</cbc:EndpointID>')
    expect(brokenOrderRules(ubl)).toEqual([])
  })

  it('does not change after it was written', async () => {
    const before = await aProcess().getUbl(order.buyer, first())
    await addressOf(supplier(0), '0088', '4000001123452')
    await world.fulfilment.cancel(order.buyer, { orderId: order.id, idempotency: undefined })
    expect(await aProcess().getUbl(supplier(0), first())).toEqual(before)
  })

  it('is read by its buyer, its supplier and operators, and by nobody else', async () => {
    const operator = (
      await aPerson(database, { companyId: order.buyer.companyId, role: 'operator' })
    ).actor
    const stranger = (await aPlacedOrder(world)).buyer
    const documents = aProcess()
    for (const reader of [order.buyer, supplier(1), operator])
      expect((await documents.getUbl(reader, second())).number).toBe('PO-2026-000001-2')
    for (const [reader, wanted] of [
      [stranger, second()],
      [supplier(0), second()],
      [order.buyer, { ...second(), supplierId: stranger.companyId }],
    ] as const) {
      await expect(documents.getUbl(reader, wanted)).rejects.toMatchObject({
        code: 'orders.order_not_found',
      })
    }
  })

  it('does not exist while the order waits for approval', async () => {
    await sql`
      update orders.orders set state = 'PENDING_APPROVAL', concealed = true
      where company_id = ${order.buyer.companyId} and id = ${order.id}
    `.execute(database.pool)
    await expect(aProcess().getUbl(order.buyer, first())).rejects.toMatchObject({
      code: 'invoices.order_not_placed',
    })
    await expect(aProcess().getUbl(supplier(0), first())).rejects.toMatchObject({
      code: 'orders.order_not_found',
    })
  })
})

describe('its PDF', () => {
  it('has the language of the supplier, and the UBL of the same document', async () => {
    await sql`update identity.companies set locale = 'de' where id = ${supplier(0).companyId}`.execute(
      database.pool,
    )
    const { ubl } = await aProcess().getUbl(order.buyer, first())
    const pdf = await aProcess().getPdf(order.buyer, first(), nothingKnown)
    expect(pdf).toMatchObject({ number: 'PO-2026-000001-1', language: 'de' })
    const shown = textsOf(pdf.content ?? Buffer.alloc(0))
    expect(shown.join('\n')).toContain('Bestellung PO-2026-000001-1')
    expect(shown).toEqual(expect.arrayContaining(['16,31 EUR']))
    expect(pdf.content?.includes('PO-2026-000001-1.xml')).toBe(true)
    expect(ubl).toContain('<cbc:ID>PO-2026-000001-1</cbc:ID>')
  })

  it('is rendered once for all readers in all processes', async () => {
    const [one, other] = [aProcess(fast), aProcess(fast)]
    const read = await Promise.all([
      one.getPdf(order.buyer, first(), nothingKnown),
      other.getPdf(supplier(0), first(), nothingKnown),
      other.getPdf(order.buyer, first(), nothingKnown),
    ])
    expect(renderings).toBe(1)
    for (const pdf of read) expect(pdf).toEqual(read[0])
    const known = await one.getPdf(order.buyer, first(), (sha256) => sha256 === read[0]?.sha256)
    expect(known.content).toBeUndefined()
  })

  it('that fails is shown to operators and rendered when it is due again', async () => {
    const failing = aProcess(() => Promise.reject(new Error('no font')))
    await expect(failing.getPdf(order.buyer, first(), nothingKnown)).rejects.toMatchObject({
      code: 'invoices.purchase_order_pdf_failed',
    })
    const found = (await failing.listFailing({ limit: 100 })).find(
      ({ orderId }) => orderId === order.id,
    )
    expect(found).toMatchObject({ number: 'PO-2026-000001-1', attempts: 1, error: 'no font' })
    expect((await failing.metrics()).failing).toBeGreaterThan(0)
    world.clock.now = after(world.clock.now, minutesMs(2))
    expect(await aProcess(fast).retryPdfs()).toBeGreaterThan(0)
    const pdf = await aProcess(fast).getPdf(order.buyer, first(), nothingKnown)
    expect(pdf.content?.toString()).toBe('PDF of PO-2026-000001-1')
  })
})

const nothingKnown = () => false

const fast: PurchaseOrderDeps['render'] = async ({ order: { number } }) => {
  renderings += 1
  return Buffer.from(`PDF of ${number}`)
}

/** Another process: it shares only the database. */
function aProcess(render?: PurchaseOrderDeps['render']) {
  const now = () => world.clock.now
  return createPurchaseOrders({
    database,
    now,
    renderOnce: createRenderOnce(now),
    getPart: createOrders({ database }).getPart,
    companyOf: issueDepsOf(database, world).companyOf,
    render,
  })
}

function supplier(at: number): Actor {
  return order.suppliers[at] as Actor
}

function first() {
  return { orderId: order.id, supplierId: supplier(0).companyId }
}

function second() {
  return { orderId: order.id, supplierId: supplier(1).companyId }
}

async function addressOf({ companyId }: Actor, scheme: string, id: string): Promise<void> {
  await sql`
    insert into invoices.company_details (company_id, profile, address_scheme, address_id, changed_at)
    values (${companyId}, 'EN16931', ${scheme}, ${id}, now())
  `.execute(database.pool)
}
