import { type TOTP, URI } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { type AnOperatorService, anOperatorService } from './operator-service.ts'
import { catalogues, englishIn, expectToFit } from './page-language.ts'
import { shoot, unnamed } from './page-tools.ts'

const chromium = findChromium()
if (!chromium) console.warn('The browser tests are left out: no Chromium was found.')

describe.skipIf(!chromium)('the operator pages, in a browser', () => {
  let service: AnOperatorService
  let browser: OpenBrowser
  let person: BrowserContext
  let page: Page
  /** What the page did wrong in the eyes of the browser: its own errors, and what its policy refused. */
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
    person = await browser.newPerson()
    page = await person.newPage()
    complaints = []
    // Time passes as ever, and can be moved on: nobody waits for the next tick.
    await page.clock.install()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    await page.goto(`${service.url}/admin`)
  })
  afterEach(async () => {
    await person.close()
    expect(complaints).toEqual([])
  })

  const email = () => page.getByLabel('E-mail address')
  const password = () => page.getByLabel('Password', { exact: true })

  async function signIn(who: { email: string; password: string }): Promise<void> {
    await email().fill(who.email)
    await password().fill(who.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('say what is wrong with a sign-in, and allow another attempt', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your e-mail address.').waitFor()

    await signIn({ email: service.operator.email, password: 'wrong' })
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe(
      'The e-mail address or the password is not right. Check both and try again.',
    )
    expect(await password().inputValue()).toBe('')
    expect(await page.locator('input[name=password]:focus').count()).toBe(1)

    await signIn(service.operator)
    await page.getByRole('heading', { name: 'Everything is working' }).waitFor()
  })

  it('tell a person who is no operator', async () => {
    await signIn(service.buyer)

    expect(await page.getByRole('alert').textContent()).toContain('is not an operator')
    expect(await person.cookies()).toEqual([])
  })

  it('show the state of the service and its dependencies', async () => {
    Object.assign(service.readings.metrics, { quoteLatencyUpTo10Ms: 4, quoteLatencyOver10Ms: 1 })
    await signIn(service.operator)

    const table = page.getByRole('table', { name: 'Dependencies' })
    const row = table.getByRole('row', { name: /Database/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/Up[0-9.,]+ ms/)
    const card = page.getByRole('region', { name: 'Checkout lifecycle' })
    expect(await card.textContent()).toContain('Oldest reserved1 min')
    // What counts one thing in many rows is there for whoever asks.
    const bucket = card.getByText('Quote latency up to 10 ms')
    expect(await bucket.isVisible()).toBe(false)
    await card.getByText('3 more figures').click()
    expect(await bucket.isVisible()).toBe(true)
    await page.getByText('Nothing needs attention.').waitFor()
    expect(await page.title()).toBe('Operations · Purveyor')
  })

  it('show new problems by themselves, with what to do', async () => {
    await signIn(service.operator)
    await page.getByText('Nothing needs attention.').waitFor()
    service.readings.problems = [
      {
        code: 'checkout.reserved-stuck',
        message: '3 checkouts have been RESERVED for over 2 minutes.',
        since: new Date(Date.now() - 361_000).toISOString(),
        action: 'Look for buyers who cannot pay.',
      },
    ]

    await page.clock.fastForward(5_000)
    const item = page.getByRole('listitem').filter({ hasText: '3 checkouts have been RESERVED' })
    await item.waitFor()
    expect(await item.textContent()).toContain('Look for buyers who cannot pay.')
    expect(await item.textContent()).toContain('for 6 min')
    const link = item.getByRole('link', { name: /^Open the list: 3 checkouts/ })
    expect(await link.getAttribute('href')).toBe('/admin/orders#checkouts')
    await page.getByRole('heading', { name: 'Working, with 1 thing to look at' }).waitFor()
    expect(await page.title()).toBe('(1) Operations · Purveyor')
  })

  it('keep the last readings when no new ones come, with their age', async () => {
    await withoutStream()
    await signIn(service.operator)
    await page.getByText('Nothing needs attention.').waitFor()
    await person.setOffline(true)
    await page.clock.fastForward(20_000)

    const alert = page.getByRole('alert').filter({ hasText: 'Trying again every 5 seconds' })
    await alert
      .filter({ hasText: 'The server cannot be reached.' })
      .filter({ hasText: /These readings are (?:[2-9][0-9] secs?|[0-9]+ mins?) old\./ })
      .waitFor()
    await page.getByRole('heading', { name: 'The current state is unknown' }).waitFor()
    const dependencies = page.getByRole('table', { name: 'Dependencies' })
    expect(await dependencies.getByText('Not known now').count()).toBeGreaterThan(0)
    for (const past of [
      'Everything is working',
      'Nothing needs attention.',
      'No incident is firing.',
    ]) {
      expect(await page.getByText(past).count()).toBe(0)
    }
    expect(await page.title()).toBe('(?) Operations · Purveyor')
    await shoot(page, 'unreachable.png')
    await person.setOffline(false)
    await page.clock.fastForward(10_000)
    await alert.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Everything is working' }).waitFor()
  })

  it('ask for a sign-in when the session has ended elsewhere', async () => {
    await signIn(service.operator)
    await page.getByText('Nothing needs attention.').waitFor()
    await person.clearCookies()
    await page.clock.fastForward(5_000)

    await page.getByText('Your session has ended.').waitFor()
    await email().waitFor()
  })

  it('sign out and leave nothing in the browser', async () => {
    await signIn(service.operator)
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.getByText('You are signed out.').waitFor()
    expect(await person.cookies()).toEqual([])
    const stored = await page.evaluate('localStorage.length + sessionStorage.length')
    expect(stored).toBe(0)
  })

  it('hide the session from scripts', async () => {
    await signIn(service.operator)
    await page.getByText('Nothing needs attention.').waitFor()

    expect(await page.evaluate('document.cookie')).toBe('')
    expect(await person.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
  })

  it('can be used with the keyboard alone', async () => {
    await email().waitFor()
    await page.keyboard.type(service.operator.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(service.operator.password)
    await page.keyboard.press('Enter')
    await page.getByText('Nothing needs attention.').waitFor()

    const pages = await page.locator('nav a').allTextContents()
    expect(pages).toEqual(expect.arrayContaining(['Operations', 'Orders', 'Automations']))
    const reached: string[] = []
    for (let presses = 0; presses < pages.length + 6; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      const label = await focused.getAttribute('aria-label')
      reached.push(label ?? (await focused.textContent()) ?? '')
    }
    expect(reached).toEqual([
      'Skip to the content',
      ...pages,
      'CommandsCtrl K',
      'Colours',
      'Language',
      'Sign out',
      'Reserved: 2, open the list',
    ])
    await page.getByRole('link', { name: 'Orders' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Orders: nothing is stuck' }).waitFor()
    await page.getByRole('link', { name: 'Open the list: Checkout lifecycle' }).press('Enter')
    expect(page.url()).toMatch(/\/admin\/orders#checkouts$/)
  })

  it('move the focus to the headline of the next page, and to the list that a link names', async () => {
    await enter()
    await page.getByRole('link', { name: 'Orders', exact: true }).press('Enter')
    const headline = page.getByRole('heading', { level: 1 })
    await headline.filter({ hasText: 'Orders: nothing is stuck' }).waitFor()
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1)
    expect(await page.title()).toBe('Orders · Purveyor')
    await page.getByRole('link', { name: 'Open the list: Checkout lifecycle' }).press('Enter')
    await expect.poll(() => page.locator('#checkouts:focus').count()).toBe(1)

    await page.getByRole('link', { name: 'Find', exact: true }).press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('q')
    expect(await page.title()).toBe('Find · Purveyor')
    await page.goBack()
    await headline.filter({ hasText: 'Orders: nothing is stuck' }).waitFor()
    expect(page.url()).toMatch(/\/admin\/orders#checkouts$/)
  })

  it('keep the navigation at an unknown address', async () => {
    await enter()
    const answer = await page.goto(`${service.url}/admin/nowhere`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
    expect(await page.title()).toBe('Page not found · Purveyor')
    await page.getByRole('main').getByRole('link', { name: 'Operations' }).click()
    await page.getByRole('heading', { name: 'Everything is working' }).waitFor()
  })

  it('keep the navigation when a page fails, and show the page again', async () => {
    await withoutStream()
    await enter()
    const readings = '**/admin/api/health/ops?*'
    await page.route(readings, (route) =>
      route.fulfill({ json: { success: true, data: { status: 'ok' }, meta: {} } }),
    )
    await page.clock.fastForward(5_000)
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor()
    await page.getByRole('link', { name: 'Find', exact: true }).waitFor()
    await page.unroute(readings)
    await page.clock.fastForward(10_000)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Everything is working' }).waitFor()
    complaints = []
  })

  it.each(['de', 'fr'] as const)('speak %s at every step of a sign-in', async (language) => {
    const { cautious, beginner, strictUrl } = service
    const other = await browser.newPerson({ locale: language })
    page = await other.newPage()
    await page.goto(`${service.url}/admin`)
    const enterAs = async (who: { email: string; password: string }) => {
      await page.locator('input[name=email]').fill(who.email)
      await page.locator('input[name=password]').fill(who.password)
      await page.keyboard.press('Enter')
    }
    const expectTranslated = async (name: string) => {
      expect(await englishIn(page, language), name).toEqual([])
      await expectToFit(page, `${name}-${language}`)
    }
    await page.locator('button[type=submit]').click()
    await expectTranslated('sign-in-refused')
    await enterAs({ ...cautious, password: 'wrong' })
    await page.getByRole('alert').waitFor()
    await expectTranslated('sign-in-wrong')
    await enterAs(cautious)
    await page.locator('input[name=code]').waitFor()
    await page.locator('button[type=submit]').click()
    await expectTranslated('second-step')

    await page.goto(`${strictUrl}/admin`)
    const { companyId } = beginner.actor
    await enterAs(await aPerson(service.database, { companyId, role: 'operator' }))
    await page.getByRole('button', { name: catalogues[language].signIn['enrol.begin'] }).click()
    const uri = await page.locator('a[href^="otpauth:"]').getAttribute('href')
    await expectTranslated('enrol')
    await page.locator('input[name=code]').fill((URI.parse(uri ?? '') as TOTP).generate())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: catalogues[language].signIn['codes.title'] }).waitFor()
    await expectTranslated('recovery-codes')
    await other.close()
  })

  it('have one main part, one first heading, and a name for every control', async () => {
    for (const look of [async () => email().waitFor(), async () => enter()]) {
      await look()
      expect(await page.getByRole('main').count()).toBe(1)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      expect(await unnamed(page)).toEqual([])
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    }
  })

  it('fit on a phone, in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const phone = await browser.newPerson({
        viewport: { width: 360, height: 740 },
        isMobile: true,
        colorScheme,
      })
      page = await phone.newPage()
      await page.goto(`${service.url}/admin`)
      await signIn(service.operator)
      await page.getByText('Nothing needs attention.').waitFor()

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        colorScheme === 'light' ? 'rgb(246, 247, 248)' : 'rgb(18, 21, 24)',
      )
      await phone.close()
    }
  })

  it('ask an operator with a second factor for it', async () => {
    const { cautious } = service
    await signIn(cautious)
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await unnamed(page)).toEqual([])
    expect(await page.evaluate('document.activeElement.name')).toBe('code')
    await shoot(page, 'second-step.png')

    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('Enter the six digits.').waitFor()
    await page.getByLabel('Code of the app').fill('000 000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()

    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(cautious.recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing needs attention.').waitFor()
  })

  it('let an operator whose role needs a second factor set one up and continue', async () => {
    const { beginner, strictUrl } = service
    await page.goto(`${strictUrl}/admin`)
    await signIn(beginner)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const uri = await page.getByRole('link', { name: 'open the app' }).getAttribute('href')
    expect(await unnamed(page)).toEqual([])
    await shoot(page, 'enrol.png')

    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Enter the six digits.').waitFor()
    const code = (URI.parse(uri ?? '') as TOTP).generate()
    await page.getByLabel('Code of the app').fill(code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(10)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('Nothing needs attention.').waitFor()
  })

  const withoutStream = () => page.route('**/admin/operations/stream*', (route) => route.abort())

  async function enter(): Promise<void> {
    await signIn(service.operator)
    await page.getByText('Nothing needs attention.').waitFor()
  }
})
