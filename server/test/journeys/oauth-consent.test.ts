import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aCompany, aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import { boxesOf, type Page } from './oauth-person.ts'
import {
  allow,
  askFor,
  everyScope,
  redeem,
  redirectUri,
  refresh,
  signInAt,
  tokensFor,
  useOAuthWorld,
} from './oauth-world.ts'

const world = await useOAuthWorld()
const app = await world.partnerApp({ name: 'Spend <b>reports</b>' })

describe('the authorization pages', () => {
  it('have a strict policy, are not cached and leak no referrer', async () => {
    const browser = world.browser()
    const first = await browser.open(ask().url)
    const second = await signInAt(browser, first, await world.person())
    for (const { headers } of [first, second]) {
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self' https://partner.example")
      expect(policy).not.toMatch(/unsafe|script-src (?!'sha256-[\w+/=]+';)/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(first.text).toContain('<html lang="en">')
    expect(second.text).not.toContain('<b>reports')
    expect(second.text).toContain('Spend &lt;b&gt;reports&lt;/b&gt;')
    expect(second.text).not.toContain('<script')
  })

  it('explain each scope, the app and the company in plain words', async () => {
    const person = await world.person()
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(ask().url), person)
    expect([...boxesOf(page).keys()]).toEqual(everyScope)
    expect([...boxesOf(page).values()]).toEqual([true, true, true, true])
    for (const words of ['Order for you', 'See payments', person.email, 'Example GmbH']) {
      expect(page.text).toContain(words)
    }
  })

  it('set HttpOnly cookies for a short time and one path', async () => {
    const browser = world.browser()
    await signInAt(browser, await browser.open(ask().url), await world.person())
    expect(browser.cookies.length).toBeGreaterThan(0)
    for (const { attributes } of browser.cookies) {
      expect(attributes.toLowerCase()).toContain('httponly')
      expect(attributes.toLowerCase()).toContain('samesite=lax')
    }
    const names = browser.cookies.map(({ name }) => name)
    for (const name of names.filter((each) => !each.endsWith('.sig'))) {
      expect(names).toContain(`${name}.sig`)
    }
  })

  it('reveal no known addresses', async () => {
    const browser = world.browser()
    const person = await world.person()
    const page = await browser.open(ask().url)
    const wrong = { email: person.email, password: 'not this one' }
    const nobody = { email: 'nobody@example.com', password: 'not this one' }
    const [one, other] = [
      await browser.submit(page, '/sign-in', wrong),
      await browser.submit(page, '/sign-in', nobody),
    ]
    expect([one.status, other.status]).toEqual([401, 401])
    expect(one.text.replaceAll(person.email, '')).toBe(
      other.text.replaceAll('nobody@example.com', ''),
    )
    expect(one.text).toContain('The e-mail address or the password is not right.')
    expect(one.text).not.toContain('not this one')
    // And then the right one.
    expect((await signInAt(browser, one, person)).text).toContain('act for you?')
  })

  it('refuse a form from another site or browser, or without its token', async () => {
    const browser = world.browser()
    const person = await world.person()
    const page = await browser.open(ask().url)
    const { email, password } = person
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    const refused = [
      await browser.submit(page, '/sign-in', { email, password }, crossSite),
      await browser.submit(
        page,
        '/sign-in',
        { email, password },
        { 'sec-fetch-site': 'same-site' },
      ),
      await browser.submit(withoutToken(page), '/sign-in', { email, password, formToken: 'x' }),
      // The same form, sent by a browser that has none of the cookies.
      await world.browser().submit(page, '/sign-in', { email, password }),
    ]
    for (const { status, text } of refused) {
      expect(status).toBe(400)
      expect(text).toContain('This cannot go on')
    }
  })

  it('answer forms with 303, so that no password is sent again', async () => {
    const person = await world.person()
    const browser = world.browser()
    // `submit` throws at any redirect that would send a form again.
    const page = await signInAt(browser, await browser.open(ask().url), person)
    const end = await browser.submit(page, '/consent', { decision: 'allow', scope: everyScope })
    expect(end.url).toContain(redirectUri)
  })

  it('expire', async () => {
    const browser = world.browser()
    const first = await browser.open(ask().url)
    const second = await signInAt(browser, first, await world.person())
    await browser.submit(second, '/consent', { decision: 'deny' })
    const late = await browser.submit(second, '/consent', { decision: 'allow', scope: everyScope })
    expect(late.status).toBe(400)
    expect(late.text).toContain('begin again')
  })
})

describe('consent', () => {
  it('without a scope is refused: the page asks again', async () => {
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(ask().url), await world.person())
    const again = await browser.submit(page, '/consent', { decision: 'allow' })
    expect(again.status).toBe(422)
    expect(again.text).toContain('Nothing is ticked.')
  })

  it('grants nothing beyond the role, ticked or not', async () => {
    const wide = await world.partnerApp({ scopes: ['orders:read', 'webhooks:manage'] })
    const asked = askFor(world.baseUrl, wide.clientId, { scope: 'orders:read webhooks:manage' })
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(asked.url), await world.person('buyer'))
    expect([...boxesOf(page).keys()]).toEqual(['orders:read'])
    expect(page.text).toContain('Your role does not include it')
    const scope = ['orders:read', 'webhooks:manage']
    const end = await browser.submit(page, '/consent', { decision: 'allow', scope })
    const code = new URL(end.url).searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, wide, code, asked.verifier)
    expect(body.scope).toBe('orders:read')
  })

  it('is limited to people of the company that admitted the app', async () => {
    const { database } = world.parts.platform
    const stranger = await aPerson(database, { companyId: await aCompany(database) })
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(ask().url), stranger)
    expect(page.status).toBe(403)
    expect(page.text).toContain('You do not belong to Example GmbH')
  })

  it('can be narrowed later, also for existing tokens', async () => {
    const browser = world.browser()
    const person = await world.person()
    const asked = ask()
    const back = await allow(browser, asked, person)
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, asked.verifier)
    expect(await cartStatus(body.access_token)).toBe(200)

    const again = await browser.open(ask({ prompt: 'consent' }).url)
    const scope = ['products:read']
    await browser.submit(again, '/consent', { decision: 'allow', scope })
    expect(await cartStatus(body.access_token)).toBe(403)
    // What was unticked stays so when it is shown again.
    const third = await browser.open(ask({ prompt: 'consent' }).url)
    expect(boxesOf(third).get('orders:read')).toBe(false)
    expect(boxesOf(third).get('products:read')).toBe(true)
  })

  it('is requested again from another person in the same browser', async () => {
    const browser = world.browser()
    const [one, other] = [await world.person(), await world.person()]
    let page = await signInAt(browser, await browser.open(ask().url), one)
    expect(page.text).toContain(one.email)
    page = await browser.submit(page, '/sign-out')
    expect(page.text).toContain('Sign in to go on')
    page = await signInAt(browser, page, other)
    expect(page.text).toContain(other.email)
    expect(page.text).not.toContain(one.email)
  })

  it('allows another person to sign in at the app’s request', async () => {
    const browser = world.browser()
    const [one, other] = [await world.person(), await world.person()]
    await allow(browser, ask(), one)
    const page = await signInAt(browser, await browser.open(ask({ prompt: 'login' }).url), other)
    expect(page.text).toContain(other.email)
    const end = await browser.submit(page, '/consent', { decision: 'allow', scope: everyScope })
    expect(end.url).toContain(`${redirectUri}?code=`)
  })

  it('is required: an app with prompt=none gets an error instead', async () => {
    const { url } = await world.browser().open(ask({ prompt: 'none' }).url)
    expect(new URL(url).searchParams.get('error')).toBe('login_required')
  })

  it('is requested every time from an app on a device, whose loopback port is free', async () => {
    const native = await world.partnerApp({ redirectUris: ['http://127.0.0.1/callback'] })
    const overrides = { redirect_uri: 'http://127.0.0.1:51004/callback' }
    const person = await world.person()
    const browser = world.browser()
    for (const _time of [1, 2]) {
      const asked = askFor(world.baseUrl, native.clientId, overrides)
      const page = await signInAt(browser, await browser.open(asked.url), person)
      expect(page.text).toContain('act for you?')
      const end = await browser.submit(page, '/consent', { decision: 'allow', scope: everyScope })
      expect(end.url).toContain(overrides.redirect_uri)
    }
  })
})

