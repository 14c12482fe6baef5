import { describe, expect, it, vi } from 'vitest'
import { newId } from '#kernel/id'
import { registerCompany } from '#modules/identity'
import { aProduct } from '#testing/catalog'
import { textsOf } from '../../src/modules/purchasing/invoices/pdfs/pdf-text.fixture.ts'
import { aKey, type Client } from './client.ts'
import { shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()
await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, {
  limit: { amount: '1000.00', currency: 'EUR' },
  netDays: 30,
})

describe('the PDF of an invoice', () => {
  it('has an ETag, and is not sent again to a reader who has it', async () => {
    const { id } = await anInvoice()
    const path = `${world.baseUrl}/api/v1/invoices/${id}/pdf`
    const { headers } = ours.buyer

    const first = await fetch(path, { headers })
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')

    const known = await fetch(path, { headers: { ...headers, 'if-none-match': `W/"x", ${etag}` } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect(known.headers.get('etag')).toBe(etag)
    const changed = await fetch(path, { headers: { ...headers, 'if-none-match': '"x"' } })
    expect(Buffer.from(await changed.arrayBuffer()).equals(bytes)).toBe(true)

    const stranger = (await world.company()).buyer
    const foreign = await fetch(path, { headers: { ...stranger.headers, 'if-none-match': etag } })
    expect(foreign.status).toBe(404)
    expect((await operator.get('/admin/invoices/failing-pdfs')).body.data).toEqual([])
  })
})

it('invoices are found by supplier, buyer, cost centre, unit and day', async () => {
  const supplierId = await aSupplier()
  const unit = await ours.admin.post('/api/v1/company/units', { name: 'Works', kind: 'SITE' })
  const unitId = unit.body.data.id
  const placedBy = (await ours.buyer.get('/auth/me')).body.data.id
  await ours.admin.patch(`/api/v1/members/${placedBy}`, { unitId })
  const { id } = await anInvoice(supplierId, { costCenter: 'KST-1' })
  await ours.admin.patch(`/api/v1/members/${placedBy}`, { unitId: null })
  await anInvoice(supplierId)
  expect(await idsFor({ supplierId })).toHaveLength(2)
  expect(await idsFor({ supplierId, unitId })).toEqual([id])
  expect(await idsFor({ supplierId, costCenter: 'KST-1' })).toEqual([id])
  expect(await idsFor({ supplierId, placedBy, side: 'received' })).toHaveLength(2)
  expect(await idsFor({ supplierId, placedBy: 'usr_none' })).toEqual([])
  expect(await idsFor({ unitId, side: 'issued' })).toEqual([])
  const { issuedOn } = (await ours.buyer.get(`/api/v1/invoices/${id}`)).body.data
  const thatDay = { supplierId, issuedFrom: issuedOn, issuedUntil: issuedOn }
  expect(await idsFor(thatDay)).toContain(id)
  expect(await idsFor({ ...thatDay, issuedUntil: '2020-01-31' })).toEqual([])
  expect(await idsFor({ supplierId, issuedFrom: '2999-01-01' })).toEqual([])
})

it('invoices are found by their products, and by the person whose requisition was ordered', async () => {
  const supplierId = await aSupplier()
  const [bolt, nut] = [await aPart(supplierId), await aPart(supplierId)]
  const lines = [bolt, nut].map((productId) => ({ productId, quantity: 2 }))
  const requisitionId = await aSubmitted(ours.approver, lines)
  const requested = await ours.buyer.post(`/api/v1/requisitions/${requisitionId}/convert`, {})
  const { orderId } = requested.body.data
  const requestedBy = (await ours.approver.get('/auth/me')).body.data.id
  const [bolts, nuts] = [await ship(orderId, [1]), await ship(orderId, [2])]
  const direct = await anInvoice(supplierId)
  expect(await idsFor({ productId: bolt })).toEqual([bolts.id])
  expect(await idsFor({ productId: nut })).toEqual([nuts.id])
  expect(await idsFor({ supplierId })).toEqual([direct.id, nuts.id, bolts.id])
  expect(await idsFor({ supplierId, requestedBy })).toEqual([nuts.id, bolts.id])
  expect(await idsFor({ requestedBy, productId: bolt })).toEqual([bolts.id])
  expect(await idsFor({ requestedBy: 'usr_none' })).toEqual([])

  const { headers } = ours.buyer
  const csv = await fetch(`${world.baseUrl}/api/v1/invoices.csv?productId=${nut}`, { headers })
  const text = await csv.text()
  expect([text.includes(nuts.id), text.includes(bolts.id)]).toEqual([true, false])
  const stranger = await world.company()
  const theirs = await stranger.buyer.get(`/api/v1/invoices?productId=${bolt}`)
  expect(theirs.body.data).toEqual([])
})

describe('the PDF in another language', () => {
  const written = {
    en: [
      'Invoice ',
      '(translation)',
      'Supplied on',
      'The legal document is the original',
      'German',
    ],
    fr: ['Facture ', '(traduction)', 'Ceci est une traduction', 'allemand'],
  } as const

  it('is a translation of the original, which stays as it was issued', async () => {
    await ours.admin.patch('/api/v1/company', { locale: 'de' })
    const { companyId, admin, buyer } = ours
    const { id, number, language } = await anInvoice()
    expect(language).toBe('de')
    const read = (query = '', headers: Record<string, string> = {}) =>
      fetch(`${world.baseUrl}/api/v1/invoices/${id}/pdf${query}`, {
        headers: { ...buyer.headers, ...headers },
      })
    const original = await read()
    const bytes = Buffer.from(await original.arrayBuffer())
    expect(original.headers.get('content-language')).toBe('de')
    expect(textsOf(bytes).join('\n')).not.toContain('Übersetzung')

    for (const locale of ['en', 'fr'] as const) {
      const answer = await read(`?locale=${locale}`)
      const pdf = Buffer.from(await answer.arrayBuffer())
      const etag = answer.headers.get('etag') ?? ''
      expect(answer.headers.get('content-language')).toBe(locale)
      expect(answer.headers.get('content-disposition')).toContain(`${number}-${locale}.pdf`)
      expect(etag).not.toBe(original.headers.get('etag'))
      const shown = textsOf(pdf).join('\n')
      for (const text of [...written[locale], number]) expect(shown).toContain(text)
      for (const text of ['Leistungsdatum', 'Zu zahlen']) expect(shown).not.toContain(text)
      expect(pdf.toString('latin1')).toContain(`/Lang (${locale})`)
      // A program that books what is attached would book it twice.
      expect(pdf.toString('latin1')).not.toContain('/EmbeddedFile')
      const again = await read(`?locale=${locale}`, { 'if-none-match': etag })
      expect([again.status, again.headers.get('content-language')]).toEqual([304, locale])
    }

    // Its own language, one that the service does not have, and what a person prefers are no request for a translation.
    await admin.patch('/api/v1/company', { locale: 'fr' })
    for (const query of ['?locale=de', '?locale=de-AT', '?locale=pt', '']) {
      const answer = await read(query, { 'accept-language': 'fr' })
      expect(answer.headers.get('content-language')).toBe('de')
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect((await read('?locale=not%20one')).status).toBe(400)
    const byOperator = await fetch(
      `${world.baseUrl}/admin/companies/${companyId}/invoices/${id}/pdf?locale=fr`,
      { headers: operator.headers },
    )
    expect(byOperator.headers.get('content-language')).toBe('fr')
    await admin.patch('/api/v1/company', { locale: null })
    const stranger = await world.company()
    expect((await stranger.buyer.get(`/api/v1/invoices/${id}/pdf?locale=fr`)).status).toBe(404)
  })
})

const path = '/api/v1/company/invoice-details'
const account = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' }

describe('the invoice details of a company', () => {
  it('are entered by its administrators, who all get a mail about a new bank account', async () => {
    const { admin, companyId } = await world.company()
    const entered = await admin.patch(path, { bankAccount: account, legalRegistration: 'HRB 1' })
    expect(entered).toMatchObject({
      status: 200,
      body: {
        data: {
          companyId,
          bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
          profile: 'EN16931',
          registrationForms: {
            legal: { label: 'Registration number' },
            tax: { label: 'Steuernummer', example: '181/815/08155' },
          },
        },
      },
    })
    const changed = await operator.patch(`/admin/companies/${companyId}/invoice-details`, {
      bankAccount: { iban: 'NL91ABNA0417164300' },
    })
    expect(changed.status).toBe(200)
    expect((await admin.get(path)).body.data).toMatchObject({ legalRegistration: 'HRB 1' })

    await expect.poll(() => mailsTo(admin)).toHaveLength(2)
    expect((await mailsTo(admin))[0]).toMatch(
      /^The bank account on the invoices of .* was changed$/,
    )
    const { body } = await admin.get('/api/v1/audit?action=invoices.company_details_changed')
    expect(body.data).toMatchObject([
      { details: { ibanBefore: 'DE89…3000', ibanAfter: 'NL91…4300', fields: ['bankAccount'] } },
      { details: { ibanBefore: 'none', ibanAfter: 'DE89…3000' } },
    ])
    // A change that changes nothing sends no mail.
    await admin.patch(path, { bankAccount: { iban: 'NL91ABNA0417164300' }, buyerReference: 'R1' })
    const contact = { name: 'Ada', phone: '+49 40 12345', email: 'ada@bolts.example' }
    await admin.patch(path, { bankAccount: null, contact })
    await expect.poll(() => mailsTo(admin)).toHaveLength(3)
  })

  it('are refused as a whole, with the error of each field', async () => {
    const { admin, buyer } = await world.company()
    const refused = await admin.patch(path, {
      bankAccount: { iban: 'DE88370400440532013000', bic: 'COBAZZFF' },
      electronicAddress: { scheme: '0088', id: '4000001123453' },
      buyerReference: 'kept out',
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { meta: { code: 'invoices.details_invalid' } },
    })
    const problems = refused.body.meta.details?.problems as { field: string }[]
    expect(problems.map(({ field }) => field)).toEqual([
      'bankAccount.iban',
      'bankAccount.bic',
      'electronicAddress',
    ])
    expect((await admin.get(path)).body.data.buyerReference).toBeUndefined()
    const incomplete = await admin.patch(path, { profile: 'XRECHNUNG_3' })
    expect(incomplete.body.meta).toMatchObject({
      code: 'invoices.profile_incomplete',
      details: {
        missing: ['buyer.electronicAddress', 'buyer.billingAddress', 'buyer.buyerReference'],
      },
    })
    expect((await buyer.patch(path, { bankAccount: account })).status).toBe(403)
    expect((await operator.get('/admin/companies/co_none/invoice-details')).status).toBe(404)
  })
})

describe('a buyer with XRechnung', () => {
  it('makes its supplier learn once, at the order, which details are missing, as the invoice shows', async () => {
    const billingAddress = { ...shipTo, name: 'Accounts' }
    await ours.admin.patch('/api/v1/company', { billingAddress })
    const id = '04011000-1234512345-06'
    const chosen = await ours.admin.patch(path, {
      profile: 'XRECHNUNG_3',
      electronicAddress: { scheme: '0204', id },
      buyerReference: id,
    })
    expect(chosen.status).toBe(200)
    const supplier = await world.company()
    await operator.patch(`/admin/companies/${supplier.companyId}`, {
      supplier: true,
      vatId: 'DE123456789',
      billingAddress,
    })

    const first = await anInvoice(supplier.companyId)
    await anInvoice(supplier.companyId)
    const lacking = {
      profile: 'EN16931',
      wantedProfile: 'XRECHNUNG_3',
      missingForProfile: ['supplier.electronicAddress', 'supplier.contact'],
    }
    expect(first).toMatchObject(lacking)
    await expect
      .poll(() => mailsTo(supplier.admin))
      .toEqual(['A buyer takes invoices as XRechnung 3.0, and details are missing'])

    await supplier.admin.patch(path, {
      bankAccount: account,
      contact: { name: 'Ada', phone: '+49 40 12345', email: 'ada@bolts.example' },
      electronicAddress: { scheme: 'EM', id: 'invoices@bolts.example' },
    })
    const after = await anInvoice(supplier.companyId)
    expect(after).toMatchObject({
      profile: 'XRECHNUNG_3',
      buyerReference: id,
      payTo: { iban: 'DE89370400440532013000' },
      seller: { contact: { name: 'Ada' }, electronicAddress: { scheme: 'EM' } },
    })
    const read = (await ours.buyer.get(`/api/v1/invoices/${first.id}`)).body.data
    expect(read).toEqual(first)
  })
})

/** The subjects of what the mailbox of the sandbox has for a person. */
async function mailsTo(person: Client): Promise<string[]> {
  const { email } = (await person.get('/auth/me')).body.data
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: { subject: string }[] }
  return messages
    .map(({ subject }) => subject)
    .filter((one) => /bank account|details are missing/.test(one))
}

/** Over goods of a supplier that has a VAT id, as the buyer reads it. */
async function anInvoice(supplierCompanyId?: string, references: { costCenter?: string } = {}) {
  const { buyer } = ours
  const productId = await aPart(supplierCompanyId ?? (await aSupplier()))
  const lines = [{ productId, quantity: 2 }]
  const order = { ...references, lines, shipTo, payment: { method: 'invoice' } }
  const placed = await buyer.post('/api/v1/orders', order, { key: aKey() })
  return ship(placed.body.data.checkout.orderId)
}

/** The ids of the invoices that the buyer finds, newest first. */
async function idsFor(query: Record<string, string>): Promise<string[]> {
  const { body } = await ours.buyer.get(`/api/v1/invoices?${new URLSearchParams(query)}`)
  return body.data.map(({ id }: { id: string }) => id)
}

/** Ships all lines of an order, or these, and answers their invoice. */
async function ship(orderId: string, lineNumbers?: readonly number[]) {
  const lines = lineNumbers?.map((lineNumber) => ({ lineNumber, quantity: 2 }))
  const path = `/api/v1/orders/${orderId}/shipments`
  const { status, body } = await operator.post(path, { ...(lines && { lines }) })
  expect(status, JSON.stringify(body)).toBe(201)
  return vi.waitFor(
    async () => {
      const { data } = (await ours.buyer.get(`/api/v1/invoices?orderId=${orderId}`)).body
      expect(data).toHaveLength(body.data.shipments.length)
      expect(data[0]).toMatchObject({ state: 'ISSUED' })
      return (await ours.buyer.get(`/api/v1/invoices/${data[0].id}`)).body.data
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function aPart(supplierCompanyId: string): Promise<string> {
  const { database } = world.parts.platform
  return (await aProduct(database, { taxClass: 'standard', supplierCompanyId })).id
}

async function aSupplier() {
  const now = new Date()
  const id = newId('co', now)
  const facts = { name: 'Supplies', currency: 'EUR', country: 'DE', vatId: 'DE123456789' }
  const { database } = world.parts.platform
  await database.transaction((tx) =>
    registerCompany(tx, { ...facts, id, supplier: true, platform: false }, now),
  )
  return id
}
