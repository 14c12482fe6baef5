import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor, Principal } from '#kernel/actor'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { after, daysMs, hoursMs } from '#kernel/time'
import { listOrderReaders } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createDispatcher } from '#platform/outbox'
import { createWake } from '#platform/wake'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import {
  lapseChangeRequest,
  remindOfChangeRequest,
} from '../change-requests/change-request-jobs.ts'
import { noteRefunded } from '../credits/note-refunded.ts'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type PlacedOrder,
  start,
} from '../fulfilment/fulfilment.fixture.ts'
import { lettersSubscribers } from '../index.ts'
import { remindOfProposal } from '../proposals/proposal-jobs.ts'

const database = await useDatabase()
let order: PlacedOrder
let buyer: string
let seller: string
let isMailTaken = true
const world = aFulfilmentWorld(database)
// Letters are read in the order of their places, and a vacuum would give away those of the letters before.
await sql`alter table platform.jobs set (autovacuum_enabled = false)`.execute(database.pool)

beforeEach(async () => {
  isMailTaken = true
  world.clock.now = start
  order = await aPlacedOrder(world, [{ quantity: 2 }])
  buyer = (order.buyer as Principal).email ?? ''
  const [supplier] = order.suppliers
  if (!supplier) throw new Error('the order has no supplier')
  const { companyId } = supplier
  seller = (await aPerson(database, { companyId, role: 'company_admin' })).email
})

