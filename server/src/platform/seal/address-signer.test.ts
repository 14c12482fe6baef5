import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAddressSigner, sealKeysFrom } from './index.ts'

const fallbackSecret = 'a secret of this installation'
const oldKey = `k2024:${randomBytes(32).toString('base64')}`
const newKey = `k2025:${randomBytes(32).toString('base64')}`
const signerOf = (dataEncryptionKeys: string, purpose = 'pictures') =>
  createAddressSigner(sealKeysFrom({ dataEncryptionKeys, fallbackSecret }), purpose)

const signer = signerOf(oldKey)

describe('a signed address', () => {
  it('opens what was signed', () => {
    const signature = signer.sign('prd_1/card/v1')

    expect(signature).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(signer.verify('prd_1/card/v1', signature)).toBe(true)
    expect(signer.sign('prd_1/card/v1')).toBe(signature)
  })

  it('stays the same for ever', () => {
    const known = signerOf(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
    expect(known.sign('prd_1')).toBe('1pIax_kZXxT5UjW3-m2j4J')
  })

  it('opens no other name', () => {
    expect(signer.verify('prd_2/card/v1', signer.sign('prd_1/card/v1'))).toBe(false)
  })

  it('does not open when any character of its signature is another', () => {
    const signature = signer.sign('prd_1')

    for (let at = 0; at < signature.length; at += 1) {
      const other = signature[at] === 'A' ? 'B' : 'A'
      const changed = signature.slice(0, at) + other + signature.slice(at + 1)
      expect(signer.verify('prd_1', changed), `character ${at}`).toBe(false)
    }
  })

  it.each(['', 'A', 'short', 'é'.repeat(22)])('does not open with the signature “%s”', (sent) => {
    expect(signer.verify('prd_1', sent)).toBe(false)
  })

  it('does not open with a part of its signature, or with more than it', () => {
    const signature = signer.sign('prd_1')

    expect(signer.verify('prd_1', signature.slice(0, -1))).toBe(false)
    expect(signer.verify('prd_1', `${signature}A`)).toBe(false)
  })

  it('opens nothing of another purpose', () => {
    expect(signerOf(oldKey, 'attachments').verify('prd_1', signer.sign('prd_1'))).toBe(false)
  })

  it('opens nothing of another installation', () => {
    expect(signerOf(newKey).verify('prd_1', signer.sign('prd_1'))).toBe(false)
  })
})

describe('after a rotation', () => {
  const rotated = signerOf(`${newKey},${oldKey}`)

  it('older addresses still open', () => {
    expect(rotated.verify('prd_1', signer.sign('prd_1'))).toBe(true)
  })

  it('the new key signs', () => {
    expect(rotated.sign('prd_1')).toBe(signerOf(newKey).sign('prd_1'))
    expect(signer.verify('prd_1', rotated.sign('prd_1'))).toBe(false)
  })

  it('addresses of a key that was removed no longer open', () => {
    expect(signerOf(newKey).verify('prd_1', rotated.sign('prd_1'))).toBe(true)
    expect(signerOf(newKey).verify('prd_1', signer.sign('prd_1'))).toBe(false)
  })
})
