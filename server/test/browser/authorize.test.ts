import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askFor } from '../journeys/oauth-world.ts'
import { type AuthorizeService, anAuthorizeService, scopesAsked } from './authorize-service.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot } from './page-tools.ts'

const chromium = findChromium()
if (!chromium) console.warn('The browser tests are left out: no Chromium was found.')

describe.skipIf(!chromium)('signing in and consenting, in a browser', () => {
  let service: AuthorizeService
  let browser: OpenBrowser
  let open: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    service = await anAuthorizeService()
    browser = await openBrowser(chromium as string)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await service.close()
  })
  afterEach(async () => {
    await Promise.all(open.map((context) => context.close()))
    open = []
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  /** As the app sends a person. Scripts are off: nothing here needs one. */
  async function arrive(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newPerson({ javaScriptEnabled: false, ...options })
    open.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    await page.goto(requestUrl())
    return page
  }

  const requestUrl = (overrides: Record<string, string> = {}) =>
    askFor(service.world.baseUrl, service.app.clientId, {
      redirect_uri: service.partner.callback,
      scope: scopesAsked.join(' '),
      ...overrides,
    }).url

  async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
    await page.getByLabel('E-mail address').fill(who.email)
    await page.getByLabel('Password').fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('a new user signs in, ticks a part and returns to the app', async () => {
    const page = await arrive()
    await page
      .getByRole('heading', { name: 'Sign in to go on to Spend Reports by Example Analytics' })
      .waitFor()
    // The first thing to type is where the cursor is.
    expect(await page.locator('#email:focus').count()).toBe(1)
    await shoot(page, 'authorize-1-sign-in.png')

    const person = await service.world.person()
    await signIn(page, { ...person, password: 'not the right one' })
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toContain('The e-mail address or the password is not right.')
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(person.email)
    expect(await page.locator('#password:focus').count()).toBe(1)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await shoot(page, 'authorize-2-wrong-password.png')

    await signIn(page, person)
    const heading = 'Let Spend Reports by Example Analytics act for you?'
    await page.getByRole('heading', { name: heading }).waitFor()
    const group = page.getByRole('group', { name: 'What it may do' })
    expect(await group.getByRole('checkbox').count()).toBe(4)
    expect(await page.getByText(person.email).isVisible()).toBe(true)
    expect(await page.getByText('Your role does not include it').isVisible()).toBe(true)
    await shoot(page, 'authorize-3-consent.png')

    await page.getByRole('checkbox', { name: /Order for you/ }).uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Partner: connected' }).waitFor()

    // The second time there is nothing to ask.
    await page.goto(requestUrl())
    await page.getByRole('heading', { name: 'Partner: connected' }).waitFor()
    // Unless the app wants it asked: then the answer of before is what is ticked.
    await page.goto(requestUrl({ prompt: 'consent' }))
    expect(await page.getByRole('checkbox', { name: /Order for you/ }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: /Look at products/ }).isChecked()).toBe(true)
  })

  it('refusing is one click, before signing in and after', async () => {
    const before = await arrive()
    await before.getByRole('button', { name: /without signing in/ }).click()
    await before.getByRole('heading', { name: 'Partner: access_denied' }).waitFor()

    const page = await arrive()
    await signIn(page, await service.world.person())
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'Partner: access_denied' }).waitFor()
  })

  it('a missing tick is explained in words', async () => {
    const page = await arrive()
    await signIn(page, await service.world.person())
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Nothing is ticked.')
    await shoot(page, 'authorize-4-nothing-ticked.png')
  })

  it('a different person in the same browser is shown', async () => {
    const page = await arrive()
    const [one, other] = [await service.world.person(), await service.world.person('approver')]
    await signIn(page, one)
    await page.getByRole('button', { name: 'Not you?' }).click()
    await signIn(page, other)
    expect(await page.getByText(other.email).isVisible()).toBe(true)
  })

  it('works on a phone, in the dark, and by keyboard alone', async () => {
    const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true }
    const page = await arrive({ ...phone, hasTouch: true, colorScheme: 'dark' })
    await shoot(page, 'authorize-5-phone-sign-in.png')
    const person = await service.world.person()
    // The browser gives the focus to the first field after it has drawn the page.
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /act for you/ }).waitFor()
    await expectNoSidewaysScroll(page)
    for (const button of await page.getByRole('button', { name: /Allow|Refuse/ }).all()) {
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await shoot(page, 'authorize-6-phone-consent.png')
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Allow' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Partner: connected' }).waitFor()
  })

  it('a wrong request says what to do, and redirects nowhere', async () => {
    const page = await arrive()
    await page.goto(requestUrl({ redirect_uri: 'https://evil.example/' }))
    await page.getByRole('heading', { name: 'This cannot go on' }).waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await page.getByRole('button').count()).toBe(0)
    await shoot(page, 'authorize-7-cannot-go-on.png')
  })

  it('a person with a second factor is asked for it', async () => {
    const person = await service.world.person()
    const { identity } = service.world.parts.modules
    const { secret } = await identity.enrolTotp(person.actor)
    await identity.confirmTotp(person.actor, codeOf(secret))
    const page = await arrive()
    await signIn(page, person)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await shoot(page, 'authorize-8-second-factor.png')
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Go on' }).click()
    expect(await page.getByRole('alert').textContent()).toContain(
      'The code is wrong or was already used',
    )
    // The code of now was used to confirm the app: the next one is a clock's step away, and taken already.
    await page.getByLabel('Code').fill(codeOf(secret, 30_000))
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: /act for you/ }).waitFor()
  })
})

function codeOf(secret: string, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead })
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sizes = await page.locator('html').evaluate((root) => [root.scrollWidth, root.clientWidth])
  expect(sizes[0]).toBeLessThanOrEqual(sizes[1] ?? 0)
}
