import AxeBuilder from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { findPartsOffScreen, shoot, watchPage } from './page-tools.ts'

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

  it.each(paths)(
    'loads at most a megabyte, is accessible in light and dark, and fits, also on a phone: %s',
    async (path) => {
      await withPage({ viewport: { width: 1280, height: 900 } }, async (page) => {
        const sizes: Promise<number>[] = []
        page.on('requestfinished', (request) =>
          sizes.push(
            request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize),
          ),
        )
        await open(page, path)
        await page.waitForLoadState('networkidle')
        const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
        expect(bytes).toBeGreaterThan(1_000)
        expect(bytes).toBeLessThan(1_000_000)
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await findPartsOffScreen(page), `at ${width} pixels`).toEqual([])
          await shoot(page, `api-reference${path.replaceAll('/', '-')}-${width}.png`)
        }
        await thinOut(page)
        expect(await violations(page)).toEqual([])
        // The other scheme changes colours alone.
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await violations(page, 'color-contrast')).toEqual([])
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

/** What `thinOut` uses of an element: the types of the browser are not those of the tests. */
type Part = {
  readonly id: string
  readonly tagName: string
  readonly className: string
  readonly children: Iterable<Part>
  querySelectorAll(selector: string): Iterable<Part>
  getAttribute(name: string): string | null
  getAttributeNames(): readonly string[]
  remove(): void
}

/**
 * Removes the third and later of the neighbours that differ in their texts alone, because axe takes a minute for 9,000 elements.
 * The ids are compared on the whole page.
 */
async function thinOut(page: Page): Promise<void> {
  const repeated = await page.locator('html').evaluate((root: Part) => {
    const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id)
    const kindOf = (part: Part) => {
      const parts = [part, ...part.querySelectorAll('*')]
      const kinds = parts.map((each) => [
        each.tagName,
        each.className,
        each.getAttribute('role'),
        ...each.getAttributeNames(),
      ])
      return [...new Set(kinds.map((kind) => kind.join(' ')))].sort().join('|')
    }
    const waiting: Part[] = [root]
    for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
      const seen = new Map<string, number>()
      for (const child of [...parent.children]) {
        const kind = kindOf(child)
        const count = (seen.get(kind) ?? 0) + 1
        seen.set(kind, count)
        if (count > 2) child.remove()
        else waiting.push(child)
      }
    }
    return ids.filter((id, at) => ids.indexOf(id) !== at)
  })
  expect(repeated, 'ids that are not unique').toEqual([])
}

async function violations(page: Page, ...rules: string[]) {
  // No page shows a frame, so the analysis needs no second page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const found = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
