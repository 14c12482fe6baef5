import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { createSeal, SealBroken, sealKeysFrom } from './index.ts'

const oldKey = `k2024:${randomBytes(32).toString('base64')}`
const fallbackSecret = 'a secret of this installation'
const about = 'co_1|webhooks.endpoints|secret|whk_1'

describe('a seal', () => {
  const newKey = `k2025:${randomBytes(32).toString('base64')}`

  const seal = createSeal(sealKeysFrom({ dataEncryptionKeys: oldKey, fallbackSecret }))

  it('returns what was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(seal.open(seal.seal(text, place), place)).toBe(text)
      }),
    )
  })

  it('differs every time and hides its content', () => {
    const sealed = seal.seal('whsec_hidden', about)

    expect(sealed).toMatch(/^k2024\.[A-Za-z0-9_-]+$/)
    expect(seal.seal('whsec_hidden', about)).not.toBe(sealed)
    expect(Buffer.from(sealed.slice(6), 'base64url').toString('latin1')).not.toContain('whsec')
  })

  it('does not open in another place', () => {
    const sealed = seal.seal('secret', about)

    expect(() => seal.open(sealed, 'co_2|webhooks.endpoints|secret|whk_1')).toThrow(SealBroken)
  })

  it('does not open when a byte was changed or cut', () => {
    const sealed = seal.seal('secret', about)
    const packed = Buffer.from(sealed.slice(6), 'base64url')
    for (let index = 0; index < packed.length; index += 1) {
      const changed = Buffer.from(packed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => seal.open(`k2024.${changed.toString('base64url')}`, about)).toThrow(SealBroken)
    }
    // A tag of four bytes, which Node would accept without an explicit length.
    for (const length of [0, 5, 12, 27, packed.length - 12]) {
      const cut = packed.subarray(0, length).toString('base64url')
      expect(() => seal.open(`k2024.${cut}`, about)).toThrow(SealBroken)
    }
    expect(() => seal.open('', about)).toThrow(SealBroken)
    expect(() => seal.open('plain text', about)).toThrow(SealBroken)
  })

  it('with a new first key opens what the old key sealed', () => {
    const both = createSeal(
      sealKeysFrom({ dataEncryptionKeys: `${newKey}, ${oldKey}`, fallbackSecret }),
    )
    const onlyNew = createSeal(sealKeysFrom({ dataEncryptionKeys: newKey, fallbackSecret }))
    const sealedBefore = seal.seal('secret', about)

    expect(both.open(sealedBefore, about)).toBe('secret')
    expect(both.seal('secret', about)).toMatch(/^k2025\./)
    expect(() => onlyNew.open(sealedBefore, about)).toThrow('The key k2024 is not in the ring.')
  })

  it('names its keys, and the one that seals first', () => {
    const both = sealKeysFrom({ dataEncryptionKeys: `${newKey},${oldKey}`, fallbackSecret: '' })
    expect(createSeal(both).keyNames).toEqual(['k2025', 'k2024'])
  })

  it('opens what an installation has stored', () => {
    const key = `k1:${Buffer.alloc(32, 1).toString('base64')}`
    const stored = createSeal(sealKeysFrom({ dataEncryptionKeys: key, fallbackSecret }))
    for (const sealed of [
      'k1.r3F2lNy7RwApjCgGsVKYGp8Wx6Cpl-1bkvIfXJSPXOjYoik',
      'derived-ffe3f4fd.vntcenz5hYzMckOKQWA-eGF6jrxoS0XvawzdDHNXzGaHL70',
    ]) {
      expect(stored.open(sealed, 'co_1|table|column|row_1')).toBe('Grüße')
    }
  })

  it('says why it does not open', () => {
    const reasonOf = (sealed: string) => messageOf(() => seal.open(sealed, about))
    const [kid, body = ''] = seal.seal('secret', about).split('.')
    expect(reasonOf(`${kid}.${body.slice(0, 36)}`)).toBe('SealBroken: The text is cut short.')
    expect(reasonOf(`${kid}.A${body}`)).toBe(
      'SealBroken: The text was changed, or belongs somewhere else.',
    )
    expect(reasonOf(`${'x'.repeat(41)}.${body}`)).toBe(
      `SealBroken: The key ${'x'.repeat(40)} is not in the ring.`,
    )
  })

  it('does not mistake one key for another with the same name', () => {
    const both = createSeal(
      sealKeysFrom({ dataEncryptionKeys: `${newKey},${oldKey}`, fallbackSecret }),
    )
    const renamed = seal.seal('secret', about).replace('k2024.', 'k2025.')

    expect(() => both.open(renamed, about)).toThrow(SealBroken)
  })
})

describe('the sealing keys', () => {
  it('are derived from the fallback secret without a ring, and stay the same', () => {
    const first = createSeal(sealKeysFrom({ fallbackSecret }))
    const second = createSeal(sealKeysFrom({ dataEncryptionKeys: ' ', fallbackSecret }))
    const sealed = first.seal('secret', about)

    expect(sealed).toMatch(/^derived-[0-9a-f]{8}\./)
    expect(second.open(sealed, about)).toBe('secret')
    const other = createSeal(sealKeysFrom({ fallbackSecret: 'another' }))
    expect(() => other.open(sealed, about)).toThrow(SealBroken)
  })

  it('are not told when they are refused', () => {
    const secret = randomBytes(32).toString('base64')
    // Messages end up in logs.
    for (const ring of [secret, `k 1:${secret}`, `k1:${secret}AAAA`, `k1:*${secret}`]) {
      const message = messageOf(() => sealKeysFrom({ dataEncryptionKeys: ring, fallbackSecret }))
      expect(message).toMatch(/^AssertionError/)
      expect(message).not.toContain(secret.slice(-20))
    }
  })
})

function messageOf(work: () => unknown): string {
  try {
    return `no error, but ${work()}`
  } catch (error) {
    return String(error)
  }
}
