import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/run.mjs')

describe('the demo', () => {
  let folder: string
  let printed: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-demo-'))
    // Vitest sets a BASE_URL of its own.
    const { BASE_URL: _ofVitest, ...inherited } = process.env
    const env = { ...inherited, PURVEYOR_DATA_DIR: folder }
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'demo'], { env })
    printed = stdout
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('starts a service and plays every step', () => {
    expect(printed).toMatch(/\n\d\d passed, 0 failed\n$/)
  })

  it.each([
    ['a requisition with a line in words', 'Ask for a thing in words', 'A buyer finds the product'],
    ['a line that two cost centres share', 'shared by two cost centres'],
    ['a supplier that promises a later day', 'until a late day', 'The buyer accepts the day'],
    ['an accepted change', 'The buyer requests one piece less', 'The supplier accepts it'],
  ])('has %s', (_what, ...steps) => {
    for (const step of steps) expect(printed).toContain(step)
  })
})
