import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * The folders of the packages that this package may import, as Node finds them: the `node_modules` of its folder and of each
 * folder above it. Installers use links: npm links workspaces, pnpm links every package, and `node_modules` may be a link itself.
 * The permission to read a link does not allow reading its target, so the list has the real folders too.
 */
export function readableFolders(packageFolder: string): string[] {
  const folders = new Set<string>()
  const isReadable = (path: string) => [...folders].some((one) => path.startsWith(one))
  const add = (path: string) => {
    if (!isReadable(path + sep)) folders.add(path + sep)
  }
  for (const path of modulesAbove(packageFolder)) {
    add(path)
    add(realpathSync(path))
  }
  const seen = new Set<string>()
  const addPackagesOf = (folder: string) => {
    for (const name of dependenciesOf(folder)) {
      const link = modulesAbove(folder)
        .map((modules) => join(modules, name))
        .find((path) => existsSync(path))
      const real = link && realpathSync(link)
      if (!real || seen.has(real)) continue
      seen.add(real)
      add(link)
      add(real)
      addPackagesOf(real)
    }
  }
  addPackagesOf(realpathSync(packageFolder))
  return [...folders]
}

/** The nearest folder first. */
function modulesAbove(folder: string): string[] {
  const found: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules')
    if (existsSync(modules)) found.push(modules)
    if (dirname(at) === at) return found
  }
}

/** Folders that do not exist are left out later: an optional package may be missing. */
function dependenciesOf(folder: string): string[] {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(text) as Record<
    'dependencies' | 'optionalDependencies' | 'peerDependencies',
    Record<string, string> | undefined
  >
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
}
