import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { findCompany } from '#modules/identity'
import { sql } from '#platform/db'
import type { InvoiceDetailsChange } from '../company-details/details.ts'
import {
  type CompanyDetails,
  createCompanyDetails,
  invoiceContactsData,
  issueWaitingInvoices,
} from '../index.ts'
import type { Invoice } from '../invoice.ts'
import { writePdf } from '../pdfs/pdf.ts'
import { textsOf } from '../pdfs/pdf-text.fixture.ts'
import { aSale, type Sale } from '../sale.fixture.ts'
import { brokenProfileRules } from './profile-rules.fixture.ts'
import { writeUbl } from './ubl.ts'
import { brokenRules } from './ubl-rules.fixture.ts'

const database = await useDatabase()
let sale: Sale
let details: CompanyDetails

beforeEach(async () => {
  sale = await aSale(database)
  const { companyOf, adminsOf } = sale.deps
  const now = () => sale.world.clock.now
  details = createCompanyDetails({ database, now, companyOf, adminsOf, findCompany })
  await placed(sale.supplier.companyId, 'Hagen', '58095')
  await placed(sale.order.buyer.companyId, 'Köln', '50667')
})

const account = { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' }
const supplierDetails = {
  bankAccount: account,
  contact: { name: 'Ada Accounts', phone: '+49 2331 123', email: 'accounts@bolts.example' },
  electronicAddress: { scheme: '0088', id: '4000001123452' },
}
const leitwegId = '04011000-1234512345-06'
const xrechnung = {
  profile: 'XRECHNUNG_3',
  electronicAddress: { scheme: '0204', id: leitwegId },
  buyerReference: leitwegId,
} as const
const peppol = {
  profile: 'PEPPOL_BIS_3',
  electronicAddress: { scheme: '9930', id: 'DE987654321' },
} as const

describe('an invoice on net terms', () => {
  it('names the account of its supplier for payment', async () => {
    await ofSupplier(supplierDetails)
    const invoice = await shipped(7)

    expect(invoice.content.payTo).toEqual({ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' })
    const xml = writeUbl(invoice)
    expect(xml).toContain('<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>')
    expect(xml).toContain('<cbc:ID>DE89370400440532013000</cbc:ID>')
    expect(xml).toContain('<cbc:ID>COBADEFFXXX</cbc:ID>')
    expect(xml).toContain(`<cbc:PaymentID>${invoice.number}</cbc:PaymentID>`)
    expect(brokenRules(xml)).toEqual([])
    expect(
      brokenRules(xml.replace(/<cac:PayeeFinancialAccount>.*<\/cac:PayeeFinancialAccount>/s, '')),
    ).toEqual(['BR-61'])
    expect(textsOf(await writePdf(invoice, { ubl: xml }))).toEqual(
      expect.arrayContaining([
        'DE89 3704 0044 0532 0130 00',
        'COBADEFFXXX',
        'accounts@bolts.example',
      ]),
    )
  })

  it('uses an ordinary transfer when the account is outside SEPA', async () => {
    await ofSupplier({ bankAccount: { iban: 'SA0380000000608010167519' } })
    expect(writeUbl(await shipped(7))).toContain('<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>')
  })

  it('keeps its account after the supplier enters another one', async () => {
    await ofSupplier(supplierDetails)
    const before = await shipped(3)
    await ofSupplier({ bankAccount: { iban: 'NL91ABNA0417164300' } })
    const after = await shipped(4)

    const kept = await sale.invoices.get(sale.order.buyer, before.id)
    expect(writeUbl(kept)).toBe(writeUbl(before))
    expect(kept.content.payTo?.iban).toBe('DE89370400440532013000')
    expect(after.content.payTo?.iban).toBe('NL91ABNA0417164300')
  })
})

describe('a document from before companies entered details', () => {
  it('keeps its text', async () => {
    await ofSupplier(supplierDetails)
    await ofBuyer(xrechnung)
    const invoice = await shipped(7)
    const { seller, buyer } = invoice.content
    const plain = ({ companyId, name, vatId, country }: typeof seller) => {
      return { companyId, name, vatId, country }
    }
    const content = {
      ...invoice.content,
      seller: plain(seller),
      buyer: plain(buyer),
      payTo: undefined,
      profile: undefined,
      buyerReference: undefined,
    }
    const before = { ...invoice, content }

    const xml = writeUbl(before)
    expect(xml).toContain('<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>')
    expect(xml).toContain('<cbc:PaymentMeansCode>1</cbc:PaymentMeansCode>')
    expect(xml).not.toMatch(/ProfileID|EndpointID|PayeeFinancialAccount|Telephone/)
    expect(writeUbl({ ...before, kind: 'CREDIT_NOTE' })).not.toContain('PaymentMeans')
  })
})

describe('the contact person for invoices', () => {
  it('is exported, and named on no new invoice after erasure; issued invoices stay', async () => {
    await ofSupplier(supplierDetails)
    const before = await shipped(3)
    const { companyId } = sale.supplier
    const person = { userId: 'usr_ada', email: 'Accounts@bolts.example', companyIds: [companyId] }
    expect(await invoiceContactsData.collect(database.pool, person)).toMatchObject([
      { companyId, ...supplierDetails.contact },
    ])

    await database.transaction((tx) => invoiceContactsData.erase(tx, person, new Date()))

    expect(await invoiceContactsData.collect(database.pool, person)).toEqual([])
    expect((await shipped(4)).content.seller.contact).toBeUndefined()
    const kept = await sale.invoices.get(sale.order.buyer, before.id)
    expect(kept.content.seller.contact).toEqual(supplierDetails.contact)
  })
})

describe('an invoice that was paid by card', () => {
  it('has payment means 48 instead of a transfer, or 68 where XRechnung would ask for card digits', async () => {
    await ofSupplier(supplierDetails)
    const invoice = await shipped(7)
    const { total, content } = invoice
    const paid = {
      ...invoice,
      content: { ...content, paymentMethod: 'card' as const, payTo: undefined, prepaid: total },
    }

    expect(writeUbl(paid)).toContain('<cbc:PaymentMeansCode>48</cbc:PaymentMeansCode>')
    expect(writeUbl(paid)).not.toContain('PayeeFinancialAccount')
    const german = { ...paid, content: { ...paid.content, profile: 'XRECHNUNG_3' as const } }
    expect(writeUbl(german)).toContain('<cbc:PaymentMeansCode>68</cbc:PaymentMeansCode>')
  })
})

describe('a buyer with a chosen profile', () => {
  it.each([
    ['XRechnung 3.0', xrechnung],
    ['Peppol BIS Billing 3.0, in Germany', { ...peppol, buyerReference: '4711' }],
  ])('gets invoices and credit notes that satisfy the rules of %s', async (_, chosen) => {
    await ofSupplier(supplierDetails)
    await ofBuyer(chosen)
    const invoice = await shipped(5)
    await sale.arriveAll()
    await sale.takeBack(2)
    const [note] = (await sale.received()) as [Invoice]
    expect([invoice.kind, note.kind]).toEqual(['INVOICE', 'CREDIT_NOTE'])

    for (const document of [invoice, note]) {
      expect(document.content).toMatchObject({ profile: chosen.profile, missingForProfile: [] })
      const xml = writeUbl(document)
      expect(brokenProfileRules(xml)).toEqual([])
      expect(brokenRules(xml)).toEqual([])
      expect(xml).toContain(`<cbc:BuyerReference>${chosen.buyerReference}</cbc:BuyerReference>`)
      expect(xml).toContain('<cbc:EndpointID schemeID="0088">4000001123452</cbc:EndpointID>')
    }
  })

  it('is checked by rules that fail for a document without these details', async () => {
    const xml = writeUbl(await shipped(7))
    expect(brokenProfileRules(xml)).toEqual([])
    expect(brokenProfileRules(xml, 'peppol')).toEqual(
      expect.arrayContaining(['R004', 'R010', 'R020', 'BR-DE-2', 'BR-DE-6']),
    )
    expect(brokenProfileRules(xml, 'xrechnung')).toEqual(
      expect.arrayContaining(['BR-DE-21', 'BR-DE-2', 'BR-DE-5', 'BR-DE-6', 'BR-DE-7']),
    )
  })

  it('gets plain EN 16931 while its supplier lacks details, and sees which ones', async () => {
    await ofBuyer(xrechnung)
    const before = await shipped(3)
    expect(before).toMatchObject({
      state: 'ISSUED',
      content: {
        profile: 'EN16931',
        wantedProfile: 'XRECHNUNG_3',
        missingForProfile: ['supplier.electronicAddress', 'supplier.contact'],
      },
    })
    expect(brokenRules(writeUbl(before))).toEqual([])
    const { supplier } = sale
    expect((await details.get(supplier.companyId)).asSupplier).toEqual([
      { profile: 'PEPPOL_BIS_3', missing: ['supplier.electronicAddress'] },
      { profile: 'XRECHNUNG_3', missing: ['supplier.electronicAddress', 'supplier.contact'] },
    ])

    await ofSupplier(supplierDetails)
    expect((await shipped(4)).content.profile).toBe('XRECHNUNG_3')
    expect(writeUbl(await sale.invoices.get(sale.order.buyer, before.id))).toBe(writeUbl(before))
  })

  it('enters its own details first, and keeps them', async () => {
    const incomplete = { code: 'invoices.profile_incomplete', status: 422 }
    await expect(ofBuyer({ profile: 'XRECHNUNG_3' })).rejects.toMatchObject({
      ...incomplete,
      details: { missing: ['buyer.electronicAddress', 'buyer.buyerReference'] },
    })
    const mail = { scheme: 'EM', id: 'invoices@example.com' }
    await expect(ofBuyer({ ...peppol, electronicAddress: mail })).rejects.toMatchObject(incomplete)
    await ofBuyer({ ...xrechnung, electronicAddress: mail })
    await expect(ofBuyer({ buyerReference: null })).rejects.toMatchObject(incomplete)
    expect((await details.get(sale.order.buyer.companyId)).details).toMatchObject({
      profile: 'XRECHNUNG_3',
      buyerReference: leitwegId,
    })
  })
})

describe('a Dutch and a Danish supplier', () => {
  it('satisfy the Peppol rules of their countries', async () => {
    await ofBuyer(peppol)
    for (const [country, registration, lacking] of [
      ['NL', '12345678', 'supplier.bankAccount'],
      ['DK', '13585628', 'supplier.legalRegistration'],
    ] as const) {
      const { companyId } = sale.supplier
      await sql`update identity.companies set country = ${country},
        billing_address = jsonb_set(billing_address, '{country}', to_jsonb(${country}::text))
        where id = ${companyId}`.execute(database.pool)
      await ofSupplier({ ...supplierDetails, bankAccount: null, legalRegistration: null })
      expect((await shipped(1)).content.missingForProfile).toEqual([lacking])
      await ofSupplier({ bankAccount: account, legalRegistration: registration })
      const xml = writeUbl(await shipped(1))
      expect(brokenProfileRules(xml)).toEqual([])
      expect(xml).toContain('poacc:billing:3.0')
      await ofSupplier({ legalRegistration: null })
    }
  })
})

describe('a Japanese supplier', () => {
  it('is named by its qualified invoice issuer number in the right element, and needs no VAT id', async () => {
    await sale.setVatId(null)
    const { companyId } = sale.supplier
    await sql`update identity.companies set country = 'JP', billing_address = null where id = ${companyId}`.execute(
      database.pool,
    )
    expect((await shipped(3)).state).toBe('WAITING')
    await ofSupplier({ taxRegistration: 't7000012050002' })
    await issueWaitingInvoices({ ...sale.deps, database, now: () => sale.world.clock.now })

    const [invoice] = (await sale.received()) as [Invoice]
    expect(invoice).toMatchObject({
      state: 'ISSUED',
      content: {
        seller: {
          taxRegistration: { number: 'T7000012050002', label: 'Qualified invoice issuer number' },
        },
      },
    })
    const xml = writeUbl(invoice)
    expect(xml.replace(/\s+</g, '<')).toContain(
      '<cbc:CompanyID>T7000012050002</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID>',
    )
    expect(brokenRules(xml)).toEqual([])
    expect(textsOf(await writePdf(invoice, { ubl: xml })).join('\n')).toContain('T7000012050002')
  })
})

const anOperator = () => ({ ...sale.supplier, id: 'usr_operator' }) as typeof sale.supplier

function ofSupplier(change: InvoiceDetailsChange) {
  return details.change(anOperator(), sale.supplier.companyId, change)
}

function ofBuyer(change: InvoiceDetailsChange) {
  return details.change(anOperator(), sale.order.buyer.companyId, change)
}

/** The newest document after so many pieces have left. */
async function shipped(pieces: number): Promise<Invoice> {
  await sale.ship(pieces)
  const [invoice] = (await sale.received()) as [Invoice]
  return invoice
}

async function placed(companyId: string, city: string, postalCode: string): Promise<void> {
  const address = { name: 'Accounts', line1: 'Werkstr. 1', city, postalCode, country: 'DE' }
  await sql`update identity.companies set country = 'DE', billing_address = ${JSON.stringify(address)}
    where id = ${companyId}`.execute(database.pool)
}
