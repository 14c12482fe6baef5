import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, daysMs } from '#kernel/time'
import { sql } from '#platform/db'
import { readList } from '#testing/lists'
import { aPlacedOrder } from '../orders/fulfilment/fulfilment.fixture.ts'
import { issueWaitingInvoices } from './index.ts'
import type { Invoice } from './invoice.ts'
import { invoiceList } from './invoice-list.ts'
import { writePdf } from './pdfs/pdf.ts'
import { textsOf } from './pdfs/pdf-text.fixture.ts'
import { readableIn } from './pdfs/readable.ts'
import { aSale, type Sale } from './sale.fixture.ts'
import { writeUbl } from './ubl/ubl.ts'
import { brokenRules, parseXml } from './ubl/ubl-rules.fixture.ts'

const database = await useDatabase()
let sale: Sale

beforeEach(async () => {
  sale = await aSale(database)
})

describe('a shipment', () => {
  it('creates its supplier’s invoice, due after the net days, and notifies the buyer', async () => {
    await sale.ship(7)

    const [invoice] = await sale.received()
    expect(invoice).toMatchObject({
      kind: 'INVOICE',
      state: 'ISSUED',
      number: 'INV-2026-000001',
      issuedOn: '2026-01-02',
      dueOn: '2026-02-01',
      net: { amountMinor: 1631n },
      tax: { amountMinor: 310n },
      total: { amountMinor: 1941n },
      content: { seller: { vatId: 'DE123456789' }, poNumber: 'PO-1' },
    })
    expect(await noticesOf(invoice)).toBe(1)
  })

  it('is found by a part of the number of its invoice', async () => {
    await sale.ship(7)
    const [invoice] = await sale.received()
    for (const part of ['INV-2026-000001', '2026-00000']) {
      const found = await sale.invoices.search(part, { limit: 100 })
      expect(found.map(({ id }) => id)).toContain(invoice?.id)
    }
    const older = { before: invoice?.id, limit: 100 }
    const further = await sale.invoices.search('INV-2026-000001', older)
    expect(further.map(({ id }) => id)).not.toContain(invoice?.id)
    expect(await sale.invoices.search('INV-1999', { limit: 100 })).toEqual([])
  })

  it('is due from its own day and owed from that day on', async () => {
    await sale.ship(2)
    pass(40)
    await sale.ship(5)

    const days = (await sale.received()).map(({ issuedOn, dueOn }) => [issuedOn, dueOn])
    expect(days).toEqual([
      ['2026-02-11', '2026-03-13'],
      ['2026-01-02', '2026-02-01'],
    ])
    const dues = await duesOfOrder()
    expect(dues.map(({ dueOn }) => dueOn)).toEqual(['2026-02-01', '2026-03-13'])
    expect(dues.reduce((sum, { amount }) => sum + amount.amountMinor, 0n)).toBe(1941n)
  })

  it('of an older order is due on the promised day, and not before it is issued', async () => {
    await sql`update payments.payments set net_days = null, due_on = '2026-01-20'
      where company_id = ${sale.order.buyer.companyId} and id = ${sale.order.paymentId}`.execute(
      database.pool,
    )
    await sale.ship(2)
    pass(40)
    await sale.ship(5)

    const days = (await sale.received()).map(({ issuedOn, dueOn }) => [issuedOn, dueOn])
    expect(days).toEqual([
      ['2026-02-11', '2026-02-11'],
      ['2026-01-02', '2026-01-20'],
    ])
  })

  it('creates part invoices that add up to the line, numbered without a gap', async () => {
    for (const pieces of [1, 3, 2, 1]) await sale.ship(pieces)

    const parts = await sale.received()
    expect(parts.map(({ number }) => number?.slice(-1))).toEqual(['4', '3', '2', '1'])
    expect(sumOf(parts, 'net')).toBe(1631n)
    expect(sumOf(parts, 'tax')).toBe(310n)
    expect(parts.flatMap(checked)).toEqual([])
  })

  it('is invoiced once, however often the log is read', async () => {
    await sale.ship(7)
    await sql`update platform.subscriptions set position = 0 where name = 'invoices.write_documents'`.execute(
      database.pool,
    )
    await sale.follow()

    expect(await sale.received()).toHaveLength(1)
  })

  it('waits for the VAT id of its supplier and takes no number until then', async () => {
    await sale.setVatId(null)
    await sale.ship(7)
    const [waiting] = await sale.received()
    expect(waiting).toMatchObject({ state: 'WAITING', number: undefined })
    const listed = async () => (await sale.invoices.listWaiting({ limit: 100 })).map(({ id }) => id)
    expect(await listed()).toContain(waiting?.id)
    await expect(
      sale.invoices.getIssued(sale.order.buyer, waiting?.id ?? ''),
    ).rejects.toMatchObject({
      code: 'invoices.not_issued_yet',
      details: { missing: ['supplier.vatId'] },
    })
    const all = await sale.invoices.listWaiting({ limit: 100 })
    const oldest = Math.min(...all.map(({ createdAt }) => createdAt.getTime()))
    expect((await sale.invoices.metrics()).oldestWaiting).toEqual(new Date(oldest))
    pass(40)
    expect(await duesOfOrder()).toEqual([])
    const issue = () =>
      issueWaitingInvoices({ ...sale.deps, database, now: () => sale.world.clock.now })
    expect(await issue()).toBe(0)

    await sale.setVatId('DE987654321')
    const issued = await Promise.all([issue(), issue()])

    expect(issued.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await listed()).not.toContain(waiting?.id)
    expect(await sale.received()).toMatchObject([
      { state: 'ISSUED', number: 'INV-2026-000001', content: { seller: { vatId: 'DE987654321' } } },
    ])
    expect(await sale.received()).toMatchObject([{ issuedOn: '2026-02-11', dueOn: '2026-03-13' }])
    await sale.follow()
    expect(await duesOfOrder()).toMatchObject([{ dueOn: '2026-03-13' }])
  })

  it('that cannot be issued is reported and holds up no other', async () => {
    await sale.setVatId(null)
    await sale.ship(7)
    const other = await aSale(database)
    await other.setVatId(null)
    await other.ship(7)
    await sale.setVatId('DE987654321')
    await other.setVatId('DE987654321')
    const { companyOf } = sale.deps
    const broken: typeof companyOf = async (conn, id) => {
      if (id === sale.supplier.companyId) throw new Error('no such company')
      return companyOf(conn, id)
    }
    const deps = { ...sale.deps, database, now: () => sale.world.clock.now }

    await expect(issueWaitingInvoices({ ...deps, companyOf: broken })).rejects.toThrow(
      'could not be issued',
    )
    expect(await other.received()).toMatchObject([{ state: 'ISSUED' }])
    expect(await sale.received()).toMatchObject([{ state: 'WAITING' }])
    await issueWaitingInvoices(deps)
    expect(await sale.received()).toMatchObject([{ state: 'ISSUED' }])
  })

  it('has a waiting credit note that waits with it and then names it by number', async () => {
    await sale.setVatId(null)
    await sale.ship(4)
    await sale.arriveAll()
    await sale.takeBack(1)
    await sale.setVatId('DE987654321')
    await sale.takeBack(2)
    expect((await sale.received()).map(({ state }) => state)).toEqual([
      'WAITING',
      'WAITING',
      'WAITING',
    ])

    await issueWaitingInvoices({ ...sale.deps, database, now: () => sale.world.clock.now })

    const [second, first, invoice] = (await sale.received()) as [Invoice, Invoice, Invoice]
    const precedes = [{ number: invoice.number, issuedOn: invoice.issuedOn }]
    expect(invoice).toMatchObject({ kind: 'INVOICE', state: 'ISSUED' })
    for (const note of [first, second]) {
      expect(note).toMatchObject({ kind: 'CREDIT_NOTE', state: 'ISSUED', content: { precedes } })
    }
    expect([invoice, first, second].flatMap(checked)).toEqual([])
  })
})

