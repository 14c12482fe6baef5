import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { type AnOperatorService, anOperatorService } from './operator-service.ts'
import { shoot } from './page-tools.ts'

const chromium = findChromium()

/** What is live on the operations page, and how the keyboard reaches everything. */
describe.skipIf(!chromium)('the dashboard of operators, in a browser', () => {
  let service: AnOperatorService
  let browser: OpenBrowser
  let person: BrowserContext
  let page: Page
  let polls: string[]
  let complaints: string[]

  beforeAll(async () => {
    service = await anOperatorService()
    browser = await openBrowser(chromium as string)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  beforeEach(async () => {
    service.readings.problems = []
    person = await browser.newPerson({
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    })
    page = await person.newPage()
    complaints = []
    polls = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (request.url().endsWith('/health/ops')) polls.push(request.url())
    })
  })
  afterEach(async () => {
    await person.close()
    expect(complaints).toEqual([])
  })

  async function enter(path = '/admin/operations'): Promise<void> {
    await page.goto(`${service.url}${path}`)
    await page.getByLabel('E-mail address').fill(service.operator.email)
    await page.getByLabel('Password', { exact: true }).fill(service.operator.password)
    await page.keyboard.press('Enter')
    await page.locator('nav').waitFor()
  }

  const heldProblem = () => ({
    code: 'webhooks.held',
    message: '3 deliveries are held, the oldest for over a day.',
    since: new Date(Date.now() - 90_000_000).toISOString(),
    action: 'Ask their companies.',
  })

  it('gets each reading from the server, and does not poll meanwhile', async () => {
    await enter()
    await page.getByText(/^Live, updated/).waitFor()
    const polled = polls.length
    service.readings.problems = [heldProblem()]
    await page.getByText('3 deliveries are held').waitFor()
    expect(polls.length).toBe(polled)
  })

  it('draws the last day of a figure as soon as it has an hour of samples', async () => {
    let quarters = 3
    await page.route('**/admin/api/admin/operations/series*', (route) => {
      const points = Array.from({ length: quarters }, (_one, at) => ({
        at: new Date(Date.now() - (at + 1) * 900_000).toISOString(),
        value: at + 1,
      })).reverse()
      const data = [{ section: 'checkoutLifecycle', metric: 'reserved', points }]
      return route.fulfill({ json: { success: true, data, meta: {} } })
    })
    const line = page.getByRole('img', { name: /^Last 24 hours, at most / })
    const read = () => page.waitForResponse('**/admin/api/admin/operations/series*')
    await Promise.all([read(), enter()])
    await page.getByText(/^Live, updated/).waitFor()
    expect(await line.count()).toBe(0)
    quarters = 8
    await Promise.all([read(), page.reload()])
    await line.waitFor()
    const box = await line.boundingBox()
    expect(box?.width).toBeGreaterThan(40)
    expect(box?.height).toBeGreaterThan(8)
  })

  it('polls when the stream is refused', async () => {
    await page.route('**/admin/operations/stream*', (route) => route.fulfill({ status: 503 }))
    await page.clock.install()
    await enter()
    await page.getByText(/^Updated .*, every 5 seconds$/).waitFor()
    service.readings.problems = [heldProblem()]
    await page.clock.fastForward(5_000)
    await page.getByText('3 deliveries are held').waitFor()
  })

  it('says that the API is down, and shows nothing as good', async () => {
    await page.clock.install()
    await page.route('**/admin/operations/stream*', (route) => route.abort())
    await enter()
    await page.getByText('Nothing needs attention.').waitFor()
    const down = {
      success: false,
      error: 'A dependency does not answer. Try again later.',
      meta: { code: 'platform.dependency_down', requestId: 'req_1' },
    }
    await page.route('**/admin/api/**', (route) => route.fulfill({ status: 503, json: down }))
    await page.clock.fastForward(20_000)
    await page.getByRole('heading', { name: 'The current state is unknown' }).waitFor()
    // Readings count as old only after three polls, so the first alert may name the failure alone.
    const alert = page.getByRole('alert').filter({ hasText: down.error })
    await alert.filter({ hasText: /These readings are .* old\./ }).waitFor()
    const tile = page.getByRole('region', { name: 'Checkout lifecycle in numbers' })
    await tile.getByText('Not known now').waitFor()
  })

  it('leads from a problem to its list and to its runbook', async () => {
    service.readings.problems = [heldProblem()]
    await enter()
    const item = page.getByRole('listitem').filter({ hasText: '3 deliveries are held' })
    const list = item.getByRole('link', { name: /^Open the list/ })
    expect(await list.getAttribute('href')).toBe('/admin/operations?webhooks=all#webhooks')
    await item.getByRole('link', { name: /^Runbook: 3 deliveries/ }).click()
    await page.getByRole('heading', { level: 1, name: 'webhooks.held' }).waitFor()
    for (const name of ['Problem', 'Impact', 'Check', 'Fix']) {
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
    }
    await shoot(page, 'runbook.png')
    await page.goto(`${service.url}/admin/runbooks/llm-gateway.pricing.zero-cost.a.large`)
    await page.getByRole('heading', { level: 2, name: 'Fix' }).waitFor()
    await page.goto(`${service.url}/admin/runbooks/nothing.of-the-kind`)
    await page.getByText('There is no runbook with this name.').waitFor()
  })

  it('shows the figure of a section with its last day, and folds zeros away', async () => {
    const { pool } = service.database
    await sql`
      insert into ops.section_samples (section, metric, starts_at, value)
      select 'checkoutLifecycle', 'reserved', date_bin('15 minutes', now(), 'epoch') - at * interval '15 minutes', at % 7
      from generate_series(0, 90) as at
      on conflict do nothing`.execute(pool)
    await enter()
    const tile = page.getByRole('region', { name: 'Checkout lifecycle in numbers' })
    await tile.getByRole('img', { name: 'Last 24 hours, at most 6' }).waitFor()
    expect(await tile.textContent()).toMatch(/^Checkout lifecycle.*Reserved2/)
    const zero = tile.getByText('Reserved stuck')
    expect(await zero.isVisible()).toBe(false)
    await tile.getByText('more figure').click()
    expect(await zero.isVisible()).toBe(true)
    await shoot(page, 'dashboard.png')
  })

  it('opens the commands with Ctrl-K, runs one, and closes with Escape where the focus was', async () => {
    await enter()
    const orders = page.getByRole('link', { name: 'Orders', exact: true })
    await orders.focus()
    await page.keyboard.press('Control+k')
    const field = page.locator('dialog input')
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("role")'))
      .toBe('combobox')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').getAttribute('href')).toBe('/admin/orders')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('dead let')
    await page.getByRole('option', { name: /^Dead letters/, selected: true }).waitFor()
    await shoot(page, 'commands.png')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/automations#dead-letters$/)
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('ord_01m83mxakv4w3f5c13r0kya4me')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/orders\/ord_01m83mxakv4w3f5c13r0kya4me$/)
    await page.getByRole('button', { name: /^Commands/ }).click()
    await page.keyboard.type('example gmbh')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/find\?q=example\+gmbh$/)
  })

  it('keeps the chosen colours, and follows the system until somebody chooses', async () => {
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const [light, dark] = ['rgb(246, 247, 248)', 'rgb(18, 21, 24)']
    await enter()
    expect(await background()).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).toBe(dark)
    await page.getByLabel('Colours').selectOption('Light')
    await expect.poll(background).toBe(light)
    await page.reload()
    await page.getByLabel('Colours').waitFor()
    expect(await background()).toBe(light)
    expect(await page.getByLabel('Colours').inputValue()).toBe('light')
  })
})
