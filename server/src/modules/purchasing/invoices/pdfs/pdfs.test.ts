import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs, minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createMetrics } from '#platform/telemetry'
import { aPlacedOrder } from '../../orders/fulfilment/fulfilment.fixture.ts'
import { createInvoices } from '../index.ts'
import type { Invoice } from '../invoice.ts'
import { aSale, type Sale } from '../sale.fixture.ts'
import { createPdfRenderer, type RenderPdf } from './render-pdf.ts'
import { purgeTranslations } from './retry-pdfs.ts'

const database = await useDatabase()
let sale: Sale
let renderings: number

beforeEach(async () => {
  sale = await aSale(database)
  renderings = 0
})

describe('the PDF of an issued document', () => {
  it('is rendered once for simultaneous requests in several processes', async () => {
    const id = await anInvoice()
    const [one, other] = [aProcess(), aProcess()]
    const { buyer } = sale.order

    const read = await Promise.all([
      one.getPdf(buyer, { invoiceId: id }, nothingKnown),
      one.getPdf(sale.supplier, { invoiceId: id }, nothingKnown),
      other.getPdf(buyer, { invoiceId: id }, nothingKnown),
      other.getPdf(sale.supplier, { invoiceId: id }, nothingKnown),
    ])

    expect(renderings).toBe(1)
    const [first] = read
    expect(first?.content?.subarray(0, 8).toString()).toBe('%PDF-1.7')
    for (const pdf of read) expect(pdf).toEqual(first)
    const later = await aProcess().getPdf(
      buyer,
      { invoiceId: id },
      (sha256) => sha256 === first?.sha256,
    )
    expect(later).toMatchObject({ sha256: first?.sha256, content: undefined })
    expect(await aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)).toEqual(first)
    expect(renderings).toBe(1)
  })

  it('is rendered by another process when the first one dies', async () => {
    const id = await anInvoice()
    const { companyId } = sale.order.buyer
    const dead: RenderPdf = () => new Promise(() => undefined)
    const dying = createInvoices({ database, now: () => sale.world.clock.now, renderPdf: dead })
    void dying.getPdf(sale.order.buyer, { invoiceId: id }, nothingKnown).catch(() => undefined)
    await expect.poll(async () => (await leasesOf(companyId, id)).length, { interval: 10 }).toBe(1)

    const reading = aProcess().getPdf(sale.order.buyer, { invoiceId: id }, nothingKnown)
    sale.world.clock.now = after(sale.world.clock.now, minutesMs(5))

    expect((await reading).content?.subarray(0, 4).toString()).toBe('%PDF')
    expect(renderings).toBe(1)
  })

  it('exists for its buyer and supplier alone, and only after the document is issued', async () => {
    const id = await anInvoice()
    const stranger = (await aPlacedOrder(sale.world)).buyer
    const invoices = aProcess()
    await invoices.getPdf(sale.order.buyer, { invoiceId: id }, nothingKnown)
    await expect(invoices.getPdf(stranger, { invoiceId: id }, nothingKnown)).rejects.toMatchObject({
      status: 404,
    })

    const other = await aSale(database)
    await other.setVatId(null)
    await other.ship(7)
    const [waiting] = (await other.received()) as [Invoice]
    await expect(
      invoices.getPdf(other.order.buyer, { invoiceId: waiting.id }, nothingKnown),
    ).rejects.toMatchObject({ code: 'invoices.not_issued_yet' })
  })

  it('of a credit note is stored as well', async () => {
    await anInvoice()
    await sale.arriveAll()
    await sale.takeBack(2)
    const [note] = (await sale.received()) as [Invoice]
    expect(note.kind).toBe('CREDIT_NOTE')

    const pdf = await aProcess().getPdf(sale.order.buyer, { invoiceId: note.id }, nothingKnown)
    expect(await aProcess().getPdf(sale.order.buyer, { invoiceId: note.id }, nothingKnown)).toEqual(
      pdf,
    )
    expect(renderings).toBe(1)
  })
})

