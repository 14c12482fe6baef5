import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const server = fileURLToPath(new URL('../../../', import.meta.url))
const installed = [join(server, 'node_modules'), join(server, '../node_modules')]
const root = await realpath(await mkdtemp(join(tmpdir(), 'purveyor-linked-')))

afterAll(() => rm(root, { recursive: true, force: true }))

describe('a child of the pool imports', () => {
  it.each<[string, (folder: string) => Promise<unknown>]>([
    [
      'where node_modules is a link',
      (folder) => symlink(installed[1] as string, join(folder, 'node_modules')),
    ],
    ['where each package is a link', (folder) => linkEach(join(folder, 'node_modules'), installed)],
    [
      'where a folder far above has them',
      (folder) => linkEach(join(folder, '../../node_modules'), installed),
    ],
  ])('%s', async (name, link) => {
    const folder = await anInstallation(name.replaceAll(' ', '-'), link)
    expect(await imported(folder, 'pino')).toBe('{"value":true}')
  })

  it('declared packages, and nothing else that is linked beside them', async () => {
    const folder = await anInstallation('stranger', async (made) => {
      const stranger = join(root, 'stranger-package')
      await mkdir(stranger)
      await writeFile(join(stranger, 'package.json'), '{"name":"stranger","main":"index.js"}')
      await writeFile(join(stranger, 'index.js'), 'exports.secret = 1')
      await mkdir(join(made, 'node_modules'))
      await symlink(stranger, join(made, 'node_modules', 'stranger'))
    })
    expect(await imported(folder, 'stranger')).toContain('ERR_ACCESS_DENIED')
  })
})

/** The code of this folder as another installation has it. `link` decides where its packages are. */
async function anInstallation(name: string, link: (folder: string) => Promise<unknown>) {
  const folder = join(root, name, 'apps', 'server')
  await cp(here, join(folder, 'src/platform/compute'), { recursive: true })
  await cp(join(server, 'package.json'), join(folder, 'package.json'))
  await link(folder)
  return folder
}

/** The child imports the package, which imports others, and answers with the result. */
async function imported(folder: string, packageName: string): Promise<string> {
  const script = join(folder, 'src/platform/compute/linked-install.fixture.ts')
  const { stdout } = await run(process.execPath, [script, packageName]).catch((error) => error)
  return stdout.trim()
}

/** Each package is a link, as pnpm and `npm link` make it. */
async function linkEach(to: string, from: readonly string[]): Promise<void> {
  for (const modules of from) {
    for (const name of await packagesIn(modules)) {
      await mkdir(dirname(join(to, name)), { recursive: true })
      await symlink(join(modules, name), join(to, name)).catch(() => undefined)
    }
  }
}

async function packagesIn(modules: string): Promise<string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const nested = names.map(async (name) =>
    name.startsWith('@')
      ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`)
      : [name],
  )
  return (await Promise.all(nested)).flat()
}
