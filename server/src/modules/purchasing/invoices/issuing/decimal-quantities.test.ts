import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Invoice } from '../invoice.ts'
import { writePdf } from '../pdfs/pdf.ts'
import { textsOf } from '../pdfs/pdf-text.fixture.ts'
import { aSale } from '../sale.fixture.ts'
import { viewInvoice } from '../schemas.ts'
import { writeUbl } from '../ubl/ubl.ts'
import { brokenRules } from '../ubl/ubl-rules.fixture.ts'

const database = await useDatabase()

it('a document has the decimals of a divisible unit: as a number, in UBL, and in the PDF as its language writes them', async () => {
  const sale = await aSale(database, [{ quantity: 2.5, unit: 'MTR', unitPrice: '2.33' }], 111n)
  await sale.ship(1.125)
  await sale.ship(1.375)
  await sale.arriveAll()
  await sale.takeBack(0.5)
  const documents = (await sale.received()).reverse()

  const quantities = documents.map((one) => viewInvoice(one).lines[0]?.quantity)
  expect(quantities).toEqual([1.125, 1.375, 0.5])
  const [first, second, note] = documents as [Invoice, Invoice, Invoice]
  expect(first.net.amountMinor + second.net.amountMinor).toBe(582n)
  expect(documents.flatMap((one) => brokenRules(writeUbl(one)))).toEqual([])
  expect(writeUbl(first)).toContain('<cbc:InvoicedQuantity unitCode="MTR">1.125</')
  expect(writeUbl(note)).toContain('<cbc:CreditedQuantity unitCode="MTR">0.5</')
  const pdf = await writePdf(first, { translation: 'de' })
  expect(textsOf(pdf).join('\n')).toContain('1,125 m')
})
