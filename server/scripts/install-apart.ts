import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const files = ['package.json', 'package-lock.json']

/**
 * Installs the packages of `source`, a folder with a lock of its own, and returns the folder that has them. Nothing that runs
 * depends on them, so `npm ci` leaves them out: npm installs them once, into .cache.
 */
export async function installApart({
  source,
  name,
}: {
  readonly source: string
  readonly name: string
}): Promise<string> {
  const lock = await readFile(join(source, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const folder = join(root, '.cache', name, version)
  if (await exists(join(folder, 'installed'))) return folder
  // The folder gets its name when it is complete, so that nobody uses half an installation.
  const fresh = `${folder}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  for (const file of files) await cp(join(source, file), join(fresh, file))
  await installInto(fresh, name)
  await writeFile(join(fresh, 'installed'), '')
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  return folder
}

async function installInto(folder: string, name: string): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const shell = process.platform === 'win32'
  try {
    await promisify(execFile)('npm', args, { cwd: folder, shell })
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    const message = `npm could not install the packages of ${name}. They need a package registry once: check the network, then run it again.`
    throw new Error(message, { cause })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
