/** The areas of the business, from the lowest to the highest. In each, its modules, and which others each of them uses. */
export type Areas = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const modulesFolder = 'server/src/modules'

/** The folder of each module, from the root of the project. */
export function foldersOf(areas: Areas): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(areas).flatMap(([area, modules]) =>
      Object.keys(modules).map((module) => [module, `${modulesFolder}/${area}/${module}`]),
    ),
  )
}

/** A module that uses one that does not stand above it: such an edge runs upwards, or closes a circle. */
export function upwardEdges(areas: Areas): string[] {
  const modules = Object.values(areas).flatMap((inArea) => Object.entries(inArea))
  return modules.flatMap(([user, others], position) => {
    const above = new Set(modules.slice(0, position).map(([module]) => module))
    return others
      .filter((other) => !above.has(other))
      .map((other) => `${user} uses ${other}, which does not stand above it.`)
  })
}

/** For each edge between two areas: the edges between modules that need it. */
export function areaEdges(areas: Areas): ReadonlyMap<string, readonly string[]> {
  const areaOf = new Map(
    Object.entries(areas).flatMap(([area, modules]) =>
      Object.keys(modules).map((module) => [module, area]),
    ),
  )
  const edges = new Map<string, string[]>()
  for (const [area, modules] of Object.entries(areas)) {
    for (const [user, others] of Object.entries(modules)) {
      for (const other of others) {
        const edge = `${area} → ${areaOf.get(other)}`
        if (areaOf.get(other) === area) continue
        edges.set(edge, [...(edges.get(edge) ?? []), `${user} → ${other}`])
      }
    }
  }
  return edges
}

/**
 * What `imports` of server/package.json has and should not have, or lacks: each module by its name, and below that name perhaps
 * folders of its own that others may enter.
 */
export function importProblems(areas: Areas, imports: Readonly<Record<string, string>>): string[] {
  const folders = foldersOf(areas)
  const placeOf = (name: string) => {
    const [module = '', ...inner] = name.replace('#modules/', '').split('/')
    const folder = folders.get(module)?.replace(/^server/, '.')
    return folder && [folder, ...inner, 'index.ts'].join('/')
  }
  const missing = [...folders.keys()].filter((module) => !(`#modules/${module}` in imports))
  const wrong = Object.entries(imports).filter(
    ([name, path]) => name.startsWith('#modules/') && path !== placeOf(name),
  )
  return [
    ...missing.map((module) => `#modules/${module} is missing.`),
    ...wrong.map(([name]) => `${name} should be ${placeOf(name) ?? 'left out: it is no module'}.`),
  ]
}