describe('returned and cancelled goods', () => {
  it('are credited exactly, however they were divided', async () => {
    await sale.cancel(2)
    await sale.ship(3)
    await sale.ship(2)
    await sale.arriveAll()
    const money: bigint[] = []
    for (const pieces of [1, 2, 1]) money.push(await takenBack(pieces))

    const documents = await sale.received()
    const notes = documents.filter(({ kind }) => kind === 'CREDIT_NOTE').reverse()
    expect(notes.map(({ total }) => total.amountMinor)).toEqual(money)
    expect(notes[0]).toMatchObject({
      number: 'CRN-2026-000001',
      content: { precedes: [{ number: 'INV-2026-000001' }, { number: 'INV-2026-000002' }] },
    })
    expect(documents.flatMap(checked)).toEqual([])
    // What is left of it is what the buyer was made to pay, and no cent else.
    const left = await sale.credited()
    const invoiced = documents.filter(({ kind }) => kind === 'INVOICE')
    const dues = await duesOfOrder()
    expect(dues.reduce((sum, { open }) => sum + open.amountMinor, 0n)).toBe(1941n - left)
    expect(sumOf(invoiced, 'total') - sumOf(notes, 'total')).toBe(1941n - left)
  })
})

describe('a document', () => {
  it('is readable for its buyer and supplier, and does not exist for others', async () => {
    await sale.ship(7)
    const [{ id }] = (await sale.received()) as [Invoice]
    const stranger = (await aPlacedOrder(sale.world)).buyer

    expect((await sale.invoices.get(sale.supplier, id)).id).toBe(id)
    const { database } = sale.world
    const issued = await readList(database, invoiceList(database), sale.supplier, {
      side: 'issued',
    })
    expect(issued).toHaveLength(1)
    expect(await readList(database, invoiceList(database), sale.supplier)).toEqual([])
    await expect(sale.invoices.get(stranger, id)).rejects.toMatchObject({ status: 404 })
  })

  it('is UBL that names the ordered goods in any script', async () => {
    await sql`update orders.lines set name = 'Bolt <M8> & "Nut" – Φ 8 Łódź' || chr(2) where order_id = ${sale.order.id}
      /* across companies: a test */`.execute(database.pool)
    await sale.ship(7)
    const [invoice] = (await sale.received()) as [Invoice]

    const xml = writeUbl(invoice)

    const item = parseXml(xml).children.find(({ name }) => name === 'InvoiceLine')
    expect(JSON.stringify(item)).toContain('Bolt <M8> & \\"Nut\\" – Φ 8 Łódź')
    expect(brokenRules(xml)).toEqual([])
  })

  it('names the references of each line where they differ', async () => {
    sale = await aSale(database, [{ quantity: 2 }, { quantity: 2 }], 95n)
    await sql`update orders.lines set po_number = 'PO-9', cost_center = 'CC-9', gl_account = '6815', project = 'P-1'
      where order_id = ${sale.order.id} and line_number = 2 /* across companies: a test */`.execute(
      database.pool,
    )
    await sale.ship()
    const [invoice] = (await sale.received()) as [Invoice]
    const [first, second] = invoice.content.lines
    expect(invoice.content).toMatchObject({ poNumber: 'PO-1' })
    expect([first?.poNumber, first?.costCenter]).toEqual([undefined, undefined])
    expect(first?.glAccount).toBeUndefined()
    expect(second).toMatchObject({
      poNumber: 'PO-9',
      costCenter: 'CC-9',
      glAccount: '6815',
      project: 'P-1',
    })

    const xml = writeUbl(invoice)
    expect(xml).toContain('Purchase order PO-9')
    expect(xml).toContain('GL account 6815')
    expect(xml).toContain('Project P-1')
    expect(xml).toContain('<cbc:AccountingCost>CC-9</cbc:AccountingCost>')
    expect(brokenRules(xml)).toEqual([])
    const pdf = await writePdf(invoice, { ubl: xml })
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    const shown = textsOf(pdf).join('\n')
    expect(shown).toContain('Your reference PO-9')
    expect(shown).toContain('Cost centre CC-9')
    expect(shown).toContain('GL account 6815')
    expect(shown).toContain('Project P-1')
  })

  it('is a PDF with the UBL document embedded', async () => {
    await sale.ship(7)
    const [invoice] = (await sale.received()) as [Invoice]

    const pdf = await writePdf(invoice, { ubl: writeUbl(invoice) })

    const text = pdf.toString('latin1')
    expect(text.startsWith('%PDF-1.7')).toBe(true)
    expect(text).toContain('/AFRelationship /Alternative')
    expect(text).toContain('pdfaid:part')
  })

  it('is written in the language of the buyer, with the same XML', async () => {
    const { companyId } = sale.order.buyer
    await sql`update identity.companies set locale = 'de' where id = ${companyId}`.execute(
      database.pool,
    )
    await sale.ship(7)
    // The document keeps the language that it was written in.
    await sql`update identity.companies set locale = 'fr' where id = ${companyId}`.execute(
      database.pool,
    )
    const [invoice] = (await sale.received()) as [Invoice]
    const xml = writeUbl(invoice)
    const pdf = await writePdf(invoice, { ubl: xml })

    const shown = textsOf(pdf).join('\n')
    expect(shown).toContain('Rechnung INV-')
    expect(shown).toContain('Leistungsdatum')
    expect(shown).toMatch(/USt 19 % \(S\) auf \d+,\d\d/)
    expect(shown).not.toContain('Invoice')
    expect(pdf.toString('latin1')).toContain('/Lang (de)')
    const english = { ...invoice, content: { ...invoice.content, language: undefined } }
    expect(writeUbl(english)).toBe(xml)
    expect(brokenRules(xml)).toEqual([])
  })

  it.each([
    [
      'en',
      'This is a translation. The legal document is the original',
      'which is in English',
      'Invoice',
    ],
    ['de', 'Dies ist eine Übersetzung. Rechtlich gilt das Original', 'Englisch', 'Rechnung'],
    ['fr', 'Ceci est une traduction. Seul l’original', 'rédigé en anglais', 'Facture'],
  ] as const)('says in %s that it is a translation', async (translation, note, language, kind) => {
    await sale.ship(7)
    const [invoice] = (await sale.received()) as [Invoice]
    const pdf = await writePdf(invoice, { translation })

    const [shown = ''] = [textsOf(pdf).join('').replaceAll('\u00a0', ' ')]
    for (const text of [note, language, kind]) expect(shown).toContain(text)
    expect(shown).toContain(invoice.number)
    expect(pdf.toString('latin1')).toContain(`/Lang (${translation})`)
    expect(pdf.toString('latin1')).not.toContain('/EmbeddedFile')
  })

  it('shows no character without a glyph, which PDF/A forbids', async () => {
    await sale.ship(7)
    const [invoice] = (await sale.received()) as [Invoice]
    const { buyer, lines } = invoice.content
    const foreign = {
      ...invoice.content,
      buyer: { ...buyer, name: '株式会社 Łódź 😀' },
      lines: lines.map((line) => ({ ...line, name: '螺丝 M4' })),
    }

    const { content, isWhole } = readableIn((codePoint) => codePoint < 0x3000, foreign)

    expect(content.buyer.name).toBe('\uFFFD\uFFFD\uFFFD\uFFFD Łódź \uFFFD')
    expect(content.lines[0]?.name).toBe('\uFFFD\uFFFD M4')
    expect(isWhole).toBe(false)
    expect(readableIn(() => true, foreign)).toEqual({ content: foreign, isWhole: true })
    const pdf = await writePdf({ ...invoice, content: foreign }, { ubl: '<Invoice/>' })
    expect(pdf.toString('latin1').startsWith('%PDF-1.7')).toBe(true)
  })
})

function pass(days: number): void {
  sale.world.clock.now = after(sale.world.clock.now, daysMs(days))
}

async function duesOfOrder() {
  const { companyId } = sale.order.buyer
  const payment = await sale.world.payments.find(database.pool, companyId, sale.order.paymentId)
  return payment ? sale.world.payments.duesOf(payment) : []
}

/** Returns what went back, in minor units. */
async function takenBack(quantity: number): Promise<bigint> {
  const before = await sale.credited()
  await sale.takeBack(quantity)
  return (await sale.credited()) - before
}

function checked(invoice: Invoice): string[] {
  return brokenRules(writeUbl(invoice))
}

function sumOf(documents: readonly Invoice[], what: 'net' | 'tax' | 'total'): bigint {
  return documents.reduce((sum, document) => sum + document[what].amountMinor, 0n)
}

async function noticesOf(invoice: Invoice | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from platform.events
    where company_id = ${sale.order.buyer.companyId} and type = 'invoice.issued' and entity_id = ${invoice?.id}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}
