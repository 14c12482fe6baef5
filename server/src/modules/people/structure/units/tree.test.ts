import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelsMax, misplacement, type Tree } from './tree.ts'

const ids = Array.from({ length: 24 }, (_, at) => `unt_${at}`)
const anId = fc.constantFrom(...ids)

/** New units and moves, as a company might ask for them. Most of them are possible. */
const requests = fc.array(
  fc.record({ unitId: anId, parentId: fc.option(anId, { nil: undefined, freq: 8 }) }),
  { minLength: 80, maxLength: 120 },
)

describe('a tree of units', () => {
  it('never has a circle or a ninth level, whatever moves it takes', () => {
    let refused = 0
    fc.assert(
      fc.property(requests, (moves) => {
        const tree = new Map<string, string | undefined>()
        for (const { unitId, parentId } of moves) {
          if (parentId !== undefined && !tree.has(parentId)) continue
          if (misplacement(tree, unitId, parentId)) refused += 1
          else tree.set(unitId, parentId)
          expect(Math.max(0, ...levelsOf(tree))).toBeLessThanOrEqual(levelsMax)
        }
      }),
    )
    expect(refused).toBeGreaterThan(100)
  })

  it('refuses only moves after which it would be wrong', () => {
    fc.assert(
      fc.property(requests, (moves) => {
        const tree = new Map<string, string | undefined>()
        for (const { unitId, parentId } of moves) {
          if (parentId !== undefined && !tree.has(parentId)) continue
          const after = new Map(tree).set(unitId, parentId)
          const isWrong = levelsOf(after).some((levels) => levels > levelsMax)
          expect(misplacement(tree, unitId, parentId) !== undefined).toBe(isWrong)
          if (!isWrong) tree.set(unitId, parentId)
        }
      }),
    )
  })

  it.each([
    ['itself', 'unt_1', 'circle'],
    ['a unit below it', 'unt_4', 'circle'],
    ['a unit beside its parent', 'unt_5', undefined],
  ])('answers for a move below %s', (_name, parentId, expected) => {
    const tree = new Map([
      ['unt_0', undefined],
      ['unt_1', 'unt_0'],
      ['unt_3', 'unt_1'],
      ['unt_4', 'unt_3'],
      ['unt_5', undefined],
    ])
    expect(misplacement(tree, 'unt_1', parentId)).toBe(expected)
  })

  it('counts the levels below a unit that moves', () => {
    const chain = ids.slice(0, 8).map((id, at) => [id, at === 0 ? undefined : ids[at - 1]] as const)
    const tree = new Map<string, string | undefined>([...chain, ['unt_9', undefined]])
    expect(misplacement(tree, 'unt_9', 'unt_6')).toBeUndefined()
    expect(misplacement(tree, 'unt_9', 'unt_7')).toBe('too_deep')
    expect(misplacement(tree, 'unt_0', 'unt_9')).toBe('too_deep')
  })
})

/** The levels of each unit, counted from it to the top. More than all units: it is in a circle. */
function levelsOf(tree: Tree): number[] {
  return [...tree.keys()].map((id) => {
    let levels = 0
    for (let at: string | undefined = id; at !== undefined; at = tree.get(at)) {
      levels += 1
      if (levels > tree.size) return Number.POSITIVE_INFINITY
    }
    return levels
  })
}
