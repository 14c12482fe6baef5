import { describe, expect, it } from 'vitest'
import { keyNamesOf, sealKeysFrom } from './keys.ts'

const fallbackSecret = 'a secret of this installation'
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const read = (dataEncryptionKeys: string, secret = fallbackSecret) =>
  sealKeysFrom({ dataEncryptionKeys, fallbackSecret: secret })

describe('the keys of a ring', () => {
  it('come in its order, and the derived key opens last', () => {
    expect(read(` new:${key(1)} , old:${key(2)} `)).toEqual([
      { kid: 'new', key: Buffer.alloc(32, 1) },
      { kid: 'old', key: Buffer.alloc(32, 2) },
      // What an installation has sealed with this key must open for ever.
      {
        kid: 'derived-ffe3f4fd',
        key: Buffer.from('188dd74373e13de60f045ac53b9133bd4b796badfdec0989d5b0a4feb4ab54c3', 'hex'),
      },
    ])
  })

  it('need no fallback secret', () => {
    expect(read(`new:${key(1)}`, '')).toEqual([{ kid: 'new', key: Buffer.alloc(32, 1) }])
    expect(() => read('', '')).toThrow('there is no secret to derive a key from')
  })

  it('may be written without the padding of base64', () => {
    expect(read(`new:${key(1).replaceAll('=', '')}`)[0].key).toEqual(Buffer.alloc(32, 1))
  })

  it.each([
    [key(1), 'key 1 of the ring is not of the form kid:base64'],
    [`:${key(1)}`, 'key 1 of the ring is not of the form kid:base64'],
    [`new:${key(1)},`, 'key 2 of the ring is not of the form kid:base64'],
    [
      `new:${key(1)},o d:${key(2)}`,
      'key 2 of the ring has a name with other characters than letters, digits, - and _',
    ],
    [
      `${'n'.repeat(33)}:${key(1)}`,
      'key 1 of the ring has a name with other characters than letters, digits, - and _',
    ],
    [`new:${key(1).slice(4)}`, 'key 1 of the ring is not 32 bytes in base64'],
    [`new:${key(1)}AAAA`, 'key 1 of the ring is not 32 bytes in base64'],
    [`new:*${key(1)}`, 'key 1 of the ring is not 32 bytes in base64'],
    [`new:${key(1)},new:${key(2)}`, 'two keys have the same name'],
  ])('cannot be %s', (ring, message) => {
    expect(() => read(ring)).toThrow(message)
  })

  it('show their names, and no more', () => {
    expect(keyNamesOf(` new:${key(1)} , old:${key(2)},older`)).toBe(
      'new seals, old opens, older opens',
    )
  })
})
