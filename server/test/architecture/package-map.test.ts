import { expect, it } from 'vitest'
import { packageProblems, packagesIn } from '../../scripts/architecture/package-map.ts'

const packages = {
  contract: { uses: [], usesInTests: [] },
  sdk: { uses: ['contract'], usesInTests: [] },
  sandbox: { uses: [], usesInTests: [] },
  server: { uses: ['sdk'], usesInTests: ['sandbox'] },
}
const sources = [
  { path: 'sdk/scripts/write.ts', text: "readFile('openapi.json')" },
  { path: 'server/src/docs.ts', text: "import { of } from '@purveyor/sdk/methods'" },
  { path: 'server/test/world.ts', text: "import { start } from '@purveyor/sandbox'" },
]
const manifests = {
  server: {
    dependencies: { '@purveyor/sdk': '0.1.0', fastify: '5' },
    devDependencies: { '@purveyor/sandbox': '0.1.0' },
  },
}
const localStart = 'server/src/start/open-sandbox.ts'
const problems = (
  more: { readonly path: string; readonly text: string }[],
  table: Parameters<typeof packageProblems>[0] = packages,
  says: Parameters<typeof packageProblems>[2] = manifests,
) => packageProblems(table, [...sources, ...more], says, localStart)

it('packages that are as their table says have no problem', () => {
  expect(problems([])).toEqual([])
})

it.each([
  ['by name', 'sdk/src/index.ts', "export type { App } from '@purveyor/server'", 'server'],
  ['by path', 'sandbox/src/a/b.ts', "import '../../../server/src/kernel/money.ts'", 'server'],
  ['when it runs', 'server/src/main.ts', "await import('@purveyor/sandbox')", 'sandbox'],
])('an import %s that the table does not have is a problem', (_how, path, text, used) => {
  expect(problems([{ path, text }])).toEqual([`${path} may not use the package ${used}.`])
})

it('the local start may load what tests use', () => {
  expect(problems([{ path: localStart, text: "import('@purveyor/sandbox')" }])).toEqual([])
})

it('a loop between packages is a problem, in the table and in what the packages say', () => {
  const loop = { ...packages, sandbox: { uses: ['server'], usesInTests: [] } }
  expect(problems([{ path: 'sandbox/src/a.ts', text: "import '@purveyor/server'" }], loop)).toEqual(
    [
      'sandbox uses server, which does not stand above it.',
      'sandbox/package.json does not name @purveyor/server.',
    ],
  )
  const says = { ...manifests, sdk: { devDependencies: { '@purveyor/server': '0.1.0' } } }
  expect(problems([], packages, says)).toEqual([
    'sdk/package.json develops with @purveyor/server, which it may not use.',
  ])
})

it('an edge that no file uses is a problem', () => {
  const more = { ...packages, server: { uses: ['sdk'], usesInTests: ['contract', 'sandbox'] } }
  expect(problems([], more)).toEqual(['No file uses the edge server → contract between packages.'])
})

it('the contract is used where its file is read, not where its address is served', () => {
  expect(packagesIn('sdk/a.ts', "join(root, 'openapi.json')")).toEqual(['contract'])
  expect(packagesIn('server/a.ts', "http.get('/openapi.json')")).toEqual([])
})
