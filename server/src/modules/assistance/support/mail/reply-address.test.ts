import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { sealKeysFrom } from '#platform/seal'
import { createReplyAddresses } from './reply-address.ts'

const now = new Date('2026-01-05T09:00:00Z')
const ticketId = newId('tkt', now)
const of = { ticketId, number: 7, personId: 'usr_ada' }
const older = sealKeysFrom({ fallbackSecret: 'a secret of at least 32 bytes, no. 1' })
const newer = sealKeysFrom({ fallbackSecret: 'a secret of at least 32 bytes, no. 2' })
const domain = 'Replies.example.com'
const addresses = createReplyAddresses({ sealKeys: older, domain, validDays: 90 })
const address = addresses.addressOf(of, now)

const isTaken = (sent: string, by = addresses, personId = of.personId, at = now) => {
  const read = by.read(sent)
  return read !== undefined && by.isSigned(read, personId, at)
}

describe('a reply address', () => {
  it('names a ticket and a person, and fits into a local part', () => {
    expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(addresses.read(address)).toMatchObject({ ticketId, number: 7 })
    expect(isTaken(address)).toBe(true)
  })

  it('survives a change of its case, as mail servers make it', () => {
    expect(isTaken(address.toUpperCase())).toBe(true)
  })

  it('is not taken for another person with its number', () => {
    expect(isTaken(address, addresses, 'usr_eve')).toBe(false)
  })

  it('is not taken if any of its characters differs', () => {
    const local = address.split('@')[0] ?? ''
    for (let at = 1; at < local.length; at += 1) {
      const other = local[at] === 'a' ? 'b' : 'a'
      expect(
        isTaken(`${local.slice(0, at)}${other}${local.slice(at + 1)}@replies.example.com`),
      ).toBe(false)
    }
  })

  it.each(['other.example.com', 'replies.example.com@x', 'replies.example.com.evil.example'])(
    'is not taken at %s',
    (host) => expect(isTaken(address.replace(/@.*/, `@${host}`))).toBe(false),
  )

  it('expires', () => {
    expect(isTaken(address, addresses, of.personId, after(now, daysMs(90)))).toBe(true)
    expect(isTaken(address, addresses, of.personId, after(now, daysMs(91)))).toBe(false)
  })

  it('survives the rotation of the keys, and not their removal', () => {
    const rotated = createReplyAddresses({ sealKeys: [...newer, ...older], domain, validDays: 90 })
    expect(isTaken(address, rotated)).toBe(true)
    expect(isTaken(rotated.addressOf(of, now), addresses)).toBe(false)
    const removed = createReplyAddresses({ sealKeys: newer, domain, validDays: 90 })
    expect(isTaken(address, removed)).toBe(false)
  })
})
