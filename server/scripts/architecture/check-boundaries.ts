import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  areas,
  localStart,
  mayRead,
  mayUse,
  packages as packageTable,
} from '../../../architecture/modules.mjs'
import { installApart } from '../install-apart.ts'
import { boundaryRules } from './boundary-rules.ts'
import { foreignTableProblems } from './foreign-tables.ts'
import { foldersOf, importProblems, upwardEdges } from './module-map.ts'
import { packageProblems } from './package-map.ts'

/**
 * Checks the map of architecture/modules.mjs. A check that sees no files finds no errors, so it must have seen every source file,
 * and must report one deliberately wrong import. An edge of the map that no file uses is an error too: the map shows the current
 * edges, not planned ones. Statements obey the map as imports do: `mayRead` lists the tables that a module reads of another. The
 * packages have a map of their own, without a loop.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
process.chdir(root)
const packages = join(await installApart('checks'), 'node_modules')
// It allows no `require`, and its files have no other way to be found from here.
const { cruise } = await import(at('dependency-cruiser/src/main/index.mjs'))
const { default: extractTSConfig } = await import(
  at('dependency-cruiser/src/config-utl/extract-ts-config.mjs')
)

const real = await violationsIn('server/src')
const wrong = await violationsIn('server/test/architecture/wrong-on-purpose')
const expected = sourceFiles('server/src').length

for (const violation of real.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
if (real.files !== expected) {
  console.error(`${real.files} files were checked, but there are ${expected}.`)
}
if (wrong.violations.length === 0) console.error('The wrong import was not reported.')
const unused = unusedEdges(real.edges)
for (const edge of unused)
  console.error(`No file uses the edge ${edge} of architecture/modules.mjs.`)
const otherProblems = [
  ...upwardEdges(areas),
  ...problemsWithImports(),
  ...problemsWithTables(),
  ...problemsWithPackages(),
]
for (const problem of otherProblems) console.error(problem)
const isGood =
  real.violations.length === 0 &&
  real.files === expected &&
  wrong.violations.length > 0 &&
  unused.length === 0 &&
  otherProblems.length === 0
process.exitCode = isGood ? 0 : 1

async function violationsIn(folder: string) {
  const { forbidden, options } = boundaryRules
  const result: Cruised = await cruise(
    [folder],
    { ...options, ruleSet: { forbidden }, validate: true },
    undefined,
    { tsConfig: extractTSConfig(join(root, 'server/tsconfig.json')) },
  )
  const { output } = result
  if (typeof output === 'string') throw new Error(output)
  const inFolder = output.modules.filter(({ source }) => source.startsWith(`${folder}/`))
  const edges = new Set(
    inFolder.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${moduleOf(source)} → ${moduleOf(resolved)}`),
    ),
  )
  return { files: inFolder.length, violations: output.summary.violations, edges }
}

/** The part of what dependency-cruiser answers that is read here. */
type Cruised = {
  readonly output:
    | string
    | {
        readonly modules: readonly {
          readonly source: string
          readonly dependencies: readonly { readonly resolved: string }[]
        }[]
        readonly summary: {
          readonly violations: readonly {
            readonly rule: { readonly name: string }
            readonly from: string
            readonly to: string
          }[]
        }
      }
}

function at(file: string): string {
  return pathToFileURL(join(packages, file)).href
}

function moduleOf(path: string): string {
  return /^server\/src\/modules\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? ''
}

function unusedEdges(used: ReadonlySet<string>): string[] {
  return Object.entries<readonly string[]>(mayUse)
    .flatMap(([user, others]) => others.map((other) => `${user} → ${other}`))
    .filter((edge) => !used.has(edge))
}

function problemsWithImports(): string[] {
  const { imports } = JSON.parse(readFileSync('server/package.json', 'utf8'))
  return importProblems(areas, imports).map((problem) => `server/package.json: ${problem}`)
}

function problemsWithTables(): string[] {
  const sources = Array.from(foldersOf(areas)).flatMap(([module, folder]) =>
    sourceFiles(folder).map((path) => {
      const whole = `${folder}/${path}`
      return { module, path: whole, text: readFileSync(join(root, whole), 'utf8') }
    }),
  )
  const tables = new Set(
    sources
      .filter(({ path }) => path.endsWith('/rows.generated.ts'))
      .flatMap(({ text }) =>
        Array.from(text.matchAll(/^ {2}'([a-z_]+\.[a-z_0-9]+)':/gm), ([, name]) => name),
      ),
  )
  const products = sources.filter(({ path }) => !/[.](test|fixture|generated)[.]ts$/.test(path))
  return foreignTableProblems(products, (name) => tables.has(name), mayUse, mayRead)
}

function problemsWithPackages(): string[] {
  const folders = JSON.parse(readFileSync('package.json', 'utf8')).workspaces as string[]
  const listed = folders.filter((folder) => !(folder in packageTable))
  const tracked = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders]
  const sources = execFileSync('git', tracked, { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /[.](?:tsx?|mjs)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const manifests = Object.fromEntries(
    folders.map((folder) => [folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))]),
  )
  return [
    ...listed.map((folder) => `${folder} is not among the packages of architecture/modules.mjs.`),
    ...packageProblems(packageTable, sources, manifests, localStart),
  ]
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.m?[jt]s$/.test(path),
  )
}
