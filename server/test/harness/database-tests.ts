import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const server = join(import.meta.dirname, '../..')
const factories = join(server, 'test/factories')

/** The test files that ask for a database, by themselves or through their fixtures and factories. */
export function databaseTests(patterns: readonly string[]): string[] {
  return testsThatImport("from '#harness'", patterns)
}

/** Those that use packages which are installed apart. */
export function apartTests(patterns: readonly string[]): string[] {
  return testsThatImport('/install-apart.ts', patterns)
}

function testsThatImport(wanted: string, patterns: readonly string[]): string[] {
  const known = new Map<string, boolean>()
  return globSync([...patterns], { cwd: server })
    .filter((file) => imports(wanted, join(server, file), known))
    .sort()
}

function imports(wanted: string, file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, false)
  const text = readFileSync(file, 'utf8')
  const asks =
    text.includes(wanted) ||
    testModulesOf(file, text).some((module) => imports(wanted, module, known))
  known.set(file, asks)
  return asks
}

/** What of its imports is test code: a module of the product never asks for a database of the tests. */
function testModulesOf(file: string, text: string): string[] {
  return [...text.matchAll(/from '(#testing\/|\.)([^']*)'/g)].flatMap(([, start, rest]) => {
    const path = start === '.' ? join(dirname(file), `.${rest}`) : join(factories, `${rest}.ts`)
    const isTestCode =
      path.endsWith('.fixture.ts') || !relative(join(server, 'test'), path).startsWith('..')
    return isTestCode ? [path] : []
  })
}
