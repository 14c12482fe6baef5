import { execFile } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** With the newer versions of these two, its streams fail. */
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '1.15.2' },
  overrides: { hono: '4.9.7', '@hono/node-server': '1.13.8' },
}
const folder = fileURLToPath(new URL('../../../.cache/bench/portkey-1.15.2', import.meta.url))
const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')

/** Installs the gateway of Portkey, once, into a folder of the bench. Returns the script that starts it. */
export async function installPortkey(): Promise<string> {
  const isThere = await access(script).then(
    () => true,
    () => false,
  )
  if (isThere) return script
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', args, { cwd: folder })
  return script
}