describe('a buyer', () => {
  it('gets one mail for a placed order with lines, costs and its address', async () => {
    const [mail, ...others] = (await mails()).filter(({ to }) => to === buyer)

    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your order PO-2026-000001 (PO-1) of 5.00 EUR is placed')
    expect(mail?.text).toContain(`2 x ${order.products[0]?.name}: 5.00 EUR`)
    expect(mail?.text).toContain(`https://buy.example/orders/${order.id}`)
    expect(await mails()).toEqual([])
  })

  it('reads which lines wait for stock and until when', async () => {
    await aPlacedOrder(world, [{ quantity: 3, isBackordered: true }])
    expect(JSON.stringify(await mails())).toMatch(/7.50 EUR \(waits for stock, promised for .+\)/)
  })

  it('gets it in their own language, or else the company’s, with amounts in its notation', async () => {
    const { companyId, id } = order.buyer
    const { pool } = database
    await sql`update identity.companies set locale = 'fr' where id = ${companyId}`.execute(pool)
    const written = await mails()
    const [french] = written.filter(({ to }) => to === buyer)
    expect(french?.subject).toBe('Votre commande PO-2026-000001 (PO-1) de 5,00 EUR est passée')
    expect(french?.text).toContain('Total : 5,00 EUR')
    expect(written.find(({ to }) => to === seller)?.subject).toBe(
      'New order PO-2026-000001-1 (PO-1) of 5.00 EUR',
    )

    await sql`update identity.users set locale = 'de' where id = ${id}`.execute(pool)
    await world.fulfilment.cancel(
      order.buyer,
      step({ lines: [{ lineNumber: 1, quantity: 1000n }], reason: 'Eins\nzu viel.' }),
    )
    const [german] = (await mails()).filter(({ to }) => to === buyer)
    expect(german?.subject).toBe('Ein Teil Ihrer Bestellung PO-2026-000001 (PO-1) ist storniert')
    expect(german?.text).toContain('Der Grund: Eins zu viel.\n\nSie zahlen 2,50 EUR weniger.')
  })

  it('gets a mail whose taxes and shipping cost add up', async () => {
    await mails()
    await aPlacedOrder(world, [{ quantity: 2 }], { taxMinor: 95n, shippingMinor: 100n })
    const [mail] = (await mails()).filter(({ subject }) => subject.startsWith('Your order'))
    expect(mail?.text).toContain(
      'Goods: 5.00 EUR\nDiscount: 0.00 EUR\nShipping: 1.00 EUR\nTax: 0.95 EUR\nIn all: 6.95 EUR',
    )
  })

  it('reads quantities with their unit, in the notation of its language', async () => {
    await mails()
    const placed = await aPlacedOrder(world, [{ quantity: 2.5, unit: 'MTR' }])
    const { id } = placed.buyer
    await sql`update identity.users set locale = 'de' where id = ${id}`.execute(database.pool)
    const toBuyer = async () => {
      const written = await mails()
      return written.find(({ to }) => to === (placed.buyer as Principal).email)?.text
    }
    const [{ name = '', sku = '' } = {}] = placed.products
    expect(await toBuyer()).toContain(`2,5 m ${name}: 6,25 EUR`)
    const lines = [{ lineNumber: 1, quantity: 1125n }]
    await world.fulfilment.cancel(placed.buyer, { ...step({ lines }), orderId: placed.id })
    expect(await toBuyer()).toContain(`1,125 m ${sku}`)
  })

  it('gets a mail about a price reduction', async () => {
    const { companyId } = order.buyer
    await world.payments.capture(companyId, order.paymentId)
    await mails()
    const operator = { ...order.buyer, roles: new Set(['operator'] as const) }
    const amount = money(120n, 'EUR')
    await world.payments.refund(operator, { companyId, paymentId: order.paymentId, amount })
    await noteRefunded(world.deps, companyId, order.id, false)
    expect(await mails()).toMatchObject([
      {
        to: buyer,
        subject: 'Your order PO-2026-000001 (PO-1) costs 1.20 EUR less',
        text: expect.stringContaining('You pay 1.20 EUR less.'),
      },
    ])
  })

  it('gets mails about shipments, cancellations and returns, and suppliers get theirs', async () => {
    const { fulfilment } = world
    const [supplier] = order.suppliers
    if (!supplier) throw new Error('the order has no supplier')
    await mails()
    await fulfilment.cancel(
      order.buyer,
      step({ lines: [{ lineNumber: 1, quantity: 1000n }], reason: 'One\ntoo many.' }),
    )
    await fulfilment.confirm(supplier, step())
    const sent = step({ carrier: 'DHL', trackingNumber: '0034' })
    const { shipments } = await fulfilment.ship(supplier, sent)
    const shipmentId = shipments[0]?.id ?? ''
    await fulfilment.noteDelivery(order.buyer, { ...step(), shipmentId })
    const lines = [{ lineNumber: 1, quantity: 1000n, reason: 'WRONG_ITEM' as const }]
    const { returns } = await fulfilment.requestReturn(order.buyer, { ...step(), lines })
    const returnId = returns[0]?.id ?? ''
    await fulfilment.acceptReturn(supplier, { ...step(), returnId, restock: true })

    const written = await mails()
    expect(written.filter(({ to }) => to === buyer).map(({ subject }) => subject)).toEqual([
      'A part of your order PO-2026-000001 (PO-1) is cancelled',
      'Your order PO-2026-000001 (PO-1) is shipped',
      'Your return RMA-2026-000001 of order PO-2026-000001 (PO-1) is accepted',
    ])
    expect(written.filter(({ to }) => to === seller).map(({ subject }) => subject)).toEqual([
      'Do not ship: goods of order PO-2026-000001-1 (PO-1) are cancelled',
      'Return requested: RMA-2026-000001, order PO-2026-000001-1 (PO-1)',
    ])
    const name = order.products[0]?.name ?? ''
    expect(written.filter(({ html }) => !html.includes(`>${name}<`))).toEqual([])
    const texts = written.map(({ text }) => text).join('\n')
    expect(texts).toContain('The reason: One too many.')
    expect(texts).toContain('You pay 2.50 EUR less. If you have paid it already, it is refunded.')
    expect(texts).toContain('By: DHL, 0034')
  })

  it('learns on which day a supplier promises the goods, and when the day changes', async () => {
    await mails()
    const [supplier] = order.suppliers
    const promise = (promisedDate: string) =>
      world.fulfilment.answer(supplier as Actor, {
        ...step(),
        lines: [{ lineNumber: 1, status: 'ACCEPTED', promisedDate }],
      })
    await promise('2026-02-06')
    await promise('2026-02-09')
    const written = await mails()
    expect(written.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer, 'Your order PO-2026-000001 (PO-1) has a promised date'],
      [buyer, 'Your order PO-2026-000001 (PO-1) has a promised date'],
    ])
    const sku = order.products[0]?.sku
    const texts = written.map(({ text }) => text).join('\n')
    expect(texts).toContain(`2 x ${sku}: on 6 February 2026\n`)
    expect(texts).toContain(`2 x ${sku}: on 9 February 2026 instead of 6 February 2026`)
  })

  it('learns what became of a requested change, and the supplier learns what the buyer requests', async () => {
    await mails()
    const [supplier] = order.suppliers as [Actor]
    const lines = [{ lineNumber: 1, quantity: 1000n, requestedDate: '2026-02-06' }]
    const request = async () => {
      await world.fulfilment.requestChange(order.buyer, { ...step(), lines, reason: 'Later.' })
      const found = await world.fulfilment.listChangeRequests(order.buyer, order.id, { limit: 9 })
      return found.find(({ state }) => state === 'OPEN')?.id ?? ''
    }
    const first = await request()
    const target = { companyId: order.buyer.companyId, orderId: order.id }
    await remindOfChangeRequest(world.deps, { ...target, changeRequestId: first })
    await world.fulfilment.withdrawChangeRequest(order.buyer, { ...step(), changeRequestId: first })
    const second = await request()
    await world.fulfilment.refuseChangeRequest(supplier, { ...step(), changeRequestId: second })
    const third = await request()
    await lapseChangeRequest(world.deps, { ...target, changeRequestId: third })
    const fourth = await request()
    await world.fulfilment.acceptChangeRequest(supplier, { ...step(), changeRequestId: fourth })
    const written = await mails()
    const toSeller = (subject: string) => [
      seller,
      subject.replace('#', 'order PO-2026-000001-1 (PO-1)'),
    ]
    const toBuyer = (subject: string) => [
      buyer,
      subject.replace('#', 'your order PO-2026-000001 (PO-1)'),
    ]
    const subjects = written.map(({ to, subject }) => [to, subject])
    expect(subjects).toHaveLength(12)
    expect(subjects).toEqual(
      expect.arrayContaining([
        toSeller('The buyer requests a change of #'),
        toSeller('A requested change of # waits for your decision'),
        toSeller('The buyer withdrew the requested change of #'),
        toSeller('Do not ship: goods of # are cancelled'),
        toSeller('The requested change of # lapsed'),
        toBuyer('The supplier refuses the change of #'),
        toBuyer('The requested change of # lapsed'),
        toBuyer('The supplier accepts the change of #'),
      ]),
    )
    const change = `2 x ${order.products[0]?.sku}: 1 instead of 2, on 6 February 2026`
    for (const { subject, text } of written) {
      if (!/cancelled/.test(subject)) expect(text).toContain(change)
    }
    const lapsing = written.filter(({ text }) => text.includes('It lapses on 16 January 2026.'))
    expect(lapsing).toHaveLength(5)
  })

  it('learns which change a supplier proposes, and the supplier learns of the decision', async () => {
    await mails()
    const [supplier] = order.suppliers as [Actor]
    const nut = await aProduct(database, { supplierCompanyId: supplier.companyId })
    const price = { unitPrice: { amount: '3.00', currency: 'EUR' }, substituteProductId: nut.id }
    const less = { ...price, promisedDate: '2026-02-06', quantity: 1000n }
    const lines = [{ lineNumber: 1, status: 'CHANGED' as const, ...less }]
    await world.fulfilment.answer(supplier, { ...step(), lines })
    const [waiting] = await world.fulfilment.listProposals(order.buyer, order.id, { limit: 1 })
    const proposalId = waiting?.id ?? ''
    const target = { companyId: order.buyer.companyId, orderId: order.id, proposalId }
    await remindOfProposal(world.deps, target)
    await world.fulfilment.refuseProposal(order.buyer, { ...step(), proposalId })
    const written = await mails()
    expect(written.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer, 'A supplier proposes a change of your order PO-2026-000001 (PO-1)'],
      [buyer, 'Nobody has decided on a change of your order PO-2026-000001 (PO-1)'],
      [seller, 'Your proposal does not hold: order PO-2026-000001-1 (PO-1)'],
    ])
    const terms = '1 instead of 2, on 6 February 2026, at 3.00 EUR instead of 2.50 EUR'
    const change = `2 x ${order.products[0]?.sku}: ${nut.name} (${nut.sku}) in its place, ${terms}`
    for (const { text } of written) expect(text).toContain(change)
    expect(written[0]?.text).toContain('It lapses on 16 January 2026.')
    expect(written[2]?.text).toContain('The buyer has refused these changes:')
  })
})

