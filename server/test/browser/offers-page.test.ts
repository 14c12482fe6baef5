import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { anExternalOffer } from '#testing/external-offer'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { unnamed } from './page-tools.ts'

const chromium = findChromium()
const hostile = '<img src=x onerror="document.title=\'owned\'"> clamp'

describe.skipIf(!chromium)('the page on which operators answer offer requests', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
  let person: APerson
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    world = await aWorld()
    const now = () => new Date()
    const { folder: webFolder } = await buildPages()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    ours = await world.company()
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await runtime.close()
    await world.close()
  })
  beforeEach(async () => {
    context = await browser.newPerson({ viewport: { width: 1180, height: 900 } })
    page = await context.newPage()
  })
  afterEach(() => context.close())

  async function aRequest(name: string): Promise<string> {
    const { database } = world.parts.platform
    const id = await anExternalOffer(database, { companyId: ours.companyId, name })
    const path = `/api/v1/products/${id}/offer-requests`
    return (await ours.buyer.post(path, { quantity: 30, note: hostile })).body.data.id
  }

  const requestOf = async (id: string) =>
    (await ours.buyer.get(`/api/v1/offer-requests/${id}`)).body.data

  async function open(): Promise<void> {
    await page.goto(`${runtime.url}/admin/offers`)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('says that requests wait too long, and which runbook helps', async () => {
    const id = await aRequest('Forgotten clamp')
    await sql`
      update offers.requests set created_at = now() - interval '3 days'
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(world.parts.platform.database.pool)
    await open()
    await page.getByText('1 offer request has had no answer for more than 48 hours.').waitFor()
    expect(await unnamed(page)).toEqual([])
    await page.getByRole('link', { name: /^Runbook/ }).click()
    await page.getByRole('heading', { name: 'offers.requests-waiting' }).waitFor()
    const operator = await world.operator()
    expect((await operator.post(`/api/v1/offer-requests/${id}/decline`)).status).toBe(200)
  })

  it('confirms one with a price and declines another', async () => {
    const [one, two] = [await aRequest(hostile), await aRequest('Second clamp')]
    await open()

    await page.getByRole('button', { name: new RegExp(one) }).click()
    expect(await unnamed(page)).toEqual([])
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Enter a price, its currency').first().waitFor()
    await page.getByLabel('Price of one unit, without tax').fill('4,55')
    const lastDay = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Last day of the price (UTC)').fill(lastDay)
    await page.getByLabel('Days until the goods leave').fill('5')
    await page.getByRole('button', { name: 'Answer' }).click()
    // The answered request leaves the list.
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    expect(await requestOf(one)).toMatchObject({
      state: 'CONFIRMED',
      unitPrice: { amount: '4.55', currency: 'EUR' },
      leadTimeDays: 5,
    })

    await page.getByRole('button', { name: new RegExp(two) }).click()
    await page.getByLabel('Decline it: there is no offer.').check()
    await page.getByLabel('Reason, which the buyer reads').fill('Not made any more.')
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByText('No offer request waits for an answer.').waitFor()
    expect(await requestOf(two)).toMatchObject({ state: 'DECLINED', reason: 'Not made any more.' })
    expect(await page.title()).not.toBe('owned')
  })
})
