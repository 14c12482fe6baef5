import { describe, expect, it } from 'vitest'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { hostile, useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the pages on which people ask the support desk', () => {
  const pages = useCompanyPages(chromium as string)
  const { aBuyer, aPart, visit, check } = pages

  it('lead from an order to a question with a file, and to its answer', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ onHand: 5 })
    const { body } = await client.post(
      '/api/v1/orders',
      { lines: [{ productId: part.id, quantity: 1 }], shipTo, payment: { method: 'invoice' } },
      { key: 'an order with a question' },
    )
    await visit(person, `/orders/${body.data.order.id}`)
    const { page, world } = pages
    await page.getByRole('link', { name: 'Ask about this order' }).click()
    await page.getByText('The support desk sees the order that you ask about.').waitFor()
    await page.getByLabel('Subject').fill('One box was open')
    await page.getByLabel('Message').fill(`It was wet, too. ${hostile}`)
    const buffer = Buffer.from('What the driver said.')
    await page
      .getByLabel(/^Files/)
      .setInputFiles({ name: 'driver.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: /^T-\d{4}-\d{6}: One box was open$/ }).waitFor()
    await page.getByRole('link', { name: 'driver.txt' }).waitFor()
    const [ticket] = (await client.get('/api/v1/support/tickets')).body.data
    expect(ticket.links).toMatchObject([{ type: 'order', id: body.data.order.id }])
    const operator = await world.operator()
    const answer = { text: 'We send another one.' }
    await operator.post(`/api/v1/support/tickets/${ticket.id}/messages`, answer)
    await page.reload()
    await page.getByText('We send another one.').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Thank you.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you.').waitFor()
    await page.getByRole('button', { name: 'It is solved' }).click()
    await page.getByRole('button', { name: 'Open it again' }).waitFor()
    for (const path of ['/tickets', `/tickets/${ticket.id}`]) await check(path)
  })
})
