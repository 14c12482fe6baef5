import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeSdkTypes } from './sdk-types.ts'

const root = join(import.meta.dirname, '../..')
const sdk = join(root, 'sdk')

/**
 * `npm run sdk:pack [FOLDER]`: packs the client as others install it. This repository uses the TypeScript source itself. Node
 * strips no types in `node_modules`, and older versions of Node strip none at all, so a package has JavaScript and declarations.
 */
const folder = process.argv[2] ?? join(root, '.cache/sdk')
const staged = join(folder, 'package')
const windows = process.platform === 'win32'

await writeSdkTypes()
await rm(staged, { recursive: true, force: true })
await mkdir(staged, { recursive: true })
await run('tsc', ['-p', join(sdk, 'tsconfig.package.json'), '--outDir', join(staged, 'dist')])
const manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
const published = {
  ...manifest,
  engines: { node: '>=20' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  bin: { purveyor: './dist/cli/main.js' },
  files: ['dist'],
  devDependencies: undefined,
}
await writeFile(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
await cp(join(sdk, 'README.md'), join(staged, 'README.md'))
await cp(join(root, 'LICENSE'), join(staged, 'LICENSE'))
const packed = await run('npm', ['pack', '--json', '--pack-destination', folder, staged])
const [{ filename }] = JSON.parse(packed)
console.log(`npm install ${join(folder, filename)}`)

async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, shell: windows })
  return stdout
}
