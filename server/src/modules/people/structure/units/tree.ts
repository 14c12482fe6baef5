/** The most levels of a tree of units. A unit at the top is on the first. */
export const levelsMax = 8

/** The parents of units, by the ids of the units. Undefined: the unit stands at the top. */
export type Tree = ReadonlyMap<string, string | undefined>

/** Why a unit cannot stand below a parent. Undefined: it can. A new unit is not in the tree yet. */
export function misplacement(
  tree: Tree,
  unitId: string,
  parentId: string | undefined,
): 'circle' | 'too_deep' | undefined {
  if (parentId === undefined) return undefined
  const above = lineOf(tree, parentId)
  if (above.includes(unitId)) return 'circle'
  return above.length + levelsBelow(tree, unitId) > levelsMax ? 'too_deep' : undefined
}

/** The unit, the one above it, and so on to the top. */
function lineOf(tree: Tree, unitId: string): readonly string[] {
  const line: string[] = []
  for (let at: string | undefined = unitId; at !== undefined; at = tree.get(at)) line.push(at)
  return line
}

/** The levels that the unit and all below it take: 1 for a unit with nothing below it. */
function levelsBelow(tree: Tree, unitId: string): number {
  const lines = [...tree.keys()].map((id) => lineOf(tree, id).indexOf(unitId) + 1)
  return Math.max(1, ...lines)
}
