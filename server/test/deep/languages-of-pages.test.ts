import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { buildPages } from '../browser/build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from '../browser/chromium.ts'
import { catalogues, englishIn, expectToFit, type Translated } from '../browser/page-language.ts'
import { unnamed } from '../browser/page-tools.ts'
import * as stuck from '../browser/stuck-work.ts'
import { giveMapping } from '../journeys/a-mapped-source.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'

const chromium = findChromium()

const settings = ['audit', 'taxes', 'shipping', 'prices', 'models', 'ads', 'imports']

/** Every page with something on it, in the languages that are not the first one. */
describe.skipIf(!chromium)('the operator pages in other languages', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let person: APerson
  let paths: readonly string[]
  let context: BrowserContext
  let complaints: string[] = []

  beforeAll(async () => {
    world = await aWorld()
    const { folder: webFolder } = await buildPages()
    const now = () => new Date()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
    const ours = await world.company()
    const { webhookId } = await stuck.someOfEach(world, ours)
    const order = await stuck.anOrderUnderWay(world, ours)
    paths = [
      '/admin/operations',
      '/admin/orders',
      '/admin/automations',
      '/admin/support',
      '/admin/support?tickets=all',
      `/admin/support?ticket=${await aTicket(ours)}`,
      '/admin/crawl',
      `/admin/crawl?crawl=${await aCrawl(ours)}`,
      `/admin/crawl?source=${await aMappedSource(world, ours)}`,
      '/admin/find',
      '/admin/find?q=example',
      '/admin/chat',
      '/admin/offers',
      ...[ours.companyId, webhookId, person.actor.id].map((id) => `/admin/records/${id}`),
      ...settings.map((part) => `/admin/settings/${part}`),
      ...['orders', 'rules', 'money', 'structure', 'webhooks'].map(
        (tab) => `/admin/records/${ours.companyId}?tab=${tab}`,
      ),
      ...['goods', 'money', 'history'].map((tab) => `/admin/orders/${order.id}?tab=${tab}`),
      `/admin/payments/${order.paymentId}`,
      '/admin/nowhere',
    ]
  }, 900_000)
  afterAll(async () => {
    await browser.close()
    await runtime.close()
    await world.close()
  })
  afterEach(async () => {
    await context.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  async function arrive(locale: string): Promise<Page> {
    context = await browser.newPerson({ locale })
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${runtime.url}/admin/operations`)
    await page.locator('input[name=email]').waitFor()
    return page
  }

  async function signIn(page: Page): Promise<void> {
    await page.locator('input[name=email]').fill(person.email)
    await page.locator('input[name=password]').fill(person.password)
    await page.keyboard.press('Enter')
    await page.locator('nav').waitFor()
  }

  const wholePage = async (page: Page) => {
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
  }

  it.each(['de', 'fr'] as const)(
    'in %s: no English is left, and nothing is clipped',
    async (language) => {
      const page = await arrive(language === 'de' ? 'de-DE' : 'fr-FR')
      await expectTranslated(page, language, `sign-in`)
      await signIn(page)
      for (const path of paths) {
        await page.goto(`${runtime.url}${path}`)
        await wholePage(page)
        for (const details of await page.locator('details').all()) {
          await details.locator('summary').click()
        }
        const name = path.replace(/\W+/g, '-').slice(1, 24)
        await expectTranslated(page, language, `${name}`)
      }
      // Every decision that a row offers, opened.
      for (const path of ['/admin/operations', '/admin/automations']) {
        await page.goto(`${runtime.url}${path}`)
        await wholePage(page)
        const { decide } = catalogues[language].lists
        const buttons = page.getByRole('button').filter({ hasText: decide })
        await buttons.first().waitFor()
        for (let left = await buttons.count(); left > 0; left -= 1) await buttons.first().click()
        await page.locator('form fieldset input').last().check()
        await expectTranslated(page, language, `decide-${path.slice(7)}`)
      }
    },
    900_000,
  )

  it('use the language of the browser, load no other, and keep the chosen one', async () => {
    const page = await arrive('de-AT')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('heading', { name: catalogues.de.signIn.headline }).waitFor()
    const scripts: string[] = []
    const languages = new Set<string | null>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The catalogues. A page may load its lists when it is opened.
      if (/\/(?:en|de|fr)-[^/]+\.js$/.test(pathname)) scripts.push(pathname)
      if (pathname.startsWith('/admin/api/n')) languages.add(searchParams.get('locale'))
    })
    await signIn(page)
    await wholePage(page)
    expect(scripts).toEqual([])
    expect([...languages]).toEqual(['de'])

    await page.getByLabel(catalogues.de.shell.language, { exact: true }).selectOption('Français')
    await page.getByRole('link', { name: catalogues.fr.shell['page.orders'], exact: true }).click()
    await page.getByRole('heading', { name: catalogues.fr.orders['stuck.title'] }).waitFor()
    expect(scripts).toHaveLength(1)
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.reload()
    await page.getByRole('heading', { name: catalogues.fr.orders['stuck.title'] }).waitFor()
    await page.goto(`${runtime.url}/admin/automations`)
    const { automations } = catalogues.fr
    // The filters of a list name their company in the same word, and are folded.
    await page
      .getByLabel(automations['killSwitch.company'], { exact: true })
      .and(page.locator(':visible'))
      .fill('co_01m7zqw2yjrckh4he2ect3zzzz')
    await page.getByLabel(automations['killSwitch.reason']).fill('Trop de requêtes.')
    await page.keyboard.press('Enter')
    await page.getByText('Cette entreprise n’existe pas').waitFor()
    expect([...languages]).toEqual(['de', 'fr'])
    expect(await unnamed(page)).toEqual([])
  })

  async function expectTranslated(page: Page, language: Translated, name: string): Promise<void> {
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await englishIn(page, language), name).toEqual([])
    await expectToFit(page, `${name}-${language}`)
  }
})

/** A ticket with words that are the same in every language. */
async function aTicket({ buyer }: CompanyOfWorld): Promise<string> {
  const question = { subject: 'C2G', message: 'C2G', priority: 'URGENT' }
  return (await buyer.post('/api/v1/support/tickets', question)).body.data.id
}

/** A crawl whose host cannot be reached, and its source. */
async function aMappedSource(world: World, { admin, companyId }: CompanyOfWorld): Promise<string> {
  const draft = { name: 'C2G', kind: 'feed', url: 'http://127.0.0.1:9/k.xml' }
  const { id } = (await admin.post('/api/v1/crawl/sources', draft)).body.data
  await giveMapping(world.parts.platform.database.pool, companyId, id, false)
  return id
}

async function aCrawl({ admin }: CompanyOfWorld): Promise<string> {
  const draft = { name: 'C2G', kind: 'site', url: 'http://127.0.0.1:9/' }
  const { body } = await admin.post('/api/v1/crawl/sources', draft)
  return (await admin.post('/api/v1/crawls', { sourceId: body.data.id })).body.data.id
}
