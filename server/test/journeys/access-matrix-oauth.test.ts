import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { allScopes } from './access-policy.ts'
import { allowing, bearer, closed, every, settings, someOf } from './matrix.ts'
import { allow, askFor, postForm, redeem, useOAuthWorld } from './oauth-world.ts'

const world = await useOAuthWorld({ settings })
/** Whose role allows everything in the company, so that the scopes of the token decide. */
const person = await world.person('company_admin')
const app = await world.partnerApp({ scopes: allScopes })

describe('a token of a partner’s app', () => {
  it.each(allScopes)('with %s alone opens that scope, and nothing first-party', async (scope) => {
    const { access } = await tokens([scope])
    await someOf(world, bearer(access), allowing({ kind: 'scoped', scopes: [scope] }), scope)
  })

  it('with all scopes opens nothing first-party', async () => {
    const { access } = await tokens(allScopes)
    await every(world, bearer(access), allowing({ kind: 'scoped', scopes: allScopes }))
  })

  it('of a person who lost the role opens what the role allows today', async () => {
    const demoted = await world.person('company_admin')
    const { access } = await tokens(['webhooks:manage', 'orders:read'], demoted)
    await sql`update identity.memberships set roles = array['buyer']
      where company_id = ${world.companyId} and user_id = ${demoted.actor.id}`.execute(pool())
    await every(world, bearer(access), allowing({ kind: 'scoped', scopes: ['orders:read'] }))
  })

  it('that is expired opens nothing', async () => {
    const { access } = await tokens(['orders:read'])
    await sql`update identity.oauth_tokens set expires_at = issued_at + interval '1 millisecond'
      where company_id = ${world.companyId} and kind = 'AccessToken'`.execute(pool())
    await someOf(world, bearer(access), closed('credentials_invalid'))
  })

  it('that was revoked opens nothing', async () => {
    const { access } = await tokens(['orders:read'])
    const revoked = await postForm(`${world.baseUrl}/oauth/revoke`, {
      token: access,
      client_id: app.clientId,
    })
    expect(revoked.status).toBe(200)
    await someOf(world, bearer(access), closed('credentials_invalid'))
  })

  it('of a disabled app opens nothing', async () => {
    const other = await world.partnerApp({ scopes: allScopes })
    const { access: before } = await tokens(['orders:read'], person, other)
    // Another one for later: the operators' runtime remembers for some seconds what it has refused, and why.
    const { access } = await tokens(['orders:read'], person, other)
    await someOf(world, bearer(before), allowing({ kind: 'scoped', scopes: ['orders:read'] }))
    expect((await world.admin.delete(`/api/v1/oauth-apps/${other.clientId}`)).status).toBe(200)
    await someOf(world, bearer(access), closed('credentials_invalid'))
  })

  it('is the access token, not the refresh token, the code or a part of one', async () => {
    const { access, refresh, code } = await tokens(['orders:read'])
    for (const text of [refresh, code, access.slice(0, -1), `${access}A`]) {
      await someOf(world, bearer(text), closed('credentials_invalid'))
    }
    await someOf(world, { 'x-api-key': access }, closed('credentials_invalid'))
  })
})

const pool = () => world.parts.platform.database.pool

/** What a partner's app gets when its person ticks these. */
async function tokens(scopes: readonly string[], whose = person, of = app) {
  const asked = askFor(world.baseUrl, of.clientId, { scope: scopes.join(' ') })
  const back = await allow(world.browser(), asked, whose, scopes)
  const code = back.searchParams.get('code') ?? ''
  const { status, body } = await redeem(world.baseUrl, of, code, asked.verifier)
  expect(status, JSON.stringify(body)).toBe(200)
  return { access: body.access_token as string, refresh: body.refresh_token as string, code }
}
