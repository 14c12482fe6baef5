import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtSiteFolder } from '../src/docs/index.ts'
import { siteDocumentsChangedAt } from './docs/site-documents.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The pages are built if they are older than their sources. */
export async function prepare(): Promise<void> {
  if (await webIsStale()) await buildWeb()
}

/**
 * The documentation site is built beside the running service, because its tools may have to be installed first. Without a package
 * registry everything else works, and /docs says how to build it.
 */
export async function buildDocsIfStale(): Promise<void> {
  const built = await stat(join(builtSiteFolder, 'index.html')).catch(() => undefined)
  if (built && built.mtimeMs > (await siteDocumentsChangedAt(root))) return
  const script = join(import.meta.dirname, 'docs.ts')
  const child = spawn(process.execPath, [script], { cwd: root, stdio: 'ignore' })
  process.once('exit', () => child.kill())
  const code = await new Promise((done) => child.once('exit', done))
  console.log(
    code === 0
      ? 'The documentation is built: open /docs.'
      : 'The documentation could not be built. Run `npm run docs` to see why.',
  )
}

async function webIsStale(): Promise<boolean> {
  const built = await stat(join(root, 'web/dist/company/index.html')).catch(() => undefined)
  if (!built) return true
  const sources = await Promise.all(
    ['web/src', 'web/index.html', 'web/company', 'sdk/src', 'openapi.json'].map((path) =>
      newest(join(root, path)),
    ),
  )
  return Math.max(...sources) > built.mtimeMs
}

async function newest(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const entries = await readdir(path)
  return Math.max(0, ...(await Promise.all(entries.map((entry) => newest(join(path, entry))))))
}

async function buildWeb(): Promise<void> {
  console.log('Building the pages …')
  const child = spawn('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error('The pages could not be built.')
}
