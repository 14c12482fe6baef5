import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'

type TestOptions = NonNullable<ViteUserConfig['test']>

export const testOptions: TestOptions = {
  environment: 'node',
  pool: 'forks',
  // Most of the time a test waits, for PostgreSQL or for a process that it has started.
  maxWorkers: Math.max(3, availableParallelism()),
  // Only what hangs shall fail by its time: on a slow machine with other work a process takes half a minute to start.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // A test that forgets to wait for something must not pass by accident.
  dangerouslyIgnoreUnhandledErrors: false,
}

/** One pass over test files, with its own servers. A name that begins with `pg15` runs on PostgreSQL 15. */
export const pass = (name: string, include: readonly string[], options: TestOptions = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    globalSetup: ['test/harness/global-setup.ts'],
    ...options,
  },
})

/** Tests that kill processes of their own. */
export const crashTests = ['src/**/{crash,crash-point,poison}.test.ts']
/** It loads the whole sample catalogue and asks it the judged queries. */
export const sampleTests = ['src/modules/catalogue/imports/sample/load-sample-catalog.test.ts']
