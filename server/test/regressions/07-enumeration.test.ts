import { createHook } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aPerson } from '#testing/identity'
import type { Reply } from '../journeys/client.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, wordsOf } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const { database } = world.parts.platform
const { companyId } = ours
const known = await aPerson(database, { companyId })
const disabled = await aPerson(database, { companyId })
await sql`update identity.users set state = 'DISABLED' where id = ${disabled.actor.id}`.execute(
  database.pool,
)

describe('enumeration: Vendure CVE-2026-25050; Saleor CVE-2026-39851 and its register of 2025', () => {
  it('an unknown person, a wrong password and a disabled account get the same refusal', async () => {
    const wrong = await trySignIn(known.email, 'not the password')
    expect(wrong.status).toBe(401)
    for (const reply of [
      await trySignIn('nobody@example.com', 'not the password'),
      await trySignIn(disabled.email, disabled.password),
      await trySignIn(disabled.email, 'not the password'),
      await trySignIn(known.email, `${known.password} `),
    ]) {
      expect(shapeOf(reply)).toEqual(shapeOf(wrong))
    }
  })

  it('a password reset answers the same for everybody', async () => {
    const ask = (email: string) => world.anybody.post('/auth/password/reset-request', { email })
    const one = await ask(known.email)
    expect(one.status).toBe(202)
    for (const email of ['nobody@example.com', disabled.email, known.email.toUpperCase()]) {
      const other = await ask(email)
      expect(other.body).toEqual({ ...one.body, meta: other.body.meta })
      expect(other.status).toBe(one.status)
    }
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const reset = await world.anybody.post('/auth/password/reset', {
        token,
        password: 'correct horse battery staple, anew',
      })
      expect([400, 401, 404, 422]).toContain(reset.status)
      expect(JSON.stringify(reset.body)).not.toContain('@')
    }
  })

  it('and all cost the same work: one comparison with a hash', async () => {
    await trySignIn('nobody@example.com', 'a first one, which makes the decoy')
    for (const email of [known.email, 'nobody@example.com', disabled.email]) {
      const { reply, hashed } = await countHashes(() => trySignIn(email, 'not the password'))
      expect({ status: reply.status, hashed }).toEqual({ status: 401, hashed: 1 })
    }
  })

  it('an unknown, revoked or foreign key gets the same refusal', async () => {
    const { body } = await ours.admin.post('/api/v1/api-keys', {
      name: 'Short',
      scopes: ['orders:read'],
    })
    await ours.admin.delete(`/api/v1/api-keys/${body.data.id}`)
    const revoked = await world.anybody.get('/api/v1/orders', {
      headers: { 'x-api-key': body.data.key },
    })
    const unknown = await world.anybody.get('/api/v1/orders', {
      headers: {
        'x-api-key': `${body.data.key.slice(0, -1)}${body.data.key.endsWith('a') ? 'b' : 'a'}`,
      },
    })
    expect(revoked.status).toBe(401)
    expect(shapeOf(revoked)).toEqual(shapeOf(unknown))
  })

  it('a record of another company gets the refusal for an unknown one', async () => {
    const theirs = await world.company()
    const { orderId, paymentId, checkoutId } = await aPurchase(world, theirs)
    for (const [path, id] of [
      ['orders', orderId],
      ['payments', paymentId],
      ['checkout', checkoutId],
    ]) {
      const foreign = await ours.admin.get(`/api/v1/${path}/${id}`)
      const made = `${id?.slice(0, 4)}${'0'.repeat((id?.length ?? 4) - 4)}`
      const none = await ours.admin.get(`/api/v1/${path}/${made}`)
      expect(foreign.status).toBe(404)
      expect(shapeOf(foreign)).toEqual(shapeOf(none))
    }
  })

  it('ids do not count: two made together differ in unguessable parts', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const scopes = ['orders:read']
        return (await ours.admin.post('/api/v1/api-keys', { name: 'n', scopes })).body.data.id
      }),
    )
    const [one, other] = ids.map((id: string) => id.slice(-12))
    expect(one).not.toBe(other)
  })
})

/**
 * Time is what a stranger sees, and no busy machine measures it twice alike: what it comes from is counted.
 * The hashes are the only native work that gives itself no name.
 */
async function countHashes(attempt: () => Promise<Reply>) {
  let hashed = 0
  const hook = createHook({
    init(_id, kind) {
      if (kind === 'undefined') hashed += 1
    },
  }).enable()
  const reply = await attempt().finally(() => hook.disable())
  return { reply, hashed }
}

function trySignIn(email: string, password: string): Promise<Reply> {
  return world.anybody.post('/auth/login', { email, password })
}

/** Everything of an answer that could distinguish two of them. */
function shapeOf(reply: Reply): unknown {
  const names = [...reply.headers.keys()].filter((name) => name !== 'x-request-id').sort()
  return { words: wordsOf(reply), names, length: JSON.stringify(reply.body).length }
}
