import type { ServerResponse } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { sql } from '#platform/db'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { expectToFit } from './page-language.ts'
import { unnamed } from './page-tools.ts'

const chromium = findChromium()
const site = await useSupplierSite()
const hostile = '<img src=x onerror="document.title=\'owned\'"> shop'

describe.skipIf(!chromium)('the crawl page of operators, in a browser', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let ours: CompanyOfWorld
  let person: APerson
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    world = await aWorld({ settings: { CRAWL_HOST_DELAY_MS: '0', CRAWL_RETRY_PAUSE_MS: '10' } })
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
    context = await browser.newPerson({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
  })
  afterEach(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })

  it('leads from a source to its crawl, and to the pages that failed', async () => {
    site.pages.set('/shop', aPage(['/shop/1', '/shop/2', '/shop/broken']))
    for (const at of [1, 2]) site.pages.set(`/shop/${at}`, aPage([], [{ sku: `S${at}` }]))
    site.pages.set('/shop/broken', 418)
    const sourceId = await aSource('/shop', hostile)
    await open('/admin/crawl')
    await act(`Start a crawl of ${hostile}`, 'Start now')
    const row = page.getByRole('region', { name: 'Crawls, rows' }).getByRole('row')
    await row.filter({ hasText: 'Incomplete' }).getByRole('link', { name: hostile }).waitFor()
    expect(await unnamed(page)).toEqual([])
    await expectToFit(page, 'crawls')

    await row.getByRole('link', { name: hostile }).click()
    await page.getByRole('heading', { name: `Crawl of ${hostile}` }).waitFor()
    const pages = page.getByRole('region', { name: 'Pages, rows' }).getByRole('row')
    await pages.filter({ hasText: '/shop/broken' }).getByText('status_418').waitFor()
    expect(await pages.count()).toBe(2)
    await page.getByLabel('State', { exact: true }).selectOption('Read')
    await page.getByRole('row', { name: '/shop/1' }).waitFor()
    expect(page.url()).toContain('pages=FETCHED')
    expect(await unnamed(page)).toEqual([])
    await expectToFit(page, 'crawl')
    expect(await page.title()).not.toBe('owned')
    const { body } = await ours.admin.get(`/api/v1/crawls?sourceId=${sourceId}`)
    expect(body.data).toMatchObject([{ state: 'PARTIAL', dispatches: 1, offers: 2 }])
  })

  it('confirms a proposed crawl, resumes a running one, and cancels it', async () => {
    const waiting: ServerResponse[] = []
    site.pages.set('/slow', (_request, response) => waiting.push(response))
    const crawlId = await aProposal(await aSource('/slow', 'Slow shop'))
    await open('/admin/crawl?crawls=PROPOSED')
    await act('Confirm the crawl of Slow shop', 'Confirm now')
    await page.getByText('No row matches the filters.').waitFor()
    await page.goto(`${runtime.url}/admin/crawl?crawl=${crawlId}`)
    await page.getByText('Running').waitFor()
    await act('Resume the crawl of Slow shop', 'Resume if its worker is lost')
    await page.getByRole('button', { name: 'Resume the crawl of Slow shop' }).waitFor()
    await act('Cancel the crawl of Slow shop', 'Cancel the crawl')
    await page.getByText('Cancelled').waitFor()
    expect(await page.getByRole('button', { name: /the crawl of/ }).count()).toBe(0)
    for (const response of waiting) response.end(aPage([]))
    const { body } = await ours.admin.get(`/api/v1/crawls/${crawlId}`)
    expect(body.data).toMatchObject({ state: 'CANCELLED', dispatches: 1, redispatches: 0 })
  })

  it('shows held offers, which the operator keeps or lets vanish', async () => {
    const [kept, gone] = [await aReview('Rebuilt shop'), await aReview('Small shop')]
    await open('/admin/crawl')
    await page
      .getByRole('row', { name: gone })
      .getByRole('cell', { name: '10', exact: true })
      .waitFor()
    await page.getByRole('button', { name: `Decide on ${kept}` }).click()
    await page.getByRole('button', { name: 'Keep the offers' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: 'The offers stay.' })
      .waitFor({ state: 'attached' })
    await page.getByRole('button', { name: `Decide on ${gone}` }).click()
    await page.getByLabel('remove the missing offers').check()
    await page.getByRole('button', { name: 'Remove the offers' }).click()
    await page.getByText('No offers wait for a decision.').waitFor()
    await page
      .getByRole('region', { name: 'Held offers', exact: true })
      .getByLabel('State', { exact: true })
      .selectOption('State: any')
    await page.getByRole('row', { name: kept }).getByText('The offers stayed').waitFor()
    await page.getByRole('row', { name: gone }).getByText('The offers were removed').waitFor()
    expect(await unnamed(page)).toEqual([])
  })

  it('confirms the supplier that an administrator has named', async () => {
    const supplierId = await aCompany(world.parts.platform.database, { supplier: true })
    const sourceId = await aSource('/linked', 'Linked shop', supplierId)
    await open('/admin/crawl')
    const row = page.getByRole('row').filter({ hasText: sourceId })
    await row.getByText('Supplier, not confirmed:').waitFor()
    await act('Confirm the supplier of Linked shop', 'Send the supplier the offer requests')
    await row.getByText('Supplier:').waitFor()
    expect(await row.getByRole('button', { name: /supplier/ }).count()).toBe(0)
    const { body } = await ours.admin.get(`/api/v1/crawl/sources/${sourceId}`)
    expect(body.data).toMatchObject({ supplierId, supplierConfirmed: true })
  })

  it('maps the elements of an XML file, previews its products, and confirms with the keyboard alone', async () => {
    const item = (nr: number) =>
      `<artikel><nr>X-${nr}</nr><text>Rohr ${nr}</text><preis1>1,${nr}0</preis1><preis2>9,${nr}0</preis2><hinweis>${hostile.replace(/[<>"]/g, '')}</hinweis></artikel>`
    const xml = `<liste waehrung="EUR">${item(1)}${item(2)}</liste>`
    site.pages.set('/own.xml', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
    })
    const sourceId = await aSource('/own.xml', 'Rohr Meier', undefined, 'feed')
    const { body } = await ours.admin.post('/api/v1/crawls', { sourceId })
    await untilEnded(body.data.id)
    await open('/admin/crawl')
    await page.getByRole('link', { name: 'Mapping of Rohr Meier' }).click()
    await page.getByRole('heading', { name: 'Mapping of Rohr Meier' }).waitFor()
    await page.getByText('Waits for an operator').waitFor()
    expect(await page.getByLabel('Article number').inputValue()).toBe('nr')
    // Two prices are equally likely, so none is proposed.
    expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('')
    const products = page.getByRole('region', { name: 'First products, rows' }).getByRole('row')
    await products.filter({ hasText: 'Rohr 1' }).getByText('X-1').waitFor()
    await page.getByLabel('Price', { exact: true }).selectOption('preis1')
    await page.getByLabel('Currency', { exact: true }).selectOption('=')
    await page.getByLabel('Value of Currency').fill('EUR')
    await page.getByLabel('Net or gross', { exact: true }).selectOption('=')
    await page.getByLabel('Value of Net or gross').fill('net')
    await page.getByRole('button', { name: 'Preview' }).press('Enter')
    await products.filter({ hasText: 'Rohr 1' }).getByText('1.1 EUR').waitFor()
    await products.filter({ hasText: 'Rohr 1' }).getByText('without tax').waitFor()
    expect(await unnamed(page)).toEqual([])
    await expectToFit(page, 'crawl-mapping')
    await page.getByRole('button', { name: 'Confirm the mapping' }).press('Enter')
    await page.getByRole('status').filter({ hasText: 'The mapping is confirmed.' }).waitFor()
    await page.getByText('Confirmed', { exact: true }).first().waitFor()
    await act('Start a crawl of Rohr Meier', 'Start now')
    await expect
      .poll(
        async () => {
          const found = await ours.admin.get(`/api/v1/crawl/sources/${sourceId}/offers`)
          return found.body.data.map((offer: { sku: string }) => offer.sku).sort()
        },
        { timeout: 120_000 },
      )
      .toEqual(['X-1', 'X-2'])
    expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('preis1')
    await act('Withdraw the mapping of Rohr Meier', 'Withdraw it: the offers of the source vanish')
    await page.getByText('Waits for an operator').waitFor()
    const left = await ours.admin.get(`/api/v1/crawl/sources/${sourceId}/offers?state=LISTED`)
    expect(left.body.data).toEqual([])
  })

  it('says that a source has no mapping', async () => {
    await open(`/admin/crawl?source=${await aSource('/no-mapping', 'No mapping')}`)
    await page.getByRole('alert').filter({ hasText: 'The source has no XML file' }).waitFor()
  })

  it('says that a crawl is not there', async () => {
    await open('/admin/crawl?crawl=crl_00000000000000000000000000')
    await page.getByRole('alert').filter({ hasText: 'There is no such run.' }).waitFor()
  })

  async function open(path: string): Promise<void> {
    await page.goto(`${runtime.url}${path}`)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** Asks and confirms: every action takes two clicks. */
  async function act(ask: string, confirm: string): Promise<void> {
    await page.getByRole('button', { name: ask }).click()
    await page.getByRole('button', { name: confirm, exact: true }).click()
  }

  async function aSource(
    path: string,
    name: string,
    supplierId?: string,
    kind: 'site' | 'feed' = 'site',
  ): Promise<string> {
    const draft = { name, kind, url: site.url + path, supplierId }
    return (await ours.admin.post('/api/v1/crawl/sources', draft)).body.data.id
  }

  async function untilEnded(crawlId: string): Promise<void> {
    await expect
      .poll(async () => (await ours.admin.get(`/api/v1/crawls/${crawlId}`)).body.data.endedAt, {
        timeout: 120_000,
      })
      .not.toBeNull()
  }

  /** As a brief proposes it. */
  async function aProposal(sourceId: string): Promise<string> {
    const { modules, platform } = world.parts
    const asked = { requestedBy: 'usr_1', requestingCompanyId: ours.companyId, query: undefined }
    const run = await platform.database.transaction((tx) =>
      modules.crawls.propose(
        tx,
        { companyId: ours.companyId, id: sourceId },
        { ...asked, now: new Date() },
      ),
    )
    return run?.id ?? ''
  }

  async function aReview(name: string): Promise<string> {
    const id = newId('crv', new Date())
    const sourceId = await aSource(`/${id}`, name)
    await sql`
      insert into crawl.reviews (company_id, id, source_id, run_id, state, missing, listed, created_at)
      values (${ours.companyId}, ${id}, ${sourceId}, 'crl_1', 'OPEN', 5, 10, now())
    `.execute(world.parts.platform.database.pool)
    return id
  }
})
