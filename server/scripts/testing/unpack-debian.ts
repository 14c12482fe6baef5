import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const patienceMs = 180_000

/** Programs of packages that are used without an installation. */
export type DebianPrograms = {
  readonly packages: readonly string[]
  readonly programs: readonly string[]
  /** The folder of the programs inside the package. */
  readonly folder: string
}

/** Packages that an installed server needs, but a server in a test does not. */
const notNeeded =
  /^(adduser|libllvm|locales|logrotate|lsb-|openssl|perl|postgresql-.*common|ssl-cert|sysstat)|perl/

/**
 * Downloads packages of Debian with their dependencies, unpacks everything below `place`, and writes scripts there that start the
 * programs. Needs no root. If that is impossible, it throws the reason.
 */
export async function unpackDebian(debian: DebianPrograms, place: string): Promise<void> {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) {
    throw new Error('this is not Debian')
  }
  const work = `${place}.${process.pid}`
  try {
    await mkdir(join(work, 'root'), { recursive: true })
    await mkdir(join(work, 'packages'))
    await download(debian.packages, work)
    for (const file of await readdir(join(work, 'packages'))) {
      await run('dpkg', ['-x', join(work, 'packages', file), join(work, 'root')])
    }
    await rm(join(work, 'packages'), { recursive: true })
    await rm(join(work, 'apt'), { recursive: true, force: true })
    // The JIT compiler of PostgreSQL is large and was left out. Without this file PostgreSQL runs without it, and with the file it
    // would fail.
    await rm(join(work, 'root/usr/lib/postgresql/15/lib/llvmjit.so'), { force: true })
    for (const program of debian.programs) await writeStarter(work, debian.folder, program)
    await rm(place, { recursive: true, force: true })
    await rename(work, place)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Downloads with the package lists of this machine. If they are missing or old, it downloads lists of its own. */
async function download(names: readonly string[], work: string): Promise<void> {
  try {
    await downloadWith([], names, work)
  } catch {
    const state = join(work, 'apt')
    await mkdir(join(state, 'lists/partial'), { recursive: true })
    await mkdir(join(state, 'cache/archives/partial'), { recursive: true })
    const own = [
      ...['-o', `Dir::State::Lists=${join(state, 'lists')}`],
      ...['-o', `Dir::Cache=${join(state, 'cache')}`],
    ]
    await apt([...own, 'update'], work)
    await downloadWith(own, names, work)
  }
}

async function downloadWith(
  own: readonly string[],
  names: readonly string[],
  work: string,
): Promise<void> {
  const plan = await apt(
    [...own, '--simulate', '--no-install-recommends', 'install', ...names],
    work,
  )
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, found]) => found ?? '')
  const needed = new Set([...names, ...missing.filter((found) => !notNeeded.test(found))])
  await apt([...own, 'download', ...needed], join(work, 'packages'))
}

async function apt(options: readonly string[], cwd: string): Promise<string> {
  const quick = [
    ...['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'],
    ...['-o', 'Acquire::https::Timeout=15', '-o', 'Debug::NoLocking=1'],
    // The sandbox user of apt could not write into our folder.
    ...['-o', 'APT::Sandbox::User=root'],
  ]
  const env = { ...process.env, LC_ALL: 'C' }
  const { stdout } = await run('apt-get', [...quick, ...options], { cwd, env, timeout: patienceMs })
  return stdout
}

/** Writes a script that finds the unpacked libraries, wherever the folder has been moved to. */
async function writeStarter(place: string, folder: string, program: string): Promise<void> {
  const libraries = await librariesOf(join(place, 'root'))
  const paths = libraries.map((path) => `$here/root/${path}`).join(':')
  const script = [
    '#!/bin/sh',
    'here=$(dirname "$(readlink -f "$0")")',
    `export LD_LIBRARY_PATH="${paths}"`,
    `exec "$here/root${folder}/${program}" "$@"`,
  ]
  await writeFile(join(place, program), `${script.join('\n')}\n`)
  await chmod(join(place, program), 0o755)
}

async function librariesOf(root: string): Promise<string[]> {
  const folders: string[] = []
  for (const base of ['usr/lib', 'lib']) {
    if (!existsSync(join(root, base))) continue
    const entries = await readdir(join(root, base), { withFileTypes: true })
    const own = entries.filter((entry) => entry.isDirectory() && /-linux-/.test(entry.name))
    folders.push(...own.map(({ name }) => join(base, name)))
  }
  return folders
}
