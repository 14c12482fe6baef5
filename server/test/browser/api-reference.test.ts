import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot, watchPage } from './page-tools.ts'

const chromium = findChromium()
const world = await useWorld()

describe.skipIf(!chromium)('the reference of the API, in a browser', () => {
  let browser: OpenBrowser
  beforeAll(async () => {
    browser = await openBrowser(chromium as string)
  }, 60_000)
  afterAll(() => browser?.close())

  it('shows the operations of this service, with nothing from another host', async () => {
    const person = await browser.newPerson({ viewport: { width: 1280, height: 900 } })
    const page = await person.newPage()
    const seen = watchPage(page)
    await page.goto(`${world.baseUrl}/docs/api`)
    await page.getByText('Search a catalogue, fill a cart').first().waitFor()
    await page.getByText('Orders', { exact: true }).first().click()
    await page.getByText('List orders', { exact: true }).first().waitFor()
    expect([...seen.hosts]).toEqual([new URL(world.baseUrl).host])
    expect(seen.errors).toEqual([])
    await shoot(page, 'api-reference.png')
    await person.close()
  }, 180_000)
})
