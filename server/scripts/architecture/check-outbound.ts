// Every call over the network goes through `platform/net`, which has the guard and the limits. The check must prove that it sees calls:
// it has to report each call of a deliberately wrong fixture.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outboundCalls } from './outbound-calls.ts'

/** Databases, caches and mail servers have protocols of their own. */
const mayCall = [/^server\/src\/platform\/net\//, /^server\/src\/platform\/mail\/transport[.]ts$/]

const wrong = 'server/test/architecture/wrong-on-purpose/calls-past-the-guard.ts'
const wrongCalls = 10

process.chdir(fileURLToPath(new URL('../../../', import.meta.url)))
const files = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/[.](test|fixture)[.]ts$/.test(path))
  .map((path) => join('server/src', path).replaceAll('\\', '/'))

let problems = 0
for (const path of files) {
  if (mayCall.some((allowed) => allowed.test(path))) continue
  for (const { line, what } of callsIn(path)) {
    problems += 1
    console.error(`${path}:${line}: ${what}. Outbound calls go through #platform/net.`)
  }
}
const seen = callsIn(wrong).length
if (seen !== wrongCalls) console.error(`${seen} of ${wrongCalls} wrong calls were reported.`)
if (files.length < 100) console.error(`Only ${files.length} files were checked.`)
process.exitCode = problems > 0 || seen !== wrongCalls || files.length < 100 ? 1 : 0

function callsIn(path: string) {
  return outboundCalls(path, readFileSync(path, 'utf8'))
}
