import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '#platform/db'
import { anAdminRuntime } from '#testing/admin'
import { aCompany, aPerson } from '#testing/identity'
import { aWorld } from '../journeys/world.ts'
import { buildPages } from './build-pages.ts'
import { openBrowser } from './chromium.ts'
import { shoot, unnamed } from './page-tools.ts'

/** What a user may enter as a name or a note, to run a script on the page of whoever reads it. */
export const attack = '<img src=x onerror="alert(1)"> "><script>alert(2)</script>'

/** The service with its pages, one company, and a browser with a new page for each test. For one `describe`. */
export function usePages(chromium: string) {
  let service: Awaited<ReturnType<typeof openService>>
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    service = await openService(chromium)
  }, 180_000)
  afterAll(() => service.close())
  beforeEach(async () => {
    complaints = []
    context = await service.browser.newPerson({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    watch(page, complaints)
  })
  afterEach(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })

  const goTo = (path: string) => page.goto(`${service.url}${path}`)
  return {
    get service() {
      return service
    },
    get page() {
      return page
    },
    goTo,
    signInAt: async (path: string) => {
      const { email, password } = service.person
      await goTo(path)
      await page.locator('input[name=email]').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.locator('main').waitFor()
    },
    stepUp: async () => {
      await page.getByLabel('Your password').fill(service.person.password)
      await page.keyboard.press('Enter')
    },
    inspect: (name: string) => inspect(page, name),
  }
}

/** Nothing is without a name or off the screen of a phone, and no entered text became an element. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await shoot(page, `${name}-${width}.png`)
    const scrolled = await page.evaluate('document.documentElement.scrollWidth')
    expect(scrolled, `${name} at ${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await unnamed(page)).toEqual([])
  expect(await page.locator('main img[src="x"], main script').count()).toBe(0)
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`a script ran: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
  })
}

async function openService(chromium: string) {
  const world = await aWorld()
  const pages = await buildPages()
  const now = () => new Date()
  const apiUrl = world.baseUrl
  const runtime = await anAdminRuntime({ apiUrl, now, isSecure: false, webFolder: pages.folder })
  const browser = await openBrowser(chromium)
  const { database } = world.parts.platform
  const companyId = await aCompany(database)
  const person = await aPerson(database, { companyId, role: 'operator' })
  return {
    world,
    browser,
    person,
    url: runtime.url,
    ours: await world.company(),
    operator: await world.operator(),
    /** As if the operator had signed in an hour ago. */
    endStepUp: async () => {
      await sql`
        /* across companies: the person has the sessions of its own tests alone */
        update identity.sessions set created_at = now() - interval '1 hour',
          authenticated_at = now() - interval '1 hour'
        where user_id = ${person.actor.id}
      `.execute(database.pool)
      world.parts.modules.identity.forgetCredentials()
    },
    close: async () => {
      await browser.close()
      await runtime.close()
      await world.close()
    },
  }
}
