import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { quantityOf } from '#kernel/quantity'
import { after, minutesMs } from '#kernel/time'
import { aSale, followOrders, type Sale } from '../sale.fixture.ts'
import type { InvoicingDeps } from '../subscribers.ts'

const database = await useDatabase()
/** Of the worker, and never back: what failed waits until then. */
let time = new Date('2026-02-01T00:00:00Z')

it('an order without a possible invoice holds up no other and gets its own in order later', async () => {
  const [bad, good] = [await aSale(database), await aSale(database)]
  let isBroken = true
  const findOrder: InvoicingDeps['findOrder'] = async (conn, companyId, orderId) => {
    if (isBroken && orderId === bad.order.id) throw new Error('cannot be composed')
    return good.deps.findOrder(conn, companyId, orderId)
  }
  const deps = { ...good.deps, findOrder }
  await ship(bad, 3)
  await ship(good, 7)
  await follow(deps, 14)
  await ship(bad, 4)
  await follow(deps, 1)
  expect(await quantities(good)).toEqual([7000n])
  expect(await quantities(bad)).toEqual([])

  isBroken = false
  await follow(deps, 12)
  expect(await quantities(bad)).toEqual([3000n, 4000n])
})

it('a credit note reaches the debts after the invoice of its order, even a late one', async () => {
  const sale = await aSale(database)
  const published: string[] = []
  let isBroken = true
  const { debts } = sale.deps
  const deps: InvoicingDeps = {
    ...sale.deps,
    debts: {
      noteInvoice: async (tx, issued) => {
        if (isBroken) throw new Error('cannot be noted')
        published.push('invoice')
        return debts.noteInvoice(tx, issued)
      },
      noteCreditNote: async (tx, issued) => {
        published.push('credit note')
        return debts.noteCreditNote(tx, issued)
      },
    },
  }
  await ship(sale, 7)
  await follow(deps, 14)
  await giveBack(sale, 2)
  await follow(deps, 1)
  expect((await sale.received()).map(({ kind }) => kind)).toEqual(['CREDIT_NOTE', 'INVOICE'])
  expect(published).toEqual([])

  isBroken = false
  await follow(deps, 12)
  expect(published).toEqual(['invoice', 'credit note'])
})

/** As a worker does it in so many minutes. */
async function follow(deps: InvoicingDeps, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await followOrders(database, deps, () => time)
    time = after(time, minutesMs(1))
  }
}

const stepOf = ({ order }: Sale) => ({ orderId: order.id, idempotency: undefined })

/** Nobody follows it yet. */
async function ship(sale: Sale, quantity: number): Promise<void> {
  sale.wait()
  const lines = [{ lineNumber: 1, quantity: quantityOf(quantity) }]
  await sale.world.fulfilment.ship(sale.supplier, { ...stepOf(sale), lines })
}

async function giveBack(sale: Sale, quantity: number): Promise<void> {
  const { fulfilment } = sale.world
  const step = stepOf(sale)
  await sale.arriveAll()
  sale.wait()
  const lines = [{ lineNumber: 1, quantity: quantityOf(quantity), reason: 'NOT_NEEDED' as const }]
  const { returns } = await fulfilment.requestReturn(sale.order.buyer, { ...step, lines })
  const returnId = returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
  await fulfilment.acceptReturn(sale.supplier, { ...step, returnId, restock: true })
}

/** Of its invoices, the first one first. */
async function quantities(sale: Sale): Promise<(bigint | undefined)[]> {
  const documents = (await sale.received()).reverse()
  return documents.map(({ content }) => content.lines[0]?.quantity)
}
