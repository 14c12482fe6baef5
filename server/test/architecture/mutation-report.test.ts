import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moduleOfTheDay, mutatedModules } from '../../scripts/mutate/mutated-modules.ts'
import { readReport } from '../../scripts/mutate/read-report.ts'

const source = ['const a = 1', 'const b = [', '  2,', '  3,', ']', 'const c = 4'].join('\n')
const at = (line: number, column: number) => ({ line, column })
const first = { start: at(1, 11), end: at(1, 12) }
const list = { start: at(2, 11), end: at(5, 2) }

function read(equivalent: Readonly<Record<string, string>> = {}) {
  const mutants = [
    { status: 'Killed', replacement: '0', location: first },
    { status: 'Timeout', replacement: '2', location: first },
    { status: 'Survived', replacement: '3', location: first },
    { status: 'NoCoverage', replacement: '[]', location: list },
    // Neither of them was run.
    { status: 'CompileError', replacement: '5', location: first },
    { status: 'Ignored', replacement: '6', location: first },
  ]
  const files = { 'server/src/kernel/some.ts': { source, mutants } }
  return readReport({ files }, { files: [], tests: [], equivalent })
}

describe('the report of the mutants', () => {
  it('names each mutant that no test noticed, on one line', () => {
    expect(read()).toEqual({
      mutants: 4,
      caught: 2,
      accepted: 0,
      missed: ['kernel/some.ts:1: 1 => 3', 'kernel/some.ts:2: [ 2, 3, ] => []'],
    })
  })

  it('leaves out a mutant that is equivalent', () => {
    expect(read({ 'kernel/some.ts: [ 2, 3, ] => []': 'Nobody reads b.' })).toEqual({
      mutants: 4,
      caught: 2,
      accepted: 1,
      missed: ['kernel/some.ts:1: 1 => 3'],
    })
  })
})

describe('the modules with mutants', () => {
  it.each(Object.entries(mutatedModules))('%s has its files and its tests', (_name, module) => {
    for (const file of [...module.files, ...module.tests]) {
      expect(existsSync(join(import.meta.dirname, '../../src', file)), file).toBe(true)
    }
    for (const mutant of Object.keys(module.equivalent ?? {})) {
      expect(module.files).toContain(mutant.slice(0, mutant.indexOf(': ')))
    }
  })

  it('take turns, one each day', () => {
    const days = Object.keys(mutatedModules).map(
      (_, day) => new Date(Date.UTC(2026, 10, 21 + day, 23, 59)),
    )
    expect(new Set(days.map(moduleOfTheDay))).toEqual(new Set(Object.keys(mutatedModules)))
  })
})
