import { defineConfig } from 'vitest/config'
import { apartTests } from './test/harness/database-tests.ts'
import { crashTests, pass, sampleTests, testOptions } from './test/harness/test-options.ts'
import { findPostgres15 } from './test/harness/tools.ts'

/** `npm test`. What takes long stands in vitest.deep.config.ts. */
const everyTest = [
  'src/**/*.test.ts',
  'test/journeys/**/*.test.ts',
  'test/regressions/**/*.test.ts',
  'test/architecture/**/*.test.ts',
  'test/model/**/*.test.ts',
  'test/browser/**/*.test.ts',
  '../sdk/test/**/*.test.ts',
  '../sandbox/src/**/*.test.ts',
]

/** Together they send most statements of every module to PostgreSQL 15. */
const smoke = [
  'src/platform/{audit,idempotency,jobs,leases,outbox}/*.test.ts',
  'src/modules/catalogue/{products/change-products,search/search,imports/import,quotes/request-quotes}.test.ts',
  'test/journeys/{approvals,budgets,fulfilment,invoices,main-job,members,price-basis}.test.ts',
]

// Files of one worker share its modules: that saves most of what a file costs.
const shared = { isolate: false }
const leftOut = process.env.TEST_WITHOUT_APART ? apartTests(everyTest) : []

export default defineConfig({
  test: {
    ...testOptions,
    projects: [
      pass('pg18', everyTest, { ...shared, exclude: [...crashTests, ...sampleTests, ...leftOut] }),
      ...(findPostgres15()
        ? [pass('pg15-smoke', smoke, { ...shared, exclude: [...crashTests, ...leftOut] })]
        : []),
    ],
  },
})
