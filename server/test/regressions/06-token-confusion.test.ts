import { describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { createClient } from '../journeys/client.ts'
import { claimsOf, forge } from '../journeys/forged-tokens.ts'
import { accessSecret, refreshSecret, useWorld } from '../journeys/world.ts'
import { times } from './attack.ts'

const world = await useWorld()
const ours = await world.company()

describe(
  'token type, audience and session confusion; cache keys: Saleor GHSA-m3rm-m4vq-27x7, GHSA-xhq8-8c5v-w8ff; ' +
    'LiteLLM CVE-2026-35030; fast-jwt GHSA-rp9m-7r4c-75qg; Spree CVE-2020-15269',
  () => {
    it('each kind of token works for its own purpose only', async () => {
      const { accessToken, refreshToken, id } = await signedIn()
      expect(await whoIs(bearer(accessToken))).toBe(id)
      expect(await whoIs(bearer(refreshToken))).toBe(401)
      expect(await whoIs(bearer(ours.apiKey))).toBe(401)
      expect(await whoIs({ 'x-api-key': accessToken })).toBe(401)
      expect(
        await whoIs({ cookie: `__Host-sid=${accessToken}; access_token=${accessToken}` }),
      ).toBe(401)
      for (const wrong of [accessToken, ours.apiKey, refreshToken.slice(0, -2)]) {
        const { status } = await world.anybody.post('/auth/refresh', { refreshToken: wrong })
        expect(status).toBe(401)
      }
    })

    it('a token needs both its type and the secret of that type', async () => {
      const { accessToken, refreshToken } = await signedIn()
      const dressedUp = [
        forge(refreshToken, accessSecret, { header: { typ: 'at+jwt' } }),
        forge(refreshToken, refreshSecret, { header: { typ: 'at+jwt' } }),
        forge(refreshToken, accessSecret),
        forge(accessToken, refreshSecret, { secret: refreshSecret }),
      ]
      for (const token of dressedUp) expect(await whoIs(bearer(token))).toBe(401)
      const asRefresh = [
        forge(accessToken, refreshSecret, { header: { typ: 'rt+jwt' } }),
        forge(accessToken, accessSecret, { header: { typ: 'rt+jwt' } }),
        forge(refreshToken, accessSecret),
      ]
      for (const token of asRefresh) {
        const { status } = await world.anybody.post('/auth/refresh', { refreshToken: token })
        expect(status).toBe(401)
      }
    })

    it('a cached token answers for no other', async () => {
      const { accessToken, id } = await signedIn()
      expect(await whoIs(bearer(accessToken))).toBe(id)
      const [head = '', claims = '', signature = ''] = accessToken.split('.')
      const others = [
        accessToken.slice(0, -1),
        accessToken.slice(0, 64),
        `${head}.${claims}.`,
        `${head}.${claims}.${signature.slice(0, 20)}`,
        `${head}.${claims}.${'A'.repeat(signature.length)}`,
        `${accessToken}A`,
        `${head}.${claims}.${signature}.`,
        ` ${accessToken}`,
        accessToken.toUpperCase(),
      ]
      for (const token of others) expect(await whoIs(bearer(token)), token).toBe(401)
      expect(await whoIs(bearer(accessToken))).toBe(id)
    })

    it('two simultaneous callers are never confused', async () => {
      const people = await times(6, signedIn)
      const asked = await times(240, async (at) => {
        const person = people[at % people.length]
        return [person?.id, await whoIs(bearer(person?.accessToken ?? ''))]
      })
      for (const [id, seen] of asked) expect(seen).toBe(id)
    })

    it('a cached session is valid for its own person and company only', async () => {
      const [mine, other] = [await signedIn(), await signedIn()]
      const theirs = await world.company()
      await whoIs(bearer(mine.accessToken))
      await whoIs(bearer(other.accessToken))
      for (const claims of [
        { sub: other.id },
        { sid: claimsOf(other.accessToken).sid },
        { company: theirs.companyId },
        { company: '' },
        { company: undefined },
        { company: null },
        { company: [ours.companyId] },
      ]) {
        expect(
          await whoIs(bearer(forge(mine.accessToken, accessSecret, { claims }))),
          JSON.stringify(claims),
        ).toBe(401)
      }
    })

    it('an expired token is refused despite the cache', async () => {
      const { accessToken } = await signedIn()
      const now = Math.floor(Date.now() / 1_000)
      const short = forge(accessToken, accessSecret, { claims: { exp: now - 3 } })
      // Within the tolerance of a clock it still works, and then it is over.
      expect(await whoIs(bearer(short))).not.toBe(500)
      const over = forge(accessToken, accessSecret, { claims: { exp: now - 6 } })
      expect(await whoIs(bearer(over))).toBe(401)
    })

    it('a signed-out session stays out, and the others stay in', async () => {
      const { accessToken, refreshToken } = await signedIn()
      const other = await signedIn()
      const client = createClient(world.baseUrl, { bearer: accessToken })
      await whoIs(bearer(accessToken))
      expect((await client.post('/auth/logout', {})).status).toBe(200)
      expect(await whoIs(bearer(accessToken))).toBe(401)
      expect((await world.anybody.post('/auth/refresh', { refreshToken })).status).toBe(401)
      expect(await whoIs(bearer(other.accessToken))).toBe(other.id)
    })
  },
)

type Tokens = { accessToken: string; refreshToken: string }

async function signedIn(): Promise<Tokens & { id: string }> {
  const person = await aPerson(world.parts.platform.database, { companyId: ours.companyId })
  const { email, password } = person
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return { ...(body.data as Tokens), id: person.actor.id }
}

async function whoIs(headers: Record<string, string>): Promise<number | string> {
  const { status, body } = await world.anybody.get('/auth/me', { headers })
  return status === 200 ? body.data.id : status
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
