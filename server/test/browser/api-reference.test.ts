import AxeBuilder from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { offScreen, shoot, watchPage } from './page-tools.ts'

const chromium = findChromium()
const world = await useWorld()

/** The start, the largest page of operations, and one page of each other kind. */
const paths = [
  '',
  '/operations/operations',
  '/operations/orders',
  '/records/Product',
  '/events',
  '/failures',
]

describe.skipIf(!chromium)('the reference of the API, in a browser', () => {
  let browser: OpenBrowser
  beforeAll(async () => {
    browser = await openBrowser(chromium as string)
  }, 60_000)
  afterAll(() => browser?.close())

  async function withPage(options: BrowserContextOptions, visit: (page: Page) => Promise<void>) {
    const person = await browser.newPerson(options)
    const page = await person.newPage()
    const seen = watchPage(page)
    await visit(page)
    expect([...seen.hosts]).toEqual([new URL(world.baseUrl).host])
    expect(seen.errors).toEqual([])
    await person.close()
  }
  const open = (page: Page, path: string) => page.goto(`${world.baseUrl}/docs/api${path}`)

  it('leads from the start to an operation and to its record', async () => {
    await withPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await open(page, '')
      await page.getByLabel('Find an operation').fill('post place order')
      await page.getByText('1 entry').waitFor()
      await page.getByRole('link', { name: 'Place an order' }).click()
      await page.getByRole('heading', { name: 'Place an order' }).waitFor()
      expect(new URL(page.url()).hash).toBe('#placeOrder')
      await page
        .locator('#placeOrder')
        .getByRole('link', { name: 'PlaceOrder', exact: true })
        .click()
      await page.getByRole('heading', { name: 'PlaceOrder', exact: true }).waitFor()
    })
  }, 120_000)

  it('loads at most a megabyte for each page', async () => {
    for (const path of paths) {
      await withPage({}, async (page) => {
        const sizes: Promise<number>[] = []
        page.on('requestfinished', (request) =>
          sizes.push(
            request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize),
          ),
        )
        await open(page, path)
        await page.waitForLoadState('networkidle')
        const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
        expect(bytes, path).toBeGreaterThan(1_000)
        expect(bytes, path).toBeLessThan(1_000_000)
      })
    }
  }, 120_000)

  it.each(paths)(
    'is accessible in light and dark, also on a phone: %s',
    async (path) => {
      await withPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
        await open(page, path)
        expect(await violations(page)).toEqual([])
        // The other scheme changes colours alone.
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await violations(page, 'color-contrast')).toEqual([])
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await offScreen(page), `at ${width} pixels`).toEqual([])
          await shoot(page, `api-reference${path.replaceAll('/', '-')}-${width}.png`)
        }
      })
    },
    240_000,
  )

  it('is whole without JavaScript', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      await open(page, '')
      await page.getByRole('link', { name: 'Place an order' }).click()
      await page.getByText('-H "x-api-key: $API_KEY"').first().waitFor()
      await open(page, '')
      expect(await page.locator('#filter').isVisible()).toBe(false)
    })
  }, 120_000)
})

async function violations(page: Page, ...rules: string[]) {
  // No page shows a frame, so the analysis needs no second page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const found = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
