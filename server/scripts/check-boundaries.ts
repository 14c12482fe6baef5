import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { boundaryRules } from './boundary-rules.ts'

/**
 * Checks the map of architecture/modules.mjs. A cruise that sees nothing finds nothing wrong, so it must have seen
 * every source file, and must report the one import that is wrong on purpose.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
process.chdir(root)

const real = await violationsIn('server/src')
const wrong = await violationsIn('server/test/architecture/wrong-on-purpose')
const expected = sourceFiles('server/src').length

for (const violation of real.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
if (real.files !== expected) {
  console.error(`${real.files} files were looked at, but there are ${expected}.`)
}
if (wrong.violations.length === 0) console.error('The wrong import was not reported.')
const isGood =
  real.violations.length === 0 && real.files === expected && wrong.violations.length > 0
process.exitCode = isGood ? 0 : 1

async function violationsIn(folder: string) {
  const { forbidden, options } = boundaryRules
  const result = await cruise(
    [folder],
    { ...options, ruleSet: { forbidden }, validate: true } as never,
    undefined,
    { tsConfig: extractTSConfig(join(root, 'server/tsconfig.json')) } as never,
  )
  const { output } = result
  if (typeof output === 'string') throw new Error(output)
  const inFolder = output.modules.filter(({ source }) => source.startsWith(`${folder}/`))
  return { files: inFolder.length, violations: output.summary.violations }
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.m?[jt]s$/.test(path),
  )
}
