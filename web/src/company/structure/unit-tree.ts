import type { Unit } from './structure-api.ts'

export type UnitTree = {
  /** The units directly below this one, by their names. Undefined: those at the top. */
  readonly below: (parentId: string | undefined) => readonly Unit[]
  /** The name of a unit after the names of all units above it: `Example GmbH / Plant Kiel`. */
  readonly pathOf: (unitId: string) => string
  /** All units in the order of the tree. */
  readonly all: readonly Unit[]
}

export function treeOf(units: readonly Unit[], language: string): UnitTree {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const sorted = units.toSorted((one, other) => one.name.localeCompare(other.name, language))
  const children = Map.groupBy(sorted, ({ parentId }) => parentId)
  const below = (parentId: string | undefined) => children.get(parentId) ?? []
  const withBelow = (unit: Unit): Unit[] => [unit, ...below(unit.id).flatMap(withBelow)]
  return {
    below,
    pathOf: (unitId) => {
      const names: string[] = []
      for (let unit = byId.get(unitId); unit; unit = byId.get(unit.parentId ?? '')) {
        names.unshift(unit.name)
      }
      return names.join(' / ')
    },
    all: below(undefined).flatMap(withBelow),
  }
}
