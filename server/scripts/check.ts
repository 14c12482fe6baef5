import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { writeSdkTypes } from './sdk-types.ts'

/** `npm run check`: runs every check of the project that does not execute it. Prints which checks failed, and how. */
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types of the server', 'tsc', '--noEmit', '-p', 'server'],
  ['OpenAPI document', 'node', 'server/scripts/write-openapi.ts', '--check'],
  ['boundaries', 'node', 'server/scripts/check-boundaries.ts'],
  ['types of the pages', 'tsc', '--noEmit', '-p', 'web'],
  ['types of the SDK', 'tsc', '--noEmit', '-p', 'sdk'],
  ['types of the benches', 'tsc', '--noEmit', '-p', 'bench'],
  ['format and lint', 'biome', 'check', '.'],
  ['SQL files', 'node', 'server/scripts/write-sql.ts', '--check'],
  ['table types', 'node', 'server/scripts/write-table-types.ts', '--check'],
  ['OpenAPI lint', 'redocly', 'lint', '--config', 'redocly.yaml', 'openapi.json'],
  ['outbound calls', 'node', 'server/scripts/check-outbound.ts'],
  ['OpenAPI security lint', 'spectral', 'lint', 'openapi.json', '--ruleset', '.spectral.yaml'],
  ['files', 'node', 'server/scripts/check-files.ts'],
]

const root = fileURLToPath(new URL('../../', import.meta.url))
const startedAt = performance.now()
await writeSdkTypes()
const waiting = [...checks]
let failed = 0

await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), checks.length) }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runCheck(next)
  }),
)
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
console.log(`${checks.length - failed} passed, ${failed} failed in ${seconds} s`)
process.exitCode = failed > 0 ? 1 : 0

async function runCheck([name, command, ...args]: (typeof checks)[number]): Promise<void> {
  const begun = performance.now()
  const { code, output } = await outcome(command, args)
  const taken = `${((performance.now() - begun) / 1_000).toFixed(1)} s`
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${taken})`)
  if (code === 0) return
  failed += 1
  console.log(output.trimEnd())
}

function outcome(command: string, args: readonly string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' }
    const child = spawn(command, args, { cwd: root, env, shell: process.platform === 'win32' })
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
