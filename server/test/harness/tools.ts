import { existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const checkout = join(import.meta.dirname, '../../..')

/**
 * Where programs are unpacked that the machine does not have. Root runs PostgreSQL as somebody else, who must be able
 * to come there.
 */
export const unpackedFolder =
  process.getuid?.() === 0 && !isOpenToAll(checkout)
    ? '/var/cache/purveyor/test-tools'
    : join(checkout, '.cache/test-tools')

function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & 0b001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}

/** The folder of PostgreSQL 15's programs. An empty variable means: leave that suite out. */
export function findPostgres15(): string | undefined {
  return firstWith('postgres', process.env.TEST_POSTGRES_15_BIN, [
    '/usr/lib/postgresql/15/bin',
    ...pathFolders().filter((folder) => folder.includes('postgresql/15')),
    join(unpackedFolder, 'postgresql-15'),
  ])
}

/** The path of a Redis server. An empty variable means: leave the suites that need it out. */
export function findRedis(): string | undefined {
  const named = process.env.TEST_REDIS_SERVER
  if (named !== undefined) return named !== '' && existsSync(named) ? named : undefined
  const folder = firstWith('redis-server', undefined, [
    ...pathFolders(),
    '/usr/bin',
    '/usr/local/bin',
    join(unpackedFolder, 'redis-server'),
  ])
  return folder && join(folder, 'redis-server')
}

function firstWith(
  program: string,
  named: string | undefined,
  folders: readonly string[],
): string | undefined {
  const candidates = named === undefined ? folders : [named]
  return candidates.find((folder) => folder !== '' && existsSync(join(folder, program)))
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter)
}
