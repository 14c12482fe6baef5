import { posix } from 'node:path'
import ts from 'typescript'
import { upwardEdges } from './module-map.ts'

export type Packages = Readonly<
  Record<string, { readonly uses: readonly string[]; readonly usesInTests: readonly string[] }>
>

/** A source file, by its path from the root of the project. */
export type PackageSource = { readonly path: string; readonly text: string }

/** The parts of a package.json that name other packages. */
export type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const scope = '@purveyor/'
const testsOrScripts = /[.](?:test|fixture)[.]tsx?$|[.]config[.]ts$|^[^/]+\/(?:test|scripts)\//

/**
 * Where the packages differ from their table: an edge that the table does not have, one that nothing needs, one that runs upwards or
 * closes a loop, and a package.json that says something else. `localStart` is the file of the product that counts as a script.
 */
export function packageProblems(
  packages: Packages,
  sources: readonly PackageSource[],
  manifests: Readonly<Record<string, Manifest>>,
  localStart: string,
): string[] {
  const all = Object.entries(packages)
  const edges = Object.fromEntries(
    all.map(([name, { uses, usesInTests }]) => [name, [...uses, ...usesInTests]]),
  )
  const unused = new Set(all.flatMap(([name]) => edges[name]?.map((used) => `${name} → ${used}`)))
  const wrong = sources.flatMap(({ path, text }) => {
    const [user = ''] = path.split('/')
    const entry = packages[user]
    const isTest = testsOrScripts.test(path) || path === localStart
    return packagesIn(path, text).flatMap((used) => {
      if (used === user || !(used in packages)) return []
      const mayUse = [...(entry?.uses ?? []), ...(isTest ? (entry?.usesInTests ?? []) : [])]
      if (!mayUse.includes(used)) return `${path} may not use the package ${used}.`
      unused.delete(`${user} → ${used}`)
      return []
    })
  })
  return [
    ...upwardEdges({ packages: edges }),
    ...wrong,
    ...[...unused].map((edge) => `No file uses the edge ${edge} between packages.`),
    ...all.flatMap(([name, entry]) => manifestProblems(name, entry, manifests[name])),
  ]
}

/** The packages that a source text imports, and `contract` where it reads openapi.json. */
export function packagesIn(path: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  const imported = importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith(scope)) return fileName.slice(scope.length).split('/').slice(0, 1)
    if (!fileName.startsWith('.')) return []
    const target = posix.join(posix.dirname(path), fileName)
    return target.split('/').slice(0, 1)
  })
  const reads = /'(?:[^'/\s][^'\s]*\/)?openapi\.json'/.test(text) ? ['contract'] : []
  return [...new Set([...imported, ...reads])]
}

function manifestProblems(
  name: string,
  { uses, usesInTests }: Packages[string],
  manifest: Manifest = {},
): string[] {
  const named = (listed: Readonly<Record<string, string>> = {}) =>
    Object.keys(listed).flatMap((key) => (key.startsWith(scope) ? key.slice(scope.length) : []))
  const [found, inTests] = [named(manifest.dependencies), named(manifest.devDependencies)]
  const missing = uses.filter((used) => used !== 'contract' && !found.includes(used))
  return [
    ...missing.map((used) => `${name}/package.json does not name ${scope}${used}.`),
    ...found
      .filter((used) => !uses.includes(used))
      .map((used) => `${name}/package.json depends on ${scope}${used}, which it may not use.`),
    ...inTests
      .filter((used) => !usesInTests.includes(used))
      .map((used) => `${name}/package.json develops with ${scope}${used}, which it may not use.`),
  ]
}
