import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AnAdminRuntime, anAdminRuntime } from '#testing/admin'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { pageAddresses } from '../../src/admin/page-routes.ts'
import { buildPages } from '../browser/build-pages.ts'
import { findChromium, type OpenBrowser, openBrowser } from '../browser/chromium.ts'
import { withHostileTexts } from '../browser/hostile-texts.ts'
import { findPartsOffScreen, shoot } from '../browser/page-tools.ts'
import { kindsWithPage, recordsOf } from '../browser/records-of.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'

const chromium = findChromium()
const settingsParts = [
  'audit',
  'taxes',
  'shipping',
  'prices',
  'models',
  'ads',
  'imports',
  'components',
]

/** What holds for each page of operators, with rows in most of its lists. */
describe.skipIf(!chromium)('every page of operators', () => {
  let world: World
  let runtime: AnAdminRuntime
  let browser: OpenBrowser
  let person: APerson
  let paths: readonly string[]
  let context: BrowserContext | undefined
  let page: Page
  let complaints: string[] = []

  beforeAll(async () => {
    world = await aWorld()
    const now = () => new Date()
    const { folder: webFolder } = await buildPages()
    runtime = await anAdminRuntime({ apiUrl: world.baseUrl, now, isSecure: false, webFolder })
    browser = await openBrowser(chromium as string)
    const { database } = world.parts.platform
    person = await aPerson(database, { companyId: await aCompany(database), role: 'operator' })
    paths = await pathsWithRows(await world.company())
  }, 900_000)
  afterAll(async () => {
    await browser.close()
    await runtime.close()
    await world.close()
  })
  afterEach(async () => {
    await context?.close()
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  it('is accessible in light and dark, with every action on a screen of 360 to 2560 pixels', async () => {
    await signIn({ colorScheme: 'light', viewport: { width: 1280, height: 900 } })
    for (const path of paths) {
      await arrive(path)
      for (const summary of await page.locator('main details > summary').all())
        await summary.click()
      expect(await violations(), `${path} in light`).toEqual([])
      const place = page.locator('header nav a[data-current]')
      // A page that is not there belongs nowhere.
      expect(await place.count(), `the place of ${path}`).toBe(path === '/admin/nowhere' ? 0 : 1)
      expect(await foreignColours(), `the links of ${path}`).toEqual([])
      // The other scheme changes colours alone.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations('color-contrast'), `${path} in dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      for (const width of [360, 390, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        await shoot(page, `every${path.replace(/\W+/g, '-').slice(0, 40)}-${width}.png`)
        expect(await findPartsOffScreen(page), `${path} at ${width} pixels`).toEqual([])
        if (width > 400) continue
        const header = await page.locator('header').first().boundingBox()
        expect(header?.height, `the header of ${path} at ${width} pixels`).toBeLessThanOrEqual(64)
      }
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    await page.keyboard.press('Control+k')
    await page.locator('dialog input').waitFor()
    expect(await violations()).toEqual([])
  }, 900_000)

  it('of a kind of record is visited', async () => {
    const visited = paths.map((path) => /^\/admin\/records\/([a-z]+)_/.exec(path)?.[1])
    expect((await kindsWithPage()).filter((kind) => !visited.includes(kind))).toEqual([])
  })

  it('shows what people wrote as text, and never as a part of the page', async () => {
    await signIn({ viewport: { width: 1280, height: 900 } })
    const hostile = await withHostileTexts(page)
    for (const path of paths) {
      await arrive(path)
      expect(await hostile.intruders(), path).toEqual([])
    }
    expect(hostile.replaced()).toBeGreaterThan(100)
    // Find, the chat and a runbook show nothing of anybody before somebody asks.
    expect(hostile.seen()).toBeGreaterThan(10)
  }, 600_000)

  it('gives the focus to what a button opened, and back to the button with Escape', async () => {
    await signIn({ viewport: { width: 1280, height: 900 } })
    await arrive('/admin/operations')
    const decide = page.getByRole('button', { name: /^Decide/ }).first()
    await decide.press('Enter')
    await expect.poll(() => page.locator('form :focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('button:focus').textContent()).toBe('Decide')
  })

  it('loads at most 250 kB, compressed, until the first page is there', async () => {
    const loaded: Request[] = []
    await signIn({}, (request) => loaded.push(request), '/admin/operations')
    await page.getByRole('region', { name: 'Webhooks in numbers' }).waitFor()
    await page.waitForLoadState('networkidle')
    // What the page reads again while it is open has been there before.
    const firsts = [
      ...new Map(loaded.toReversed().map((request) => [request.url(), request])).values(),
    ]
    const ended = firsts.filter((request) => request.resourceType() !== 'eventsource')
    const sizes = await Promise.all(
      ended.map(async (request) => (await request.sizes()).responseBodySize),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(ended.length).toBeGreaterThan(5)
    expect(bytes).toBeLessThanOrEqual(250_000)
  })

  async function violations(...rules: string[]): Promise<string[]> {
    // No page shows a frame, so the analysis needs no second page of its own.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // Off by default: a target has 24 pixels, or that much room around it.
    if (rules.length === 0) axe.options({ rules: { 'target-size': { enabled: true } } })
    const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }

  async function signIn(
    options: Parameters<OpenBrowser['newPerson']>[0],
    onLoaded: (request: Request) => void = () => undefined,
    path = '/admin/find',
  ): Promise<void> {
    context = await browser.newPerson(options)
    page = await context.newPage()
    page.on('requestfinished', onLoaded)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    await page.goto(`${runtime.url}${path}`)
    await page.locator('input[name=email]').fill(person.email)
    await page.locator('input[name=password]').fill(person.password)
    await page.keyboard.press('Enter')
    await page.locator('nav').waitFor()
  }

  /** Links in the colour that a browser gives them by itself. */
  function foreignColours(): Promise<string[]> {
    return page.evaluate(`[...document.querySelectorAll('main a')]
      .filter((link) => ['rgb(0, 0, 238)', 'rgb(85, 26, 139)'].includes(getComputedStyle(link).color))
      .map((link) => link.textContent)`)
  }

  async function arrive(path: string): Promise<void> {
    await page.goto(`${runtime.url}${path}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
  }

  /** Each address of the server, each kind of record, each part of the settings, and the lists of Find. */
  async function pathsWithRows(ours: CompanyOfWorld): Promise<string[]> {
    const { ord, pay, tkt, ...others } = await recordsOf(world, ours)
    const known: Readonly<Record<string, readonly string[]>> = {
      '/admin/orders/:id': ['goods', 'money', 'history'].map(
        (tab) => `/admin/orders/${ord}?tab=${tab}`,
      ),
      '/admin/payments/:id': [`/admin/payments/${pay}`],
      '/admin/records/:id': Object.values(others).map((id) => `/admin/records/${id}`),
      '/admin/settings/:id': settingsParts.map((part) => `/admin/settings/${part}`),
      '/admin/runbooks/:id': ['/admin/runbooks/webhooks.held'],
    }
    return [
      ...pageAddresses.flatMap((address) => known[address] ?? [address]),
      `/admin/support?ticket=${tkt}`,
      ...['orders', 'rules', 'money', 'webhooks'].map(
        (tab) => `/admin/records/${others.co}?tab=${tab}`,
      ),
      '/admin/find?q=example',
      '/admin/nowhere',
    ]
  }
})
