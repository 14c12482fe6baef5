import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installApart } from '../../scripts/install-apart.ts'
import { run } from './generators/run.ts'

const root = join(import.meta.dirname, '../../..')
const longestName = 60

/** The generators with which integrators make clients. Each reads the committed openapi.json. */
describe('client generators', () => {
  let generators: string
  let work: string

  beforeAll(async () => {
    generators = await installApart('generators')
    work = await mkdtemp(join(tmpdir(), 'purveyor-generators-'))
    await cp(join(root, 'openapi.json'), join(work, 'openapi.json'))
  }, 600_000)

  afterAll(async () => {
    if (work) await rm(work, { recursive: true, force: true })
  })

  it('@hey-api/openapi-ts generates a client that compiles and has short names', async () => {
    const plugins = ['@hey-api/typescript', '@hey-api/sdk']
    await generate('@hey-api/openapi-ts', ['-i', 'openapi.json', '-o', 'hey', '-p', ...plugins])
    await expectToCompile('hey')
    await expectShortNames('hey', ['Order', 'StartCheckout', 'listOrders'])
  })

  it('openapi-typescript generates types that compile and have short names', async () => {
    await generate('openapi-typescript', ['openapi.json', '-o', 'types/api.ts', '--root-types'])
    await expectToCompile('types')
    await expectShortNames('types', ['SchemaOrder', 'SchemaStartCheckout'])
  })

  it('orval generates a client that compiles and has short names', async () => {
    const output = { target: 'orval/api.ts', schemas: 'orval/model', mode: 'tags-split' }
    const config = { purveyor: { input: 'openapi.json', output: { ...output, client: 'fetch' } } }
    await writeFile(join(work, 'orval.config.mjs'), `export default ${JSON.stringify(config)}\n`)
    await generate('orval', ['--config', 'orval.config.mjs'])
    await expectToCompile('orval')
    await expectShortNames('orval', ['Order', 'StartCheckout', 'listOrders', 'startCheckout'])
  })

  it('openapi-to-postmanv2 generates a collection of all operations with short names', async () => {
    const options = ['-s', 'openapi.json', '-o', 'postman.json', '-O', 'folderStrategy=Tags']
    await generate('openapi-to-postmanv2', options)
    const names = requestNames(await readJson<Folder>(join(work, 'postman.json')))
    const { paths } = await readJson<Document>(join(work, 'openapi.json'))
    expect(names).toContain('List orders')
    expect(names).toHaveLength(Object.values(paths).flatMap(Object.keys).length)
    expect(longNames(names)).toEqual([])
  })

  /** Runs the program of the package, which must not warn of anything. */
  async function generate(name: string, args: readonly string[]): Promise<void> {
    const folder = join(generators, 'node_modules', name)
    const { bin } = await readJson<Manifest>(join(folder, 'package.json'))
    const program = join(folder, Object.values(bin)[0] ?? '')
    const output = await run(process.execPath, [program, ...args], work)
    expect(output).not.toMatch(/warn|error|deprecat/i)
  }

  async function expectToCompile(folder: string): Promise<void> {
    const project = join(work, `tsconfig.${folder}.json`)
    await writeFile(project, JSON.stringify({ compilerOptions, include: [`${folder}/**/*.ts`] }))
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
    await run(process.execPath, [compiler, '-p', project], work)
  }

  async function expectShortNames(folder: string, expected: readonly string[]): Promise<void> {
    const files = await readdir(join(work, folder), { recursive: true })
    const sources = files.filter((file) => file.endsWith('.ts'))
    const texts = await Promise.all(
      sources.map((file) => readFile(join(work, folder, file), 'utf8')),
    )
    const names = texts.flatMap(declaredNames)
    expect(names).toEqual(expect.arrayContaining([...expected]))
    expect(longNames([...names, ...sources.map((file) => basename(file, '.ts'))])).toEqual([])
  }
})

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
}

type Manifest = { readonly bin: Readonly<Record<string, string>> }
type Document = { readonly paths: Readonly<Record<string, object>> }
type Folder = {
  readonly name?: string
  readonly item?: readonly Folder[]
  readonly request?: object
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content
}

function requestNames({ name = '', item = [], request }: Folder): string[] {
  return [...(request ? [name] : []), ...item.flatMap(requestNames)]
}

function declaredNames(text: string): string[] {
  const declaration = /\b(?:type|interface|const|enum|class|function) (\w+)/g
  return [...text.matchAll(declaration)].flatMap(([, name]) => name ?? [])
}

function longNames(names: readonly string[]): string[] {
  return names.filter((name) => name.length > longestName)
}
