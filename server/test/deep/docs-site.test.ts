import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anHttp } from '#testing/http'
import { buildSite } from '../../scripts/docs/build-site.ts'
import { docsRoutes } from '../../src/docs/index.ts'
import { findChromium, type OpenBrowser, openBrowser } from '../browser/chromium.ts'
import { shoot, watchPage } from '../browser/page-tools.ts'

const chromium = findChromium()
const root = join(import.meta.dirname, '../../..')

/** VitePress itself fails the build for a page that a link does not find. */
describe('the documentation site', () => {
  let folder: string
  let base: string
  let http: Awaited<ReturnType<typeof anHttp>>
  let browser: OpenBrowser | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-docs-'))
    await buildSite(join(folder, 'site'))
    http = await anHttp(docsRoutes(join(folder, 'site')))
    await http.listen({ host: '127.0.0.1', port: 0 })
    base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    if (chromium) browser = await openBrowser(chromium)
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await http?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('has an anchor for every failure code, to which meta.docs leads', async () => {
    const text = await readFile(join(root, 'openapi.json'), 'utf8')
    const page = await (await fetch(`${base}/docs/failure-codes`)).text()
    const refused = (await (await fetch(`${base}/docs/nothing`)).json()) as {
      meta: { docs: string }
    }
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    expect(ids).toContain(refused.meta.docs.split('#')[1])
    const codes = Object.keys(JSON.parse(text)['x-failure-codes'])
    expect(codes.filter((code) => !ids.has(code.replaceAll('.', '')))).toEqual([])
  })

  it.skipIf(!chromium)(
    'opens, is searched without a network, and asks no other host',
    async () => {
      const person = await (browser as OpenBrowser).newPerson({
        viewport: { width: 1280, height: 900 },
      })
      const page = await person.newPage()
      const seen = watchPage(page)
      await page.goto(`${base}/docs`)
      await page.getByRole('heading', { name: 'Purveyor', level: 1 }).waitFor()
      await shoot(page, 'docs-start.png')
      await page.getByRole('link', { name: 'Concepts', exact: true }).first().click()
      await page.waitForURL('**/docs/concepts')
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('cart.version_conflict')
      await page
        .locator('#localsearch-list a', { hasText: 'cart.version_conflict' })
        .first()
        .click()
      await page.waitForURL('**/docs/failure-codes#cartversion_conflict')
      await shoot(page, 'docs-failure-codes.png')
      expect([...seen.hosts]).toEqual([new URL(base).host])
      expect(seen.errors).toEqual([])
      await page.goto(`${base}/docs/no-such-page`)
      await page.getByText('PAGE NOT FOUND').waitFor()
      await person.close()
    },
    120_000,
  )
})
