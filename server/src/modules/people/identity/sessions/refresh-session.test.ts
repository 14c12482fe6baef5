import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { daysMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer, refreshSecret } from '#testing/identity-service'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
const identity = anIdentity({ database, now: () => now })
const buyer = await aPerson(database, { companyId: await aCompany(database) })

beforeEach(() => {
  now = start
})

describe('a refresh token', () => {
  it('returns new tokens, again and again', async () => {
    const first = await identity.signIn(buyer)
    const second = await identity.refresh(first.refreshToken)
    const third = await identity.refresh(second.refreshToken)

    await expect(identity.authenticate(bearer(third.accessToken))).resolves.toMatchObject({
      id: buyer.actor.id,
    })
  })

  it('that an honest client sends ten times at once survives, as one family', async () => {
    const { refreshToken } = await identity.signIn(buyer)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => identity.refresh(refreshToken)),
    )

    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    const next = await identity.refresh(answers[7]?.refreshToken ?? '')
    const principal = await identity.authenticate(bearer(next.accessToken))
    expect(await livingTokens(principal?.sessionId)).toBe(1)
  })

  it('can be sent again within ten seconds when its answer was lost', async () => {
    const { refreshToken } = await identity.signIn(buyer)
    const lost = await identity.refresh(refreshToken)
    later(secondsMs(10))
    const again = await identity.refresh(refreshToken)

    expect(again.refreshToken).toBe(lost.refreshToken)
    await expect(identity.refresh(again.refreshToken)).resolves.toBeDefined()
  })

  it.each([
    ['after ten seconds', async () => later(secondsMs(10) + 1)],
    [
      'once its successor was used',
      async (successor: string) => void (await identity.refresh(successor)),
    ],
  ])('that is sent again %s ends its session', async (_when, meanwhile) => {
    const first = await identity.signIn(buyer)
    const second = await identity.refresh(first.refreshToken)
    await meanwhile(second.refreshToken)

    await expect(identity.refresh(first.refreshToken)).rejects.toMatchObject(
      refused('refresh_reused'),
    )
    await expect(identity.authenticate(bearer(second.accessToken))).rejects.toMatchObject(
      refused('credentials_invalid'),
    )
    await expect(identity.refresh(second.refreshToken)).rejects.toMatchObject(
      refused('refresh_refused'),
    )
  })

  it('of an older generation has no grace', async () => {
    const first = await identity.signIn(buyer)
    const second = await identity.refresh(first.refreshToken)
    const third = await identity.refresh(second.refreshToken)

    await expect(identity.refresh(first.refreshToken)).rejects.toMatchObject(
      refused('refresh_reused'),
    )
    await expect(identity.refresh(third.refreshToken)).rejects.toMatchObject(
      refused('refresh_refused'),
    )
  })

  it('that is reused leaves an entry in the audit log', async () => {
    const first = await identity.signIn(buyer)
    const principal = await identity.authenticate(bearer(first.accessToken))
    await identity.refresh(first.refreshToken)
    later(secondsMs(11))
    await identity.refresh(first.refreshToken).catch(() => undefined)

    const { rows } = await sql<{ outcome: string }>`
      select outcome from platform.audit_entries
      where company_id = ${buyer.actor.companyId} and action = 'identity.refresh_token_reused'
        and target_id = ${principal?.sessionId ?? ''}
    `.execute(database.pool)
    expect(rows).toEqual([{ outcome: 'refused' }])
  })

  it('expires after a week without use, and its session after thirty days', async () => {
    const idle = await identity.signIn(buyer)
    later(daysMs(7) + 1)
    await expect(identity.refresh(idle.refreshToken)).rejects.toMatchObject(
      refused('refresh_refused'),
    )

    let { refreshToken } = await identity.signIn(buyer)
    for (let week = 0; week < 4; week += 1) {
      later(daysMs(7) - 1)
      refreshToken = (await identity.refresh(refreshToken)).refreshToken
    }
    later(daysMs(3))
    await expect(identity.refresh(refreshToken)).rejects.toMatchObject(refused('refresh_refused'))
  })

  it('of the previous secret is accepted while that secret is kept', async () => {
    const { refreshToken } = await identity.signIn(buyer)
    const fresh = 'a secret of at least 32 bytes, no. 3'
    const settings = { refreshSecret: fresh, refreshSecretPrevious: refreshSecret }
    const rotated = anIdentity({ database, now: () => now, settings })
    const without = anIdentity({ database, now: () => now, settings: { refreshSecret: fresh } })

    await expect(without.refresh(refreshToken)).rejects.toMatchObject(refused('refresh_refused'))
    const next = await rotated.refresh(refreshToken)
    await expect(without.refresh(next.refreshToken)).resolves.toBeDefined()
  })
})

describe('a session', () => {
  it('ends at once when its person signs out', async () => {
    const { accessToken, refreshToken } = await identity.signIn(buyer)
    await identity.signOut((await identity.authenticate(bearer(accessToken))) as Principal)

    await expect(identity.authenticate(bearer(accessToken))).rejects.toMatchObject(
      refused('credentials_invalid'),
    )
    await expect(identity.refresh(refreshToken)).rejects.toMatchObject(refused('refresh_refused'))
  })

  it('is listed for its person, and only that person ends it', async () => {
    const person = await aPerson(database, { companyId: await aCompany(database) })
    const [here, there] = [await identity.signIn(person), await identity.signIn(person)]
    const me = (await identity.authenticate(bearer(here.accessToken))) as Principal
    const other = (await identity.authenticate(bearer(there.accessToken))) as Principal
    const stranger = (await identity.authenticate(
      bearer((await identity.signIn(buyer)).accessToken),
    )) as Principal

    const listed = await identity.listSessions(me)
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([me.sessionId, other.sessionId]))
    await expect(identity.revokeSession(stranger, me.sessionId ?? '')).rejects.toMatchObject({
      code: 'identity.session_not_found',
      status: 404,
    })

    await identity.revokeSession(me, other.sessionId ?? '')
    await expect(identity.authenticate(bearer(there.accessToken))).rejects.toMatchObject(
      refused('credentials_invalid'),
    )
    await identity.signIn(person)
    expect(await identity.revokeOtherSessions(me)).toBe(1)
    expect(await identity.listSessions(me)).toHaveLength(1)
  })
})

function later(milliseconds: number) {
  now = new Date(now.getTime() + milliseconds)
}

async function livingTokens(sessionId: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identity.refresh_tokens t
    where t.company_id = ${buyer.actor.companyId} and t.used_at is null and t.session_id = ${sessionId}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}

const refused = (code: string) => ({ code: `identity.${code}`, status: 401 })
