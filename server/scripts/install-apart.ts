import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ApartName, apartFolder, apartSource, isInstalledApart } from '#platform/apart'

/** `.npmrc` stands where npm shall not install the peers of a package: we have them. */
const files = ['package.json', 'package-lock.json', '.npmrc']

/**
 * Installs the packages of this name and returns the folder that has them. Nothing that always runs depends on them, so `npm ci`
 * leaves them out: npm installs them once, into .cache.
 */
export async function installApart(name: ApartName): Promise<string> {
  const folder = apartFolder(name)
  if (isInstalledApart(name)) return folder
  // The folder gets its name when it is complete, so that nobody uses half an installation.
  const fresh = `${folder}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  for (const file of files.filter((each) => existsSync(join(apartSource(name), each)))) {
    await cp(join(apartSource(name), file), join(fresh, file))
  }
  await installInto(fresh, name)
  await writeFile(join(fresh, 'installed'), '')
  // Another process has done the same meanwhile, and may use it already.
  if (isInstalledApart(name)) {
    await rm(fresh, { recursive: true, force: true })
    return folder
  }
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  return folder
}

async function installInto(folder: string, name: ApartName): Promise<void> {
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
