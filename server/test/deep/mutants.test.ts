import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { moduleOfTheDay } from '../../scripts/mutate/mutated-modules.ts'

const root = join(import.meta.dirname, '../../..')

/** `npm run mutate` takes all of them. */
describe('the module of the day', () => {
  const name = moduleOfTheDay(new Date())

  it(`${name}: its own tests notice most of its mutants`, async () => {
    const run = promisify(execFile)('npm', ['run', '--silent', 'mutate', '--', name], { cwd: root })
    // The error shows which mutants nobody noticed.
    const said = await run.catch((error: { stdout: string }) => ({ stdout: error.stdout }))
    expect(said.stdout).toMatch(new RegExp(`^${name}: (100|9\\d) %`, 'm'))
  }, 1_200_000)
})
