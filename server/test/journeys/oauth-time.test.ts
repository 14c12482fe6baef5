import { afterEach, describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { createClient } from './client.ts'
import {
  allow,
  askFor,
  postForm,
  redeem,
  refresh,
  tokensFor,
  useOAuthWorld,
} from './oauth-world.ts'

const world = await useOAuthWorld()
const person = await world.person()
const app = await world.partnerApp()

describe('as time passes', () => {
  afterEach(() => vi.useRealTimers())

  const later = (seconds: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
  }

  it('a code works for a minute', async () => {
    const asked = askFor(world.baseUrl, app.clientId)
    const back = await allow(world.browser(), asked, person)
    later(61)
    const code = back.searchParams.get('code') ?? ''
    const late = await redeem(world.baseUrl, app, code, asked.verifier)
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('an access token works for an hour, as its answer says', async () => {
    const { access_token: bearer } = await tokensFor(world, app, person)
    const api = createClient(world.baseUrl, { bearer })
    expect((await api.get('/api/v1/cart')).status).toBe(200)
    later(3_601)
    expect((await api.get('/api/v1/cart')).status).toBe(401)
  })

  it('refreshing ends after 90 days, however often it was done', async () => {
    let { refresh_token: token } = await tokensFor(world, app, person)
    const day = 86_400
    for (let days = 0; days < 80; days += 20) {
      later(20 * day)
      const { status, body } = await refresh(world.baseUrl, app, token)
      expect([days, status]).toEqual([days, 200])
      token = body.refresh_token
    }
    later(11 * day)
    expect((await refresh(world.baseUrl, app, token)).body.error).toBe('invalid_grant')
  })

  it('what has expired is deleted, and nothing else', async () => {
    const { access_token: token } = await tokensFor(world, app, person)
    const { oauth } = world.parts.modules
    await oauth.purgeExpired()
    const url = `${world.baseUrl}/oauth/introspect`
    expect((await postForm(url, { token, client_id: app.clientId })).body.active).toBe(true)
    later(91 * 86_400)
    await oauth.purgeExpired()
    expect(await dumpOf(['oauth_grants', 'oauth_tokens', 'oauth_browsers'])).toBe('[][][]')
  })
})

async function dumpOf(names: readonly string[]): Promise<string> {
  const { pool } = world.parts.platform.database
  const texts = []
  for (const name of names) {
    const { rows } = await sql<{ text: string }>`
      /* across companies: nothing may be anywhere */
      select coalesce(json_agg(t), '[]')::text as text from ${sql.table(`identity.${name}`)} t
    `.execute(pool)
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join('')
}
