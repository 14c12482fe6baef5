import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeSdkTypes } from '@purveyor/sdk/types'
import { type CheckInputs, digestOf, hasPassed, keepPassed } from './checks/passed.ts'
import { prepareOpenapiLint } from './checks/prepare-openapi-lint.ts'
import { writeRowTypes } from './generated/row-types.ts'
import { installApart } from './install-apart.ts'

type Check = {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  /** It runs a program that is installed apart. */
  readonly isApart?: true
  /** All that it reads. While none of it has changed since it passed, it is not run again. */
  readonly reads?: CheckInputs
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const startedAt = performance.now()
const tools = await installApart('checks').catch((error: Error) => {
  console.log(error.message)
  return undefined
})
const lint = tools ? await prepareOpenapiLint(tools) : ''

/**
 * `npm run check`: runs every check of the project that does not execute it. Prints which checks failed, and how.
 * `npm run check -- boundaries files` runs the checks whose names have one of these words.
 */
const checks: readonly Check[] = [
  typesOf('the server and the benches', 'server'),
  { name: 'OpenAPI document', command: script('write-openapi', '--check') },
  { name: 'boundaries', command: script('architecture/check-boundaries'), isApart: true },
  { name: 'format and lint', command: ['biome', 'check', '.'], isApart: true },
  {
    name: 'OpenAPI security lint',
    command: [
      'spectral',
      'lint',
      join(lint, 'openapi.json'),
      '--ruleset',
      join(lint, 'spectral.yaml'),
    ],
    isApart: true,
    reads: ['openapi.json', 'server/scripts/checks'],
  },
  typesOf('the operator pages', 'web'),
  typesOf('the pages of companies', 'web/company'),
  typesOf('the SDK', 'sdk'),
  typesOf('the sandbox', 'sandbox'),
  { name: 'SQL files', command: script('write-sql', '--check'), isApart: true },
  {
    name: 'OpenAPI lint',
    command: ['redocly', 'lint', '--config', join(lint, 'redocly.yaml'), 'openapi.json'],
    isApart: true,
    reads: ['openapi.json', 'server/scripts/checks'],
  },
  { name: 'outbound calls', command: script('architecture/check-outbound') },
  { name: 'files', command: script('architecture/check-files') },
]

const words = process.argv.slice(2)
const waiting = checks.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
if (waiting.length === 0) {
  console.log(`No check has this in its name: ${words.join(', ')}. There are:`)
  console.log(checks.map(({ name }) => `  ${name}`).join('\n'))
  process.exit(1)
}
let passed = 0
let failed = 0
let leftOut = 0

// What the compiler reads. The check of the OpenAPI document writes the pages.
await writeSdkTypes()
await writeRowTypes()
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), checks.length) }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await settle(next)
  }),
)
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
const missing = leftOut > 0 ? `, ${leftOut} left out` : ''
console.log(`${passed} passed, ${failed} failed${missing} in ${seconds} s`)
// What could not run has not passed.
process.exitCode = failed + leftOut > 0 ? 1 : 0

async function settle(check: Check): Promise<void> {
  if (check.isApart && !tools) {
    leftOut += 1
    console.log(`----  ${check.name}: its program is not installed`)
    return
  }
  const digest = check.reads && (await digestOf(check.reads))
  if (digest !== undefined && (await hasPassed(check.name, digest))) {
    passed += 1
    console.log(`ok    ${check.name} (nothing that it reads has changed)`)
    return
  }
  const isGood = await run(check)
  if (isGood) passed += 1
  else failed += 1
  if (isGood && digest !== undefined) await keepPassed(check.name, digest)
}

async function run({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const begun = performance.now()
  const { code, output } = await outcome(program, args)
  const taken = `${((performance.now() - begun) / 1_000).toFixed(1)} s`
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${taken})`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

function outcome(program: string, args: readonly string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const path = [...(tools ? [join(tools, 'node_modules/.bin')] : []), process.env.PATH ?? '']
    const env = {
      ...process.env,
      PATH: path.join(delimiter),
      REDOCLY_TELEMETRY: 'off',
      NO_COLOR: '1',
    }
    const child = spawn(program, args, { cwd: root, env, shell: process.platform === 'win32' })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The compiler keeps what it found in files that have not changed since. */
function typesOf(what: string, project: string): Check {
  const kept = join('.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  return {
    name: `types of ${what}`,
    command: ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', kept],
  }
}

function script(name: string, ...args: string[]): Check['command'] {
  return ['node', `server/scripts/${name}.ts`, ...args]
}
