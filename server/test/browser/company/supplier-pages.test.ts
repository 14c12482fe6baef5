import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { aCompany } from '#testing/identity'
import { aKey } from '../../journeys/client.ts'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which suppliers sell', () => {
  const pages = useCompanyPages(chromium as string)
  const { visit, check } = pages

  it('lead from an order that waits to its shipments and its invoice', async () => {
    const supplier = await aSupplier()
    const rope = await supplier.product('Long rope')
    const { id } = await order([[rope, 5]])
    await visit(supplier.person, '/sales')
    const { page } = pages
    const link = page.getByRole('link', { name: 'As CSV' })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(await readFile(await file.path(), 'utf8')).toContain(id)
    const waiting = page.getByRole('region', { name: 'Waits for your answer', exact: true })
    await waiting.getByRole('link').click()
    await page.getByRole('button', { name: 'Confirm the whole order' }).click()
    await page.getByText('Confirmed').first().waitFor()
    await page.getByRole('button', { name: 'Ship' }).click()
    await page.getByLabel(/^Long rope: quantity/).fill('2')
    await page.getByLabel(/^Carrier/).fill('DHL')
    await page.getByLabel(/^Tracking number/).fill('JD-4711')
    await page.getByRole('button', { name: 'Record the shipment' }).click()
    await page.getByText('Partly shipped').waitFor()
    await page.getByRole('button', { name: 'Ship' }).click()
    await page.getByRole('button', { name: 'Record the shipment' }).click()
    await page.getByText('5 shipped').waitFor()
    const { shipments } = (await supplier.client.get(`/api/v1/supplier/orders/${id}`)).body.data
    expect(shipments).toMatchObject([
      { carrier: 'DHL', trackingNumber: 'JD-4711', lines: [{ quantity: 2 }] },
      { lines: [{ quantity: 3 }] },
    ])
    await expect
      .poll(
        async () => (await supplier.client.get('/api/v1/invoices?side=issued')).body.data.length,
        {
          timeout: 30_000,
        },
      )
      .toBe(2)
    await check('/statement')
    await page.getByText('Waits for details of your company').first().waitFor()
    await page.getByLabel('Until').fill('2020-01-31')
    await page.getByText('Nothing was issued in this period.').waitFor()
    await page.getByRole('link', { name: 'Sales' }).click()
    await page.getByText('Nothing here waits for your answer.').waitFor()
    await page.getByLabel('Number, customer or product').fill('LONG ROPE')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'All orders', exact: true })
      .getByRole('link', { name: /-1$/ })
      .waitFor()
  })

  it('answer line by line: another price, another product, and a line that is not delivered', async () => {
    const supplier = await aSupplier()
    const lines = [
      [await supplier.product('Red hammer'), 4],
      [await supplier.product('Old saw'), 2],
      [await supplier.product('Worn file'), 1],
    ] as const
    const newSaw = await supplier.product('Unheardof saw')
    const { id } = await order(lines)
    await visit(supplier.person, `/sales/${id}`)
    const { page } = pages
    await page.getByRole('button', { name: 'Answer line by line' }).click()
    const line = (name: string) => page.getByRole('group', { name: new RegExp(name) })
    const answer = (name: string, status: string) =>
      page.getByLabel(`Answer for ${name}`).selectOption(status)
    await answer('Red hammer', 'CHANGED')
    await line('Red hammer')
      .getByLabel(/^Price of one unit/)
      .fill('99.50')
    await answer('Old saw', 'CHANGED')
    await line('Old saw')
      .getByLabel(/^Another product of yours/)
      .fill('unheardof')
    await line('Old saw').getByRole('button', { name: 'Find products' }).click()
    await line('Old saw')
      .getByLabel(/Unheardof saw/)
      .check()
    await line('Old saw').getByLabel(/^Note/).fill('The old one is no longer made.')
    await answer('Worn file', 'REJECTED')
    await pages.checkLooks('sale-answer')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await page.getByText('Your change waits for the customer').waitFor()
    await page.getByText('1 cancelled').waitFor()
    const { body } = await pages.ours.buyer.get(`/api/v1/orders/${id}/proposals`)
    const note = 'The old one is no longer made.'
    const substitute = { productId: newSaw.id }
    expect(body.data).toMatchObject([{ lines: [{ lineNumber: 2, note, after: { substitute } }] }])
    const { lines: after } = (await supplier.client.get(`/api/v1/supplier/orders/${id}`)).body.data
    expect(after).toMatchObject([{}, {}, {}, { followsLine: 1, unitPrice: { amount: '99.50' } }])
  })

  it('decide on a requested change, and on goods that come back', async () => {
    const supplier = await aSupplier()
    const { id } = await order([[await supplier.product('Green pliers'), 5]])
    await pages.ours.buyer.post(`/api/v1/orders/${id}/changes`, {
      lines: [{ lineNumber: 1, quantity: 3 }],
      reason: 'The project is smaller.',
    })
    await visit(supplier.person, `/sales/${id}`)
    const { page } = pages
    await page.getByText('The customer writes: The project is smaller.').waitFor()
    await page.getByText('3 instead of 5').waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('2 cancelled').waitFor()
    const shipped = await supplier.client.post(`/api/v1/orders/${id}/shipments`, {})
    const [{ id: shipmentId }] = shipped.body.data.shipments
    await pages.ours.buyer.post(`/api/v1/orders/${id}/deliveries`, { shipmentId })
    const lines = [{ lineNumber: 1, quantity: 2, reason: 'DAMAGED' }]
    await pages.ours.buyer.post(`/api/v1/orders/${id}/returns`, { lines, note: 'Both are bent.' })
    await page.goto(`${pages.world.baseUrl}/sales`)
    await page.getByRole('region', { name: 'Waits for your answer' }).getByRole('link').click()
    await page.getByText('The customer writes: Both are bent.').waitFor()
    await page.getByRole('button', { name: 'The goods are here' }).click()
    await page.getByText(/^RMA-.*: Received$/).waitFor()
    await page.getByRole('button', { name: 'Accept the return' }).click()
    await page.getByLabel('Green pliers: accepted quantity').fill('1')
    await page.getByRole('button', { name: 'Accept the return' }).click()
    await page.getByText(/^RMA-.*: Accepted$/).waitFor()
    await page.getByText('1 returned').waitFor()
  })

  it('look at a catalogue file, import it, and name each problem with its line', async () => {
    const supplier = await aSupplier()
    await visit(supplier.person, '/imports')
    const { page } = pages
    const text = `sku;name;price;Notiz\nROPE-1;Long rope;12.50;x\nROPE-2;${hostile};none;y\n`
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel(/^File/).setInputFiles(file)
    await page.getByRole('button', { name: 'Look at the file first' }).click()
    await page.getByText(/the columns are not read: Notiz$/).waitFor()
    await page.getByRole('row', { name: /ROPE-1.*Long rope/ }).waitFor()
    await pages.checkLooks('imports-preview')
    await page.getByRole('button', { name: 'Import the file' }).click()
    await page.getByRole('heading', { name: /^Import of/ }).waitFor()
    await page.getByText('Completed with errors').waitFor()
    await page.getByRole('table', { name: 'Problems' }).getByText('ROPE-2').waitFor()
    await check(new URL(page.url()).pathname)
    await page.getByRole('link', { name: 'All imports' }).click()
    const imports = page.getByRole('table', { name: 'Imports' })
    await imports.getByText('Completed with errors').waitFor()
    await check('/imports')
    const products = page.getByRole('link', { name: 'CSV', exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), products.click()])
    expect(await readFile(await download.path(), 'utf8')).toContain('ROPE-1')
  })

  it('take new prices and counted stock in the rows of products', async () => {
    const supplier = await aSupplier()
    const chisel = await supplier.product(`Chisel ${hostile}`)
    await supplier.product('Plane of oak')
    await visit(supplier.person, '/sales')
    const { page } = pages
    await page.getByRole('link', { name: 'Your products' }).click()
    await page.getByRole('link', { name: 'Plane of oak' }).waitFor()
    await check('/own-products')
    await page.getByLabel(/^Words/).fill('chisel')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText('Plane of oak').count()).toBe(0)
    await page.getByLabel(/^New price of Chisel/).fill('12.5')
    await page.getByLabel(/^Stock of Chisel/).fill('7')
    await page.getByRole('button', { name: 'Save 1 product' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    const { price, availability } = (await supplier.client.get(`/api/v1/products/${chisel.id}`))
      .body.data
    expect([price.list.amount, availability.available]).toEqual(['12.50', 7])
  })

  it('have no violation that axe finds, and fit on every screen', async () => {
    const supplier = await aSupplier()
    const { id } = await order([[await supplier.product(`Hostile ${hostile}`), 2]])
    await visit(supplier.person, '/sales')
    await check('/sales')
    await check(`/sales/${id}`)
  })

  it('do not show the orders of another supplier', async () => {
    const owner = await aSupplier()
    const { id } = await order([[await owner.product('Blue anvil'), 1]])
    const stranger = await aSupplier()
    await visit(stranger.person, '/sales')
    const { page } = pages
    await page.getByText('No order fits.').waitFor()
    await page.goto(`${pages.world.baseUrl}/sales/${id}`)
    await page.getByText('This page cannot be shown').waitFor()
  })

  it('add, change and remove what a frame contract commits and limits', async () => {
    const supplier = await aSupplier()
    const { sku } = await supplier.product('Quota bolt')
    const contract = {
      buyerCompanyId: pages.ours.companyId,
      reference: 'FW-9',
      state: 'ACTIVE',
      orderDiscounts: { currency: 'EUR', tiers: [{ from: '100000.00', percent: '1' }] },
    }
    const { id } = (await supplier.client.post('/api/v1/contracts', contract)).body.data
    const read = async () =>
      (await supplier.client.get(`/api/v1/contracts/${id}/quotas`)).body.data.quotas
    await visit(supplier.person, `/contracts/${id}`)
    const { page } = pages
    await page.getByRole('button', { name: 'Add a quota' }).click()
    await page.getByLabel('Article number of a product').fill('NO-SUCH-NUMBER')
    await page.getByLabel(/^Maximum/).fill('500')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('form').getByRole('alert').waitFor()
    await page.getByLabel('Article number of a product').fill(sku)
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('0 called off of at most 500. 500 left.').waitFor()

    await page.getByRole('button', { name: 'Change the quota of Quota bolt' }).click()
    await page.getByLabel(/^Committed/).fill('20')
    await page.getByLabel('Beyond the maximum').selectOption({ value: 'WARN' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Committed: 20.').waitFor()
    expect(await read()).toMatchObject([{ committed: '20', maximum: '500', policy: 'WARN' }])
    await check(`/contracts/${id}`)

    await page.getByRole('button', { name: 'Remove the quota of Quota bolt' }).click()
    await page.getByRole('button', { name: 'Remove the quota', exact: true }).click()
    await page.getByText('The contract has no quotas', { exact: false }).waitFor()
    expect(await read()).toEqual([])

    const { person } = await pages.aBuyer()
    await visit(person, `/contracts/${id}`)
    await pages.page.getByText('The contract has no quotas', { exact: false }).waitFor()
    expect(await pages.page.getByRole('button', { name: 'Add a quota' }).count()).toBe(0)
  })

  async function aSupplier() {
    const companyId = await aCompany(pages.world.parts.platform.database, { supplier: true })
    return {
      ...(await pages.aMember('company_admin', companyId)),
      product: (name: string) => pages.aPart({ name, onHand: 50, supplierCompanyId: companyId }),
    }
  }

  type Ordered = readonly [product: { readonly id: string }, quantity: number]

  async function order(wanted: readonly Ordered[]): Promise<{ readonly id: string }> {
    const lines = wanted.map(([{ id }, quantity]) => ({ productId: id, quantity }))
    const placing = { lines, shipTo, poNumber: hostile.slice(0, 50) }
    const { status, body } = await pages.ours.buyer.post(
      '/api/v1/orders',
      { ...placing, payment: { method: 'invoice' } },
      { key: aKey() },
    )
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data.order
  }
})
