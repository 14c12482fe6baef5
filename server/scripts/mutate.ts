// `npm run mutate`: changes each expression of a module in turn, and runs the module's own tests. A change that no test notices
// shows a missing test. `npm run mutate -- money tax` runs these two modules.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { databaseTests } from '../test/harness/database-tests.ts'
import { installApart } from './install-apart.ts'
import { type MutatedModule, mutatedModules } from './mutate/mutated-modules.ts'
import { readReport } from './mutate/read-report.ts'

/** Percent of the mutants that the tests have to notice. */
const goal = 90

const root = join(import.meta.dirname, '../..')
const results = join(root, '.cache/mutate')

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(mutatedModules)
const unknown = names.filter((name) => !mutatedModules[name])
if (unknown.length > 0) {
  console.error(`No such module: ${unknown.join(', ')}. ${Object.keys(mutatedModules).join(', ')}`)
  process.exit(1)
}

const programs = await installApart('mutation')
await mkdir(results, { recursive: true })
for (const name of names) {
  const chosen = mutatedModules[name] as MutatedModule
  const { mutants, caught, accepted, missed } = await mutate(name, chosen)
  const score = (100 * caught) / Math.max(1, mutants - accepted)
  for (const line of missed) console.log(`  not noticed  ${line}`)
  console.log(
    `${name}: ${score.toFixed(0)} % (${caught} of ${mutants - accepted} noticed, ${accepted} equivalent)`,
  )
  if (score < goal) process.exitCode = 1
}

async function mutate(name: string, chosen: MutatedModule) {
  const fileName = join(results, `${name}.json`)
  const config = join(results, `${name}.config.json`)
  await writeFile(config, JSON.stringify(configOf(name, chosen, fileName)))
  const stryker = join(programs, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const child = spawn(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, MUTATE_TESTS: chosen.tests.join(',') },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0)
    throw new Error(`StrykerJS ended with ${status}. Its tests may fail by themselves.`)
  return readReport(JSON.parse(await readFile(fileName, 'utf8')), chosen)
}

/**
 * A mutant that takes longer counts as noticed. On a busy machine a test with a database may take many seconds, so a short time
 * would count mutants that no test notices.
 */
function timeoutMsOf({ tests }: MutatedModule): number {
  const needsDatabase = databaseTests(tests.map((file) => `src/${file}`)).length > 0
  return needsDatabase ? 10_000 : 5_000
}

function configOf(name: string, chosen: MutatedModule, fileName: string) {
  return {
    mutate: chosen.files.map((file) => `server/src/${file}`),
    testRunner: 'vitest',
    plugins: [join(programs, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'server/vitest.mutate.config.ts', related: false },
    reporters: ['json'],
    jsonReporter: { fileName },
    coverageAnalysis: 'perTest',
    timeoutMS: timeoutMsOf(chosen),
    concurrency: Math.max(1, availableParallelism() - 1),
    // StrykerJS changes a copy. It needs the sources of the server and what they import.
    tempDirName: `.cache/mutate/copy-${name}`,
    ignorePatterns: [
      '**',
      '!package.json',
      '!tsconfig.base.json',
      '!server/package.json',
      '!server/tsconfig.json',
      '!server/vitest.mutate.config.ts',
      '!server/{migrations,src,test,texts}/**',
      '!data/**',
      '!docs/**',
    ],
  }
}