describe('the person who asks for a return', () => {
  it('learns what is accepted and refused, and why', async () => {
    const { fulfilment } = world
    const placed = await aPlacedOrder(world, [{ quantity: 4 }])
    const supplier = placed.suppliers[0] as Actor
    const own = { orderId: placed.id, idempotency: undefined }
    const { shipments } = await fulfilment.ship(supplier, own)
    const shipmentId = shipments[0]?.id ?? ''
    await fulfilment.noteDelivery(placed.buyer, { ...own, shipmentId })
    await mails()
    const ask = async (quantity: number) => {
      const lines = [
        { lineNumber: 1, quantity: quantityOf(quantity), reason: 'NOT_NEEDED' as const },
      ]
      const { returns } = await fulfilment.requestReturn(placed.buyer, { ...own, lines })
      const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
      return { ...own, returnId }
    }
    const lines = [{ lineNumber: 1, quantity: 2000n }]
    await fulfilment.acceptReturn(supplier, { ...(await ask(3)), lines, restock: true })
    await fulfilment.refuseReturn(supplier, { ...(await ask(2)), reason: 'Opened\nand used.' })

    const sku = placed.products[0]?.sku
    expect(await mails()).toMatchObject([
      {
        subject: 'A part of your return RMA-2026-000001 of order PO-2026-000001 (PO-1) is accepted',
        text: expect.stringContaining(
          `Accepted:\n\n2 x ${sku}\n\nRefused:\n\n1 x ${sku}\n\nYou pay 5.00 EUR less.`,
        ),
      },
      {
        subject: 'Your return RMA-2026-000002 of order PO-2026-000001 (PO-1) is refused',
        text: expect.stringContaining(`Refused:\n\n2 x ${sku}\n\nThe reason: Opened and used.`),
      },
    ])
  })
})

