import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

const root = join(import.meta.dirname, '../../../..')
const files = ['package.json', 'package-lock.json']

/**
 * Installs the generators and returns their folder. The product does not depend on them, so `npm ci` leaves them out:
 * npm installs the versions of package-lock.json, beside this file, once into a cache folder.
 */
export async function installGenerators(): Promise<string> {
  const lock = await readFile(join(import.meta.dirname, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const folder = join(root, '.cache/generators', version)
  if (await exists(join(folder, 'installed'))) return folder
  // The folder gets its name when it is complete, so that nobody uses half an installation.
  const fresh = `${folder}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  for (const file of files) await cp(join(import.meta.dirname, file), join(fresh, file))
  await installInto(fresh)
  await writeFile(join(fresh, 'installed'), '')
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  return folder
}

async function installInto(folder: string): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const isWindows = process.platform === 'win32'
  try {
    await run(isWindows ? 'cmd' : 'npm', isWindows ? ['/c', 'npm', ...args] : args, folder)
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    const message =
      'npm could not install the OpenAPI generators. This test needs a package registry once: check the network, then run it again.'
    throw new Error(message, { cause })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
