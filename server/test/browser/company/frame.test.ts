import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { shipTo } from '../../journeys/purchase.ts'
import { findChromium } from '../chromium.ts'
import { useCompanyPages } from './use-company-pages.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('the frame of the pages of companies', () => {
  const pages = useCompanyPages(chromium as string)
  const { aBuyer, aMember, aPart, visit } = pages

  it('leads by the keyboard to a page, an order and a product', async () => {
    const { person, client } = await aBuyer()
    const part = await aPart({ name: 'Blue chisel', onHand: 5 })
    await aPart({ name: 'Palette knife', onHand: 5 })
    const { body } = await client.post(
      '/api/v1/orders',
      { lines: [{ productId: part.id, quantity: 1 }], shipTo, payment: { method: 'invoice' } },
      { key: 'an order for the palette' },
    )
    const { number } = body.data.order
    await visit(person, '/cart')
    const { page } = pages
    const field = page.getByRole('combobox', { name: /^Type a page/ })
    const choose = async (words: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await field.fill(words)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('quick', /^Quick order/)
    await page.getByRole('heading', { name: 'Quick order' }).waitFor()
    await choose(number, new RegExp(`^${number}\\s*Order$`))
    await page.getByRole('heading', { name: `Order ${number}` }).waitFor()
    const asked = { title: 'New chisels', lines: [{ productId: part.id, quantity: 1 }] }
    const requisition = (await client.post('/api/v1/requisitions', asked)).body.data
    await choose(
      requisition.number,
      new RegExp(`^${requisition.number} New chisels\\s*Requisition$`),
    )
    await page.waitForURL(`**/requisitions/${requisition.id}`)
    const question = { subject: 'A dull chisel', message: 'It does not cut.' }
    const ticket = (await client.post('/api/v1/support/tickets', question)).body.data
    await choose(ticket.number, new RegExp(`^${ticket.number} A dull chisel\\s*Ticket$`))
    await page.waitForURL(`**/tickets/${ticket.id}`)
    await choose('palette knife', /Palette knife/)
    await page.getByRole('heading', { name: /Palette knife/ }).waitFor()
  })

  it('shows what waits for the person, and leads there', async () => {
    const approver = await aMember('approver')
    const { client } = await aBuyer()
    await pages.ours.admin.post('/api/v1/approval-rules', {
      name: 'Every order',
      conditions: {},
      steps: [{ mode: 'ANY', people: [approver.person.actor.id] }],
    })
    const part = await aPart({ name: 'Waiting chisel', onHand: 5 })
    const { body } = await client.post(
      '/api/v1/orders',
      { lines: [{ productId: part.id, quantity: 1 }], shipTo, payment: { method: 'invoice' } },
      { key: 'an order that waits' },
    )
    const { number } = body.data.order
    await visit(approver.person, '/cart')
    const { page } = pages
    await page.getByRole('button', { name: '1 matter waits for you' }).click()
    await page.getByRole('heading', { name: 'Orders to approve' }).waitFor()
    await pages.checkLooks('bell')
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { name: `Approval of ${number}, EUR 100.00` }).waitFor()
    await page.getByRole('heading', { name: 'Orders to approve' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Nothing waits for you' }).click()
    await page.getByText('Nothing waits for you now.').waitFor()
  })

  it('changes to another company of the person', async () => {
    const { person } = await aBuyer()
    const { database } = pages.world.parts.platform
    const other = await aCompany(database)
    await sql`
      insert into identity.memberships (company_id, user_id, roles, created_at)
      values (${other}, ${person.actor.id}, array['buyer'], now())
    `.execute(database.pool)
    await visit(person, '/cart')
    const { page } = pages
    const openMenu = () => page.getByRole('button', { name: 'Bea Buyer' }).click()
    await openMenu()
    await page.getByLabel('Company').selectOption({ value: other })
    await page.getByRole('heading', { name: 'What do you need?' }).waitFor()
    await openMenu()
    await expect.poll(() => page.getByLabel('Company').inputValue()).toBe(other)
  })
})