describe('the translation of a PDF', () => {
  it('is rendered once beside the original, for a while', async () => {
    const id = await anInvoice()
    const { buyer } = sale.order
    const original = await aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)
    const german = { invoiceId: id, locale: 'de' } as const

    const [one, other] = await Promise.all([
      aProcess().getPdf(buyer, german, nothingKnown),
      aProcess().getPdf(sale.supplier, german, nothingKnown),
    ])
    expect(one).toMatchObject({ language: 'de', isTranslation: true })
    expect(other).toEqual(one)
    expect(renderings).toBe(2)

    const own = { invoiceId: id, locale: 'en' } as const
    expect(await aProcess().getPdf(buyer, own, nothingKnown)).toEqual(original)
    await purge(daysMs(29))
    expect(await aProcess().getPdf(buyer, german, nothingKnown)).toEqual(one)
    expect(renderings).toBe(2)
    await purge(daysMs(2))
    expect(await aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)).toEqual(original)
    expect(renderings).toBe(2)
    await aProcess().getPdf(buyer, german, nothingKnown)
    expect(renderings).toBe(3)
  })

  it('fails by itself: the original is there, and operators see the language', async () => {
    const id = await anInvoice()
    const { buyer } = sale.order
    await aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)
    const broken = aProcess(createPdfRenderer({ timeoutMs: 1, memoryMb: 256 }))
    const french = { invoiceId: id, locale: 'fr' } as const
    await expect(broken.getPdf(buyer, french, nothingKnown)).rejects.toMatchObject({
      code: 'invoices.pdf_failed',
    })

    const pdf = await broken.getPdf(buyer, { invoiceId: id }, nothingKnown)
    expect(pdf.content?.subarray(0, 4).toString()).toBe('%PDF')
    const failing = await sale.invoices.listFailingPdfs({ limit: 100 })
    expect(failing.filter(({ invoiceId }) => invoiceId === id)).toMatchObject([{ rendering: 'fr' }])
    const further = await sale.invoices.listFailingPdfs({ after: [id, 'fr'], limit: 100 })
    expect(further.map(({ invoiceId }) => invoiceId)).not.toContain(id)

    sale.world.clock.now = after(sale.world.clock.now, daysMs(1))
    await aProcess().retryPdfs()
    const before = renderings
    await aProcess().getPdf(buyer, french, nothingKnown)
    expect(renderings).toBe(before)
  })
})

describe('a failed rendering', () => {
  it.each([
    ['takes too long', { timeoutMs: 1, memoryMb: 256 }, 'took more than 1 ms'],
    ['needs too much memory', { timeoutMs: 60_000, memoryMb: 4 }, 'more than 4 MB of memory'],
  ])(
    'because it %s is refused and reported to operators, and the document stays issued',
    async (_, limits, said) => {
      const id = await anInvoice()
      const { buyer } = sale.order
      const broken = aProcess(createPdfRenderer(limits))

      const refused = { code: 'invoices.pdf_failed', status: 503, details: { invoiceId: id } }
      await expect(broken.getPdf(buyer, { invoiceId: id }, nothingKnown)).rejects.toMatchObject(
        refused,
      )
      await expect(aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)).rejects.toMatchObject(
        refused,
      )

      expect(renderings).toBe(1)
      expect(await sale.invoices.get(buyer, id)).toMatchObject({ state: 'ISSUED' })
      const failing = await sale.invoices.listFailingPdfs({ limit: 100 })
      const row = failing.find(({ invoiceId }) => invoiceId === id)
      expect(row).toMatchObject({ attempts: 1, companyId: buyer.companyId })
      expect(row?.error).toContain(said)
      expect((await sale.invoices.metrics()).pdfs.failing).toBeGreaterThan(0)
    },
  )

  it('is retried by itself, and its incident is resolved when it succeeds', async () => {
    const id = await anInvoice()
    const { buyer } = sale.order
    const metrics = createMetrics()
    const broken = aProcess(createPdfRenderer({ timeoutMs: 1, memoryMb: 256 }), metrics)
    await expect(broken.getPdf(buyer, { invoiceId: id }, nothingKnown)).rejects.toMatchObject({
      status: 503,
    })
    expect(await metrics.text()).toContain('invoice_pdf_renderings_total{outcome="failed"} 1')

    sale.world.clock.now = after(sale.world.clock.now, daysMs(1))
    await aProcess().retryPdfs()

    const failing = await sale.invoices.listFailingPdfs({ limit: 100 })
    expect(failing.map(({ invoiceId }) => invoiceId)).not.toContain(id)
    const before = renderings
    const pdf = await aProcess().getPdf(buyer, { invoiceId: id }, nothingKnown)
    expect(pdf.content?.subarray(0, 4).toString()).toBe('%PDF')
    expect(renderings).toBe(before)
  })
})

async function anInvoice(): Promise<string> {
  await sale.ship(7)
  const [invoice] = (await sale.received()) as [Invoice]
  return invoice.id
}

/** What another process of the service would have: its own state, and the same database. */
function aProcess(render: RenderPdf = createPdfRenderer(), metrics = createMetrics()) {
  const renderPdf: RenderPdf = (...document) => {
    renderings += 1
    return render(...document)
  }
  return createInvoices({ database, now: () => sale.world.clock.now, metrics, renderPdf })
}

async function purge(passedMs: number): Promise<void> {
  sale.world.clock.now = after(sale.world.clock.now, passedMs)
  await purgeTranslations({ database, now: () => sale.world.clock.now })
}

async function leasesOf(companyId: string, invoiceId: string) {
  const { rows } = await sql<{ lease_token: string }>`
    select lease_token from invoices.pdfs
    where company_id = ${companyId} and invoice_id = ${invoiceId} and lease_token is not null
  `.execute(database.pool)
  return rows
}

const nothingKnown = () => false
