import { describe, expect, it } from 'vitest'
import { aCompany } from '#testing/identity'
import { buyByCard, fillCart } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the page of an order that costs more and is paid by card', () => {
  const pages = useCompanyPages(chromium as string)

  it('lets its buyer pay for a higher price that it has accepted', async () => {
    const { orderId, number, person, supplier } = await anOrder('Blue anvil')
    const unitPrice = { amount: '120.00', currency: 'EUR' }
    const lines = [{ lineNumber: 1, status: 'CHANGED', unitPrice }]
    const response = `/api/v1/supplier/orders/${orderId}/response`
    expect((await supplier.client.post(response, { lines })).status).toBe(200)
    await pages.visit(person, '/cart')
    const { page } = pages
    const bell = page.getByRole('button', { name: /waits? for you$/ })
    await bell.click()
    await page.getByRole('heading', { name: 'Changes of suppliers to decide' }).waitFor()
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Accept the change of Blue anvil' }).click()
    await page.waitForURL(`${pages.world.sandboxUrl}/**`)
    await pages.check('/orders?waitsFor=PAYMENT')
    await page.getByRole('link', { name: number }).waitFor()
    const matter = page.getByRole('combobox', { name: /^Waits for/ })
    expect(await matter.inputValue()).toBe('PAYMENT')
    await pages.check(`/orders/${orderId}`)
    await bell.click()
    await page.getByRole('heading', { name: 'Changes of orders to pay' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/counts once you have paid/).waitFor()
    await page.getByRole('link', { name: 'Pay now' }).click()
    await payAndReturn(orderId)
    await untilShown('EUR 120.00')
    expect(await page.getByText('Pay now').count()).toBe(0)
  })

  it('lets its buyer pay for more of a line that the supplier agrees to', async () => {
    const { orderId, person, client, supplier } = await anOrder('Red anvil')
    const body = { lines: [{ lineNumber: 1, quantity: 3 }], reason: 'We need more.' }
    const requested = await client.post(`/api/v1/orders/${orderId}/changes`, body)
    expect(requested.status, JSON.stringify(requested.body)).toBe(201)
    await pages.visit(supplier.person, `/sales/${orderId}`)
    await pages.page.getByRole('button', { name: 'Accept', exact: true }).click()
    await pages.page.getByText(/counts once the customer has paid/).waitFor()
    await pages.page.context().close()

    await pages.visit(person, `/orders/${orderId}`)
    const { page } = pages
    await page.getByText(/^Pay the difference of EUR/).waitFor()
    await page.getByText('Accepted, and waits for your payment.').waitFor()
    await pages.checkLooks('agreed-change')
    await page.getByRole('button', { name: 'Pay now' }).click()
    await payAndReturn(orderId)
    await untilShown('2. Red anvil')
    expect(await page.getByText('Pay now').count()).toBe(0)
  })

  /** One piece of a product of a supplier of its own, at 100 euros. */
  async function anOrder(name: string) {
    const companyId = await aCompany(pages.world.parts.platform.database, { supplier: true })
    const supplier = await pages.aMember('company_admin', companyId)
    const { person, client } = await pages.aBuyer()
    const { id: productId } = await pages.aPart({ name, onHand: 9, supplierCompanyId: companyId })
    const version = await fillCart(client, [{ productId, quantity: 1 }])
    const { orderId } = await buyByCard(client, version)
    const order = async () => (await client.get(`/api/v1/orders/${orderId}`)).body.data
    await expect.poll(async () => (await order()).paymentState).toBe('PAID')
    const { number } = await order()
    return { orderId, number, person, client, supplier }
  }

  async function payAndReturn(orderId: string): Promise<void> {
    await pages.page.waitForURL(`${pages.world.sandboxUrl}/**`)
    await pages.page.getByRole('button', { name: /pay/i }).first().click()
    await pages.page.waitForURL(`${pages.world.baseUrl}/orders/${orderId}?**`)
  }

  /** A worker changes the order once it knows of the payment. */
  async function untilShown(text: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await pages.page.reload()
          await pages.page.getByRole('heading', { level: 1 }).waitFor()
          return pages.page.getByRole('table').getByText(text).count()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
  }
})
