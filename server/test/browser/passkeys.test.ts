import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '#testing/audit'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient } from '../journeys/client.ts'
import { aWorld, type CompanyOfWorld, type World } from '../journeys/world.ts'
import { findChromium, type OpenBrowser, openBrowser } from './chromium.ts'
import { createPasskey, plugInPasskeys, usePasskey } from './virtual-passkeys.ts'

const chromium = findChromium()

describe.skipIf(!chromium)('a passkey of a real browser', () => {
  let world: World
  let ours: CompanyOfWorld
  let browser: OpenBrowser
  let open: BrowserContext[] = []

  beforeAll(async () => {
    world = await aWorld()
    ours = await world.company()
    browser = await openBrowser(chromium as string)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await world.close()
  })
  afterEach(async () => {
    await Promise.all(open.map((context) => context.close()))
    open = []
  })

  /** A page of the service's own origin: passkeys know no address of numbers. */
  async function aPage(origin = world.baseUrl.replace('127.0.0.1', 'localhost')): Promise<Page> {
    const context = await browser.newPerson()
    open.push(context)
    const page = await context.newPage()
    await page.goto(`${origin}/health`)
    return page
  }

  async function signedIn(): Promise<APerson & { client: Client }> {
    const { database } = world.parts.platform
    const person = await aPerson(database, { companyId: ours.companyId })
    const { email, password } = person
    const { body } = await world.anybody.post('/auth/login', { email, password })
    return { ...person, client: createClient(world.baseUrl, { bearer: body.data.accessToken }) }
  }

  async function register(page: Page, client: Client) {
    const { challengeToken, options } = (await client.post('/auth/factors/passkeys/options', {}))
      .body.data
    const passkey = await createPasskey(page, options)
    return client.post('/auth/factors/passkeys', { challengeToken, name: 'Laptop', passkey })
  }

  async function signInWith(page: Page) {
    const { challengeToken, options } = (await world.anybody.post('/auth/login/passkey/options'))
      .body.data
    const passkey = await usePasskey(page, options)
    return world.anybody.post('/auth/login/passkey', { challengeToken, passkey })
  }

  it('is registered, signs its person in by itself, and is a second factor beside the password', async () => {
    const page = await aPage()
    const device = await plugInPasskeys(page)
    const person = await signedIn()

    const registered = await register(page, person.client)
    expect(registered.status, JSON.stringify(registered.body)).toBe(201)
    expect(registered.body.data.recoveryCodes).toHaveLength(10)
    expect(await device.count()).toBe(1)

    const alone = await signInWith(page)
    expect(alone.status, JSON.stringify(alone.body)).toBe(200)
    const me = createClient(world.baseUrl, { bearer: alone.body.data.accessToken })
    expect((await me.get('/auth/me')).body.data).toMatchObject({ id: person.actor.id })

    const { email, password } = person
    const asked = await world.anybody.post('/auth/login', { email, password })
    expect(asked.body.meta.code).toBe('identity.second_factor_required')
    const { challengeToken, passkeyOptions } = asked.body.meta.details as {
      challengeToken: string
      passkeyOptions: object
    }
    const passkey = await usePasskey(page, passkeyOptions)
    const answer = { challengeToken, passkey }
    expect((await world.anybody.post('/auth/login/second-factor', answer)).status).toBe(200)
    const again = await world.anybody.post('/auth/login/second-factor', answer)
    expect(again.body.meta.code).toBe('identity.challenge_refused')

    const { database } = world.parts.platform
    expect(await auditOf(database, ours.companyId, person.actor.id)).toEqual([
      'identity.passkey_registered',
      'identity.session_opened',
      'identity.session_opened',
      'identity.session_opened',
    ])
  })

  it('is created once per account and device', async () => {
    const page = await aPage()
    await plugInPasskeys(page)
    const { client } = await signedIn()
    expect((await register(page, client)).status).toBe(201)
    await expect(register(page, client)).rejects.toThrow('InvalidStateError')
  })

  it('signs nobody in while it is locked, or on another site', async () => {
    const page = await aPage()
    const device = await plugInPasskeys(page)
    const { client } = await signedIn()
    await register(page, client)
    await device.unlocks(false)
    await expect(signInWith(page)).rejects.toThrow('NotAllowedError')

    const elsewhere = await aPage(world.baseUrl)
    await plugInPasskeys(elsewhere)
    await expect(signInWith(elsewhere)).rejects.toThrow(/SecurityError|NotAllowedError/)
  })

  it('requires a new proof for what outlasts the session', async () => {
    const page = await aPage()
    await plugInPasskeys(page)
    const { client } = await signedIn()
    await register(page, client)
    const { challengeToken, options } = (await client.post('/auth/step-up/passkey/options')).body
      .data
    const passkey = await usePasskey(page, options)
    expect((await client.post('/auth/step-up', { challengeToken, passkey })).status).toBe(200)
  })
})
