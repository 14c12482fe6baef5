// `npm test` and `npm run test:deep`: finds the servers that the tests can use, runs the tests, and prints the slowest files and one
// line of counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { compiledFolder } from '../src/keep-compiled.mjs'
import { findPostgres15, findRedis, unpackedFolder } from '../test/harness/tools.ts'
import { writeGenerated } from './generated.ts'
import { installApart } from './install-apart.ts'
import { countTests, failedFiles, slowestFiles } from './testing/test-counts.ts'
import { unpackDebian } from './testing/unpack-debian.ts'

const server = join(import.meta.dirname, '..')
const isDeep = process.argv.includes('--deep')
/** More failed files than these are no accident. */
const againMax = 3

const forVitest = process.argv.slice(2).filter((argument) => argument !== '--deep')

const leftOut = (await Promise.all([providePostgres15(), provideRedis(), provideApart()])).flatMap(
  (why) => why ?? [],
)
if (leftOut.length > 0) console.log(`Left out: ${leftOut.join('; ')}.`)

await writeGenerated()
const folder = await mkdtemp(join(tmpdir(), 'purveyor-results-'))
try {
  const report = await runVitest('results', forVitest)
  const { passed, failed, skipped } = report.counts
  const stillFailed = await failedAlone(failed, failedFiles(report.json))
  console.log('The slowest files:')
  for (const [file, seconds] of slowestFiles(report.json, 10)) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative(server, file)}`)
  }
  console.log(`${passed + failed - stillFailed} passed, ${stillFailed} failed, ${skipped} skipped`)
  process.exitCode = stillFailed === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/**
 * How many tests fail still when their files run again, with nothing beside them. The gate asks for it with `TEST_AGAIN`: beside other
 * files a test may wait too long for a process or a browser. Files that pass alone are named.
 */
async function failedAlone(failed: number, files: readonly string[]): Promise<number> {
  const isAgain = process.env.TEST_AGAIN === '1' && files.length > 0 && files.length <= againMax
  if (!isAgain) return failed
  const names = files.map((file) => relative(server, file))
  console.log(`These run again, alone: ${names.join(', ')}`)
  const { counts } = await runVitest('again', ['--maxWorkers=1', ...names])
  if (counts.failed === 0) console.log(`Failed beside others, passed alone: ${names.join(', ')}`)
  return Math.min(counts.failed, failed)
}

/** Returns why the pass on PostgreSQL 15 is left out, if it is. */
async function providePostgres15(): Promise<string | undefined> {
  const what = 'the pass on PostgreSQL 15'
  if (findPostgres15()) return undefined
  if (process.env.TEST_POSTGRES_15_BIN !== undefined) {
    return `${what} (TEST_POSTGRES_15_BIN names no folder with postgres in it)`
  }
  return unpacked(what, 'postgresql-15', {
    packages: ['postgresql-15'],
    programs: ['postgres', 'initdb'],
    folder: '/usr/lib/postgresql/15/bin',
  })
}

async function provideRedis(): Promise<string | undefined> {
  const what = 'the suites on a real Redis'
  if (findRedis()) return undefined
  if (process.env.TEST_REDIS_SERVER !== undefined) {
    return `${what} (TEST_REDIS_SERVER names no program)`
  }
  return unpacked(what, 'redis-server', {
    packages: ['redis-server', 'redis-tools'],
    programs: ['redis-server'],
    folder: '/usr/bin',
  })
}

/** The clients and servers of others. A worker would install them too, but several would do it at once. */
async function provideApart(): Promise<string | undefined> {
  try {
    await installApart('tests')
    await installApart('s3')
    return undefined
  } catch (error) {
    process.env.TEST_WITHOUT_APART = '1'
    return `the suites with the clients of others (${error instanceof Error ? error.message : error})`
  }
}

async function unpacked(
  what: string,
  name: string,
  debian: Parameters<typeof unpackDebian>[0],
): Promise<string | undefined> {
  try {
    await unpackDebian(debian, join(unpackedFolder, name))
    return undefined
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : []
    const reason = lines.find((line) => line.startsWith('E: ')) ?? lines[0] ?? 'unknown'
    return `${what} (no ${name} here, and none could be unpacked: ${reason})`
  }
}

async function runVitest(name: string, options: readonly string[]) {
  const results = join(folder, `${name}.json`)
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  )
  const child = spawn(
    process.execPath,
    [
      vitest,
      'run',
      `--config=${isDeep ? 'vitest.deep.config.ts' : 'vitest.config.ts'}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...options,
    ],
    {
      cwd: server,
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder },
    },
  )
  // Ctrl-C reaches vitest too: let it stop its servers and report its results.
  process.on('SIGINT', () => undefined)
  const [status] = (await once(child, 'exit')) as [number | null]
  const json = await readFile(results, 'utf8').catch(() => '{}')
  const counts = countTests(json)
  // A run that broke without a failed test must not look like success.
  return {
    json,
    counts: status === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) },
  }
}
