import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** What `npm ci` leaves out, and the folder with its lock: most installations need none of it. */
export const apartSources = {
  /** The client of S3, where a bucket keeps the pictures. */
  s3: 'server/optional/s3',
  /** What `npm run check` and `npm run sql` run. */
  checks: 'server/scripts/checks',
  /** The clients and servers of others, for tests and benches. */
  tests: 'server/test/apart',
  /** The client generators, for the deep tests. */
  generators: 'server/test/deep/generators',
  /** StrykerJS, for `npm run mutate`. */
  mutation: 'server/scripts/mutate',
  /** The builder of the documentation site. */
  docs: 'docs/site',
} as const

export type ApartName = keyof typeof apartSources

/** The folder with the package.json and the lock of these packages. */
export function apartSource(name: ApartName): string {
  return join(root, apartSources[name])
}

/** Where these packages are installed, or will be. Another lock has another folder. */
export function apartFolder(name: ApartName): string {
  const lock = readFileSync(join(apartSource(name), 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  return join(root, '.cache', name, version)
}

export function isInstalledApart(name: ApartName): boolean {
  return existsSync(join(apartFolder(name), 'installed'))
}

/** Loads one of these packages. They are installed already. */
export function requireApart<Package>(name: ApartName, wanted: string): Package {
  return createRequire(join(apartFolder(name), 'package.json'))(wanted) as Package
}
