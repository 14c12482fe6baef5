import { describe, expect, it } from 'vitest'
import { firstIdAt, isId, newId, newIds, timeOfId } from './id.ts'

const now = new Date('2026-01-02T03:04:05.678Z')

describe('an id', () => {
  it('has its prefix and time, and sorts by time', () => {
    const id = newId('prd', now)
    expect(isId('prd', id)).toBe(true)
    expect(timeOfId(id)).toEqual(now)
    const later = newId('prd', new Date(now.getTime() + 1))
    expect(id < later && firstIdAt('prd', now) <= id).toBe(true)
    expect(timeOfId(newId('prd', now))).toEqual(now)
  })

  it('uses every character in each random position', () => {
    const ids = newIds('prd', 5_000, now)
    expect(new Set(ids).size).toBe(5_000)
    expect(ids).toEqual([...ids].sort())
    const places = Array.from({ length: 16 }, (_, place) => {
      return new Set(ids.map((id) => id.charAt('prd_'.length + 10 + place))).size
    })
    expect(places).toEqual(Array(16).fill(32))
  })
})