describe('the grant of a person to an app', () => {
  it('ends everywhere when the person withdraws it', async () => {
    const person = await world.person()
    const [here, there] = [await tokensFor(world, app, person), await tokensFor(world, app, person)]
    const { accessToken } = await world.parts.modules.identity.signIn(person)
    const me = createClient(world.baseUrl, { bearer: accessToken })
    const { body } = await me.get('/auth/authorized-apps')
    expect(body.data).toEqual([
      expect.objectContaining({ appId: app.clientId, scopes: [...everyScope].sort() }),
    ])
    expect((await me.delete(`/auth/authorized-apps/${app.clientId}`)).status).toBe(200)
    for (const { access_token: token } of [here, there]) expect(await cartStatus(token)).toBe(401)
    expect((await me.get('/auth/authorized-apps')).body.data).toEqual([])
    expect((await me.delete(`/auth/authorized-apps/${app.clientId}`)).status).toBe(404)
    const { pool } = world.parts.platform.database
    const { rows } = await sql`
      select action, outcome, details from platform.audit_entries
      where company_id = ${world.companyId} and target_id = ${app.clientId} and actor_id = ${person.actor.id}
        and action = 'identity.oauth_access_ended'
    `.execute(pool)
    expect(rows).toEqual([
      { action: 'identity.oauth_access_ended', outcome: 'done', details: { grants: 2 } },
    ])
  })

  it('ends in one browser without ending in another', async () => {
    const person = await world.person()
    const [here, there] = [await tokensFor(world, app, person), await tokensFor(world, app, person)]
    const url = `${world.baseUrl}/oauth/revoke`
    const body = new URLSearchParams({ token: here.refresh_token, client_id: app.clientId })
    await fetch(url, { method: 'POST', body })
    expect(await cartStatus(here.access_token)).toBe(401)
    expect(await cartStatus(there.access_token)).toBe(200)
  })

  it('is limited to what the role allows today', async () => {
    const person = await world.person('company_admin')
    const wide = await world.partnerApp({ scopes: ['orders:read', 'webhooks:manage'] })
    const asked = askFor(world.baseUrl, wide.clientId, { scope: 'orders:read webhooks:manage' })
    const scopes = ['orders:read', 'webhooks:manage']
    const back = await allow(world.browser(), asked, person, scopes)
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, wide, code, asked.verifier)
    const api = createClient(world.baseUrl, { bearer: body.access_token })
    expect((await api.get('/api/v1/webhooks')).status).toBe(200)

    await setRoles(person.actor.id, ['buyer'])
    expect((await api.get('/api/v1/webhooks')).status).toBe(403)
    expect((await api.get('/api/v1/cart')).status).toBe(200)
  })

  it('ends when the password changes, and every browser signs in again', async () => {
    const person = await world.person()
    const browser = world.browser()
    const asked = ask()
    const back = await allow(browser, asked, person)
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, asked.verifier)
    expect(await cartStatus(body.access_token)).toBe(200)

    const newPassword = 'a staple that no horse has seen'
    const { identity } = world.parts.modules
    await identity.changePassword(person.actor, { currentPassword: person.password, newPassword })
    expect(await cartStatus(body.access_token)).toBe(401)
    const page = await browser.open(ask().url)
    expect(page.text).toContain('Sign in to go on')
    expect((await signInAt(browser, page, person)).status).toBe(401)
    const fresh = await signInAt(browser, page, { ...person, password: newPassword })
    expect(fresh.text).toContain('act for you?')
  })

  it('ends when the company is closed', async () => {
    const other = await anotherCompanyWithApp()
    const tokens = await tokensFor(world, other.app, other.person)
    expect(await cartStatus(tokens.access_token)).toBe(200)
    await close(other.companyId)
    expect(await cartStatus(tokens.access_token)).toBe(401)
    const { status } = await refresh(world.baseUrl, other.app, tokens.refresh_token)
    expect(status).toBe(401)
  })

  it('ends when the person leaves the company, with tokens and refresh tokens', async () => {
    const person = await world.person()
    const tokens = await tokensFor(world, app, person)
    await leave(person.actor.id)
    expect(await cartStatus(tokens.access_token)).toBe(401)
    const url = `${world.baseUrl}/oauth/introspect`
    const body = new URLSearchParams({ token: tokens.access_token, client_id: app.clientId })
    const introspected = await fetch(url, { method: 'POST', body })
    expect(await introspected.json()).toEqual({ active: false })
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const refreshed = await fetch(`${world.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, client_id: app.clientId }),
    })
    expect(refreshed.status).toBe(400)
  })
})

function withoutToken(page: Page): Page {
  return { ...page, text: page.text.replaceAll('name="formToken"', 'name="other"') }
}

async function anotherCompanyWithApp() {
  const { platform, modules } = world.parts
  const companyId = await aCompany(platform.database)
  const { actor } = await aPerson(platform.database, { companyId, role: 'company_admin' })
  const { app: made } = await modules.oauth.createApp(actor, {
    name: 'Spend reports',
    kind: 'public',
    redirectUris: [redirectUri],
    scopes: everyScope,
  })
  const app = { clientId: made.id, clientSecret: undefined }
  return { companyId, app, person: await aPerson(platform.database, { companyId }) }
}

async function close(companyId: string): Promise<void> {
  const { pool } = world.parts.platform.database
  await sql`
    /* across companies: as an operator closes one */
    update identity.companies set disabled_at = now() where id = ${companyId}
  `.execute(pool)
  world.parts.modules.identity.forgetCredentials()
}

async function setRoles(userId: string, roles: string[]): Promise<void> {
  const { pool } = world.parts.platform.database
  await sql`
    update identity.memberships set roles = ${roles}
    where company_id = ${world.companyId} and user_id = ${userId}
  `.execute(pool)
  world.parts.modules.identity.forgetCredentials()
}

async function leave(userId: string): Promise<void> {
  const { pool } = world.parts.platform.database
  await sql`
    delete from identity.memberships where company_id = ${world.companyId} and user_id = ${userId}
  `.execute(pool)
  world.parts.modules.identity.forgetCredentials()
}

const ask = (overrides: Record<string, string | undefined> = {}) =>
  askFor(world.baseUrl, app.clientId, overrides)

const cartStatus = async (token: string) =>
  (await createClient(world.baseUrl, { bearer: token }).get('/api/v1/cart')).status
