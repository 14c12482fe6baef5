import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../journeys/client.ts'
import { askFor } from '../journeys/oauth-world.ts'
import { type AuthorizeService, anAuthorizeService, scopesAsked } from './authorize-service.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { shoot } from './page-tools.ts'
import { createPasskey, plugInPasskeys } from './virtual-passkeys.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('signing in to an app with a passkey, in a browser', () => {
  let service: AuthorizeService
  let browser: OpenBrowser
  let open: BrowserContext[] = []
  let complaints: string[] = []

  beforeAll(async () => {
    service = await anAuthorizeService({ host: 'localhost' })
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

  async function aPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newPerson(options)
    open.push(context)
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|violates/.test(message.text())) complaints.push(message.text())
    })
    return page
  }

  const requestUrl = () =>
    askFor(service.world.baseUrl, service.app.clientId, {
      redirect_uri: service.partner.callback,
      scope: scopesAsked.join(' '),
    }).url

  async function signedIn(): Promise<Client> {
    const { email, password } = await service.world.person()
    const { body } = await service.world.anybody.post('/auth/login', { email, password })
    return createClient(service.world.baseUrl, { bearer: body.data.accessToken })
  }

  async function register(page: Page, client: Client): Promise<void> {
    await page.goto(`${service.world.baseUrl}/health`)
    const { challengeToken, options } = (await client.post('/auth/factors/passkeys/options', {}))
      .body.data
    const passkey = await createPasskey(page, options)
    const input = { challengeToken, name: 'Laptop', passkey }
    expect((await client.post('/auth/factors/passkeys', input)).status).toBe(201)
  }

  const toPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
  const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use passkey' })

  it('needs neither a password nor a recovery code', async () => {
    const page = await aPage()
    const device = await plugInPasskeys(page)
    await register(page, await signedIn())
    await page.goto(requestUrl())
    await shoot(page, 'authorize-9-sign-in-with-passkey.png')
    await toPasskey(page).click()
    await shoot(page, 'authorize-10-passkey.png')

    // The passkey was not unlocked: the page says so and asks again.
    await device.unlocks(false)
    await usePasskey(page).click()
    await page.getByText('That did not work.').waitFor()
    await device.unlocks(true)
    await usePasskey(page).click()

    await page.getByRole('heading', { name: /act for you\?/ }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Partner: connected' }).waitFor()
  })

  it('is refused when no account has it, and the password is requested', async () => {
    const page = await aPage()
    await plugInPasskeys(page)
    const client = await signedIn()
    await register(page, client)
    const { id } = (await client.get('/auth/factors')).body.data.passkeys[0]
    expect((await client.delete(`/auth/factors/passkeys/${id}`)).status).toBe(200)

    await page.goto(requestUrl())
    await toPasskey(page).click()
    await usePasskey(page).click()
    expect(await page.getByRole('alert').textContent()).toContain('is not one of an account here')
    expect(await page.getByLabel('Password').isVisible()).toBe(true)
  })

  it('can be replaced by the password', async () => {
    const page = await aPage()
    await plugInPasskeys(page)
    await page.goto(requestUrl())
    await toPasskey(page).click()
    await page.getByRole('link', { name: 'Sign in with your password instead' }).click()
    expect(await page.getByLabel('Password').isVisible()).toBe(true)
  })

  it('is not offered without scripts', async () => {
    const plain = await aPage({ javaScriptEnabled: false })
    await plain.goto(requestUrl())
    expect(await toPasskey(plain).isVisible()).toBe(false)
    expect(await plain.getByLabel('Password').isVisible()).toBe(true)
  })
})
