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

  it.each([
    ['no colon', randomBytes(32).toString('base64')],
    ['too short', `k1:${randomBytes(16).toString('base64')}`],
    ['not base64', `k1:${'*'.repeat(44)}`],
    ['a strange name', `k 1:${randomBytes(32).toString('base64')}`],
    ['an empty part', `${oldKey},`],
    ['the same name twice', `${oldKey},k2024:${randomBytes(32).toString('base64')}`],
  ])('are refused: %s', (_why, dataEncryptionKeys) => {
    const read = () => sealKeysFrom({ dataEncryptionKeys, fallbackSecret })

    expect(read).toThrow()
    try {
      read()
    } catch (error) {
      // Messages end up in logs.
      expect(String(error)).not.toContain(dataEncryptionKeys.slice(-20))
    }
  })
})