describe('a supplier', () => {
  it('gets mail about a new order to its administrators, with its own lines and the address to confirm', async () => {
    const [mail, ...others] = (await mails()).filter(({ to }) => to === seller)

    expect(others).toEqual([])
    expect(mail?.subject).toBe('New order PO-2026-000001-1 (PO-1) of 5.00 EUR')
    expect(mail?.text).toContain(`https://sell.example/orders/${order.id}`)
  })

  it('gets none when it opted out or is closed', async () => {
    const companyId = order.suppliers[0]?.companyId ?? ''
    await sql`update identity.companies set order_mails = false where id = ${companyId}`.execute(
      database.pool,
    )
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])

    await sql`
      update identity.companies set order_mails = true, disabled_at = ${start} where id = ${companyId}
    `.execute(database.pool)
    await world.fulfilment.cancel(order.buyer, step())
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])
  })

  it('gets at most some hundred mails an hour, and more in the next hour', async () => {
    const companyId = order.suppliers[0]?.companyId ?? ''
    await mails()
    await sql`update orders.letter_hours set mails = 300 where company_id = ${companyId}`.execute(
      database.pool,
    )
    const half = { lines: [{ lineNumber: 1, quantity: 1000n }] }
    await world.fulfilment.cancel(order.buyer, step(half))
    expect((await mails()).map(({ to }) => to)).toEqual([buyer])
    expect(await world.metrics.text()).toContain(
      'orders_mails_total{kind="supplier_order.cancelled",outcome="withheld"} 1',
    )

    world.clock.now = after(start, hoursMs(1))
    await world.fulfilment.cancel(order.buyer, step(half))
    expect((await mails()).map(({ to }) => to).sort()).toEqual([buyer, seller].sort())
  })

  it('gets as many mails of a batch as its hour allows', async () => {
    const companyId = order.suppliers[0]?.companyId ?? ''
    await mails()
    await sql`update orders.letter_hours set mails = 299 where company_id = ${companyId}`.execute(
      database.pool,
    )
    await world.fulfilment.cancel(
      order.buyer,
      step({ lines: [{ lineNumber: 1, quantity: 1000n }] }),
    )
    await world.fulfilment.cancel(
      order.buyer,
      step({ lines: [{ lineNumber: 1, quantity: 1000n }] }),
    )
    expect((await mails()).filter(({ to }) => to === seller)).toHaveLength(1)
  })
})

it('nobody gets mail about day-old events, or any mail without a mail server', async () => {
  isMailTaken = false
  expect(await mails()).toEqual([])
  isMailTaken = true
  await world.fulfilment.cancel(order.buyer, step())
  world.clock.now = after(start, daysMs(1))
  expect(await mails()).toEqual([])
})

type Written = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What was written since the last time this was asked, by its subjects. */
async function mails(): Promise<Written[]> {
  const now = () => world.clock.now
  const wake = createWake(createMemoryCache(now))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const subscriptions = lettersSubscribers({
    readersOf: listOrderReaders,
    linkOf: (id, as) => `https://${as === 'placer' ? 'buy' : 'sell'}.example/orders/${id}`,
    isMailTaken,
    now,
    metrics: world.metrics,
  })
  await createDispatcher({ database, subscriptions, wake, now, log }).drain()
  wake.close()
  const { rows } = await sql<{ payload: Written }>`
    with gone as (delete from platform.jobs where name = 'platform.send_mail' returning payload)
    select payload from gone order by payload ->> 'subject' collate "C"
  `.execute(database.pool)
  return rows.map(({ payload: { to, subject, text, html } }) => ({ to, subject, text, html }))
}

const step = (more: object = {}) => ({ orderId: order.id, idempotency: undefined, ...more })
