import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { responseText } from './response-text.ts'

describe('the stored answer of a receiver', () => {
  it('is the text itself when it is short and clean', () => {
    expect(responseText(Buffer.from('{"ok":true} – ✓'))).toBe('{"ok":true} – ✓')
    expect(responseText(Buffer.alloc(0))).toBeUndefined()
  })

  it('is cut between two characters', () => {
    const kept = responseText(Buffer.from('€'.repeat(6_000))) ?? ''

    expect(kept).toBe('€'.repeat(5_461))
  })

  it('fits the column whatever the receiver sends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40_000, size: 'max' }), (bytes) => {
        const kept = responseText(bytes) ?? ''
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(16_384)
        expect(kept).not.toContain('\0')
        expect(kept.isWellFormed()).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
