import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Principal } from '#kernel/actor'
import { after, minutesMs } from '#kernel/time'
import { fc } from '#testing/tools/fc'
import { createTickets } from './tickets.ts'

const secret = randomBytes(32)
const path = '/api/v1/searches/srch_1/stream'
const actor: Principal = {
  kind: 'person',
  id: 'usr_1',
  companyId: 'co_1',
  unitId: 'unt_1',
  roles: new Set(['company_admin']),
  scopes: new Set(['products:read', 'orders:write', 'webhooks:manage']),
  email: 'anna@example.com',
  sessionId: 'ses_1',
}
let now = new Date('2026-01-02T03:04:05Z')
const tickets = createTickets(secret, () => now)

describe('a ticket', () => {
  it('acts for its holder with one scope and no role, at one address', () => {
    const { text, expiresAt } = tickets.issue(path, actor, 'products:read')
    expect(expiresAt).toEqual(after(now, minutesMs(5)))
    expect(tickets.redeem(path, text)).toMatchObject({
      kind: 'person',
      id: 'usr_1',
      companyId: 'co_1',
      unitId: 'unt_1',
      sessionId: 'ses_1',
      roles: new Set(),
      scopes: new Set(['products:read']),
    })
    expect(Buffer.from(text, 'base64url').toString()).not.toContain('anna@')
    expect(() => tickets.redeem(`${path}2`, text)).toThrow('ticket')
    const elsewhere = createTickets(randomBytes(32), () => now)
    expect(() => elsewhere.redeem(path, text)).toThrow('ticket')
  })

  it('expires after five minutes', () => {
    const { text } = tickets.issue(path, actor, 'products:read')
    const begun = now
    now = after(begun, minutesMs(5) - 1)
    expect(tickets.redeem(path, text).id).toBe('usr_1')
    now = after(begun, minutesMs(5))
    expect(() => tickets.redeem(path, text)).toThrow('ticket')
  })

  it('cannot be changed or forged', () => {
    const { text } = tickets.issue(path, actor, 'products:read')
    const bytes = Buffer.from(text, 'base64url')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => tickets.redeem(path, changed.toString('base64url'))).toThrow('ticket')
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), (made) => {
        expect(() => tickets.redeem(path, made)).toThrow('ticket')
      }),
    )
    expect(() => tickets.redeem(path, `${text}=`)).toThrow('ticket')
  })
})
