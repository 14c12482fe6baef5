import { describe, expect, it } from 'vitest'
import type { Client } from '../../journeys/client.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()
const url = '/api/v1/requisitions'

describe.skipIf(!chromium)('the pages of requisitions', () => {
  const pages = useCompanyPages(chromium as string)
  const { aMember, aBuyer, aPart, visit, check, checkLooks } = pages

  it('writes a requisition line by line, which survives a reload, and submits it', async () => {
    await aPart({ name: 'Oak desk of the joinery', onHand: 90 })
    const { person, client } = await aMember('requester')
    await visit(person, '/requisitions')
    await pages.page.getByLabel('What is it for?').fill('The new office')
    await pages.page.getByRole('button', { name: 'Start a requisition' }).click()
    await pages.page.getByRole('heading', { name: /^REQ-\d{4}-\d{6} The new office$/ }).waitFor()
    expect(await pages.page.getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true)
    await pages.page.getByRole('button', { name: 'Add a line' }).click()
    await pages.page.getByLabel('Find the product').fill('oak desk joinery')
    await pages.page.getByRole('button', { name: /Oak desk of the joinery/ }).click()
    await pages.page.getByLabel('Quantity').fill('2')
    await pages.page.getByRole('button', { name: 'Save the line' }).click()
    await pages.page.getByRole('link', { name: 'Oak desk of the joinery' }).waitFor()
    await pages.page.getByRole('button', { name: 'Add a line' }).click()
    await pages.page.getByLabel('In my own words').check()
    await pages.page.getByLabel('What is needed').fill('A rug that fits')
    await pages.page.getByLabel('Estimate for all, in EUR').fill('300.00')
    await pages.page.getByLabel('Suggested supplier').fill('Rugs & Sons')
    await pages.page.getByLabel(/^Links/).fill('https://example.com/rug')
    await pages.page.getByLabel(/^Files/).setInputFiles({
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nThe floor.'),
    })
    await pages.page.getByRole('button', { name: 'Save the line' }).click()
    await pages.page.getByRole('link', { name: 'plan.pdf' }).waitFor()
    await pages.page.getByLabel('Needed by').fill('2999-01-31')
    await pages.page
      .getByLabel('Deliver to')
      .selectOption({ label: 'Warehouse: Hafenstr. 7, Hamburg' })
    await pages.page.getByRole('button', { name: 'Save', exact: true }).click()
    await pages.page.getByText('It is saved.').waitFor()
    await pages.page.reload()
    await pages.page.getByText('A rug that fits').waitFor()
    await pages.page.getByRole('button', { name: 'Change A rug that fits' }).click()
    await pages.page.getByLabel('Quantity').fill('3')
    await pages.page.getByRole('button', { name: 'Save the line' }).click()
    await pages.page.getByText('3 piece').waitFor()
    await pages.page.getByRole('button', { name: 'Submit' }).click()
    await pages.page.getByRole('button', { name: 'Withdraw' }).waitFor()
    const [{ id }] = (await client.get(url)).body.data
    expect((await client.get(`${url}/${id}`)).body.data).toMatchObject({
      state: 'SUBMITTED',
      neededBy: '2999-01-31',
      shipTo: { city: 'Hamburg' },
      lines: [
        { quantity: 2 },
        {
          what: 'A rug that fits',
          quantity: 3,
          unit: 'C62',
          estimate: { amount: '300.00', currency: 'EUR' },
          suggestedSupplier: 'Rugs & Sons',
          links: ['https://example.com/rug'],
          attachments: [{ name: 'plan.pdf' }],
        },
      ],
    })
  })

  it('shows what changed elsewhere, and changes a draft only when pressed again', async () => {
    const { person, client } = await aMember('requester')
    const { id } = await aRequisition(client, 'Draft', [{ what: 'Chalk', quantity: 1 }])
    await visit(person, `/requisitions/${id}`)
    await pages.page.getByText('Chalk').waitFor()
    await client.patch(`${url}/${id}`, { lines: [{ what: 'Blue chalk', quantity: 5 }] })
    await pages.page.getByRole('button', { name: 'Remove Chalk' }).click()
    await pages.page.getByText(/has changed since you read it/).waitFor()
    await pages.page.getByText('Blue chalk').waitFor()
    expect((await client.get(`${url}/${id}`)).body.data.lines).toHaveLength(1)
    await pages.page.getByRole('button', { name: 'Remove Blue chalk' }).click()
    await pages.page
      .getByRole('button', { name: 'Remove Blue chalk' })
      .waitFor({ state: 'detached' })
    await pages.page.getByRole('button', { name: 'Delete the draft' }).click()
    await pages.page.getByText('Its lines and files are gone for good.').waitFor()
    await pages.page.getByRole('button', { name: 'Delete the draft' }).click()
    await pages.page.getByRole('heading', { name: 'Requisitions' }).waitFor()
    expect((await client.get(`${url}/${id}`)).status).toBe(404)
  })

  it('comes back with a reason, is submitted again, sourced, and ordered once', async () => {
    const part = await aPart({ name: 'Turquoise kettle', onHand: 90 })
    const { client } = await aMember('requester')
    const lines = [
      { what: 'Turquoise kettle', quantity: 4 },
      { what: 'A voucher', quantity: 1 },
    ]
    const { id, number } = await aRequisition(client, 'Kitchen', lines)
    await client.post(`${url}/${id}/submit`, {})
    const buyer = await aBuyer()
    await visit(buyer.person, '/requisitions?state=SUBMITTED')
    await pages.page.getByRole('link', { name: number }).click()
    await pages.page.getByRole('button', { name: 'Return it' }).click()
    await pages.page.getByLabel('What must change?').fill('How large?')
    await pages.page.getByRole('button', { name: 'Return it' }).click()
    await pages.page.getByText('It was returned: How large?').waitFor()
    await client.post(`${url}/${id}/submit`, { comment: 'Two litres.' })
    await pages.page.reload()
    await pages.page.getByText(/Submitted, by .*: Two litres\./).waitFor()
    await pages.page.getByText('No open line has a product yet.').waitFor()
    await pages.page.getByRole('button', { name: 'Say what to order for Turquoise kettle' }).click()
    await pages.page.getByLabel('A product, at a price agreed by hand').check()
    await pages.page.getByRole('button', { name: /Boltworks Turquoise kettle/ }).click()
    await pages.page.getByLabel('Price of one, in EUR').fill('19.90')
    await pages.page.getByLabel('Who agreed, when and how?').fill('Mr Kern, by mail.')
    await pages.page.getByLabel('Files that prove it').setInputFiles(aFile('mail.txt'))
    await pages.page.getByRole('button', { name: 'Keep it' }).click()
    await pages.page.getByText('Is ordered as').waitFor()
    await pages.page.getByText('Agreed: EUR 19.90 each').waitFor()
    await pages.page.getByRole('button', { name: 'Say what to order for A voucher' }).click()
    await pages.page.getByLabel('A price agreed by hand, without a product yet').check()
    await pages.page.getByLabel('Price of one, in EUR').fill('50.00')
    await pages.page.getByRole('combobox', { name: /^Supplier/ }).selectOption({ index: 1 })
    await pages.page.getByLabel('Who agreed, when and how?').fill('Ms Olsen, by phone.')
    await pages.page.getByLabel('Files that prove it').setInputFiles(aFile('offer.txt'))
    await pages.page.getByRole('button', { name: 'Keep it' }).click()
    await pages.page.getByText('Agreed: EUR 50.00 each').waitFor()
    await pages.page.getByRole('link', { name: 'offer.txt' }).waitFor()
    await pages.page.getByLabel('4 × Turquoise kettle').waitFor()
    await pages.page.getByLabel('Your order number (optional)').fill('4711/B')
    await pages.page.getByRole('button', { name: 'Place the order' }).dblclick()
    await pages.page.getByRole('link', { name: /^PO-/ }).first().waitFor()
    const orders = (await buyer.client.get('/api/v1/orders?poNumber=4711/B')).body.data
    expect(orders).toHaveLength(1)
    const order = (await buyer.client.get(`/api/v1/orders/${orders[0].id}`)).body.data
    expect(order).toMatchObject({
      lines: [{ productId: part.id, quantity: 4, unitPrice: { amount: '19.90' } }],
      shipTo: { city: 'Hamburg' },
    })
    await pages.page.getByRole('button', { name: 'Reject it' }).click()
    await pages.page.getByLabel('Why is it not ordered?').fill('No vouchers.')
    await pages.page.getByRole('button', { name: 'Reject it' }).click()
    await pages.page.getByText('Cancelled').waitFor()
    await pages.page.goto(`${pages.world.baseUrl}/orders/${order.id}`)
    await pages.page.getByText('Negotiated price: Mr Kern, by mail.').waitFor()
    const [proof] = order.lines[0].negotiatedPrice.attachmentIds
    const link = pages.page.getByRole('link', { name: 'Proof 1' })
    expect(await link.getAttribute('href')).toBe(
      `/account/orders/${order.id}/negotiated-prices/${proof}`,
    )
  })

  it('has no violation that axe finds, and fits on every screen', async () => {
    const { client } = await aMember('requester')
    const part = await aPart({ name: `Hostile ${hostile}`, onHand: 90 })
    const lines = [
      { productId: part.id, quantity: 1, note: hostile },
      {
        what: `Strange ${hostile}`,
        quantity: 2,
        category: hostile,
        suggestedSupplier: hostile,
        links: ['https://example.com/a-long-address-without-any-place-to-break-it-in-two-parts'],
      },
    ]
    const { id } = await aRequisition(client, `Title ${hostile}`, lines)
    await client.post(`${url}/${id}/submit`, {})
    const { person, client: buyer } = await aBuyer()
    const draft = await aRequisition(buyer, `Draft ${hostile}`, lines)
    await visit(person, '/requisitions')
    await pages.page.getByRole('heading', { name: 'Requisitions' }).waitFor()
    await check('/requisitions')
    await pages.page.goto(`${pages.world.baseUrl}/requisitions/${id}`)
    await pages.page.getByRole('button', { name: /^Say what to order/ }).click()
    await pages.page.getByLabel('A price agreed by hand, without a product yet').check()
    await checkLooks('requisition')
    await pages.page.goto(`${pages.world.baseUrl}/requisitions/${draft.id}`)
    await pages.page.getByRole('button', { name: 'Add a line' }).click()
    await pages.page.getByLabel('In my own words').check()
    await checkLooks('draft')
  })

  const aFile = (name: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('Agreed.'),
  })

  async function aRequisition(client: Client, title: string, lines: readonly object[]) {
    const { status, body } = await client.post(url, { title, lines })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
})
