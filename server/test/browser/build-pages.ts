import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const webFolder = join(root, 'web')
const builds = join(root, '.cache/pages')
const sources = [
  'web/*.*',
  'web/company/*.*',
  'web/src/**/*.*',
  'openapi.json',
  'sdk/package.json',
  'sdk/src/**/*.*',
  'package-lock.json',
]

/** The folders of the operators' pages and of those of companies. */
type BuiltPages = { readonly folder: string; readonly company: string }

let built: Promise<BuiltPages> | undefined

/** The pages as they are shipped, built once for all processes and runs that have the same sources. */
export function buildPages(): Promise<BuiltPages> {
  built ??= findOrBuild()
  return built
}

async function findOrBuild(): Promise<BuiltPages> {
  const folder = join(builds, await digestOfSources())
  const lock = `${folder}.lock`
  await mkdir(builds, { recursive: true })
  for (;;) {
    if (existsSync(folder)) return partsOf(folder)
    if (await claim(lock)) break
    await pause(100)
  }
  try {
    await removeOlderThan(24 * 3_600_000)
    const fresh = `${folder}.${process.pid}`
    await build(fresh)
    // The folder gets its name when it is complete. Another process may have built it just before the claim.
    if (existsSync(folder)) await rm(fresh, { recursive: true, force: true })
    else await rename(fresh, folder)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
  return partsOf(folder)
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort()) {
    digest.update(file).update(await readFile(join(root, file)))
  }
  return digest.digest('hex').slice(0, 16)
}

/** Only one process makes this folder. A process that died leaves its lock: it counts for three minutes. */
async function claim(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch {
    const since = (await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - since > 180_000) await rm(lock, { recursive: true, force: true })
    return false
  }
}

async function removeOlderThan(ms: number): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - changed > ms) await rm(path, { recursive: true, force: true })
  }
}

async function build(folder: string): Promise<void> {
  const vite = join(
    dirname(createRequire(join(webFolder, 'x')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  // The test runner's own NODE_ENV would build the pages for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { folder: operators, company } = partsOf(folder)
  for (const [root, outDir] of [
    ['.', operators],
    ['company', company],
  ] as const) {
    const options = ['build', root, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
    await promisify(execFile)(process.execPath, [vite, ...options], { cwd: webFolder, env })
  }
}

const partsOf = (folder: string): BuiltPages => ({
  folder: join(folder, 'operators'),
  company: join(folder, 'company'),
})
