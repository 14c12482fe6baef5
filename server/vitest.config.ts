import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findPostgres15 } from './test/harness/tools.ts'

const onEveryPostgres = [
  'src/**/*.test.ts',
  'test/harness/**/*.test.ts',
  'test/journeys/**/*.test.ts',
  'test/regressions/**/*.test.ts',
]
const once = [
  'test/processes/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/architecture/**/*.test.ts',
  'test/model/**/*.test.ts',
  'test/browser/**/*.test.ts',
  '../sdk/test/**/*.test.ts',
]

const passes = [
  { name: 'pg18', include: onEveryPostgres },
  ...(findPostgres15() ? [{ name: 'pg15', include: onEveryPostgres }] : []),
  { name: 'once', include: once },
]

export default defineConfig({
  test: {
    projects: passes.map(({ name, include }) => ({
      extends: true,
      test: { name, include, globalSetup: ['test/harness/global-setup.ts'] },
    })),
    environment: 'node',
    pool: 'forks',
    // Most of the time a test waits, for PostgreSQL or for a process that it has started.
    maxWorkers: Math.max(3, availableParallelism()),
    // What hangs is to be told, and nothing else: on a slow machine with other work a process takes half a minute to start.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A test that forgets to wait for something must not pass by accident.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
