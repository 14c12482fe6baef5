import { expect, it } from 'vitest'
import type { AccessClaims } from './access-claims.ts'
import { fail } from './failures.ts'
import { keepVerified } from './verified-tokens.ts'

const expiresAt = new Date('2026-01-02T10:00:00Z')
const claims: AccessClaims = {
  userId: 'usr_1',
  companyId: 'co_1',
  sessionId: 'ses_1',
  roles: ['buyer'],
  expiresAt,
}

it('a verified token is not verified again; another one is', async () => {
  const { asked, verify } = aVerifier()
  for (const token of ['good', 'good', 'good.too']) {
    expect(await verify(token, secondsLater(-60))).toEqual(claims)
  }
  expect(asked).toEqual(['good', 'good.too'])
})

it('a refused token is verified each time', async () => {
  const { asked, verify } = aVerifier()
  for (const _again of [1, 2]) {
    await expect(verify('bad', secondsLater(-60))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
  }
  expect(asked).toEqual(['bad', 'bad'])
})

it('a cached token expires at its own time', async () => {
  const { verify } = aVerifier()
  await verify('good', secondsLater(-60))
  expect(await verify('good', secondsLater(4.9))).toEqual(claims)
  for (const _again of [1, 2]) {
    await expect(verify('good', secondsLater(5))).rejects.toMatchObject({
      code: 'identity.credentials_expired',
    })
  }
})

function aVerifier() {
  const asked: string[] = []
  const verify = keepVerified(5, async (token, now) => {
    asked.push(token)
    if (!token.startsWith('good')) throw fail('credentials_invalid')
    if (now >= secondsLater(5)) throw fail('credentials_expired')
    return claims
  })
  return { asked, verify }
}

const secondsLater = (seconds: number) => new Date(expiresAt.getTime() + seconds * 1_000)
