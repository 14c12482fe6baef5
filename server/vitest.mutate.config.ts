import { defineConfig } from 'vitest/config'
import { databaseTests } from './test/harness/database-tests.ts'
import { testOptions } from './test/harness/test-options.ts'

/** `npm run mutate` names the tests of one module. */
const tests = (process.env.MUTATE_TESTS ?? '').split(',').map((file) => `src/${file}`)

export default defineConfig({
  root: import.meta.dirname,
  test: {
    ...testOptions,
    include: tests,
    // Only tests with a database wait for a server to start.
    globalSetup: databaseTests(tests).length > 0 ? ['test/harness/global-setup.ts'] : [],
  },
})
