import { defineConfig } from 'vitest/config'
import { databaseTests } from './test/harness/database-tests.ts'
import { crashTests, pass, sampleTests, testOptions } from './test/harness/test-options.ts'
import { findPostgres15 } from './test/harness/tools.ts'

/** `npm run test:deep`: what `npm test` leaves out because it takes long. */
const onPostgres15 = () =>
  databaseTests(['src/**/*.test.ts', 'test/journeys/**/*.test.ts', 'test/regressions/**/*.test.ts'])

export default defineConfig({
  test: {
    ...testOptions,
    projects: [
      ...(findPostgres15()
        ? [
            pass('pg15', onPostgres15(), {
              isolate: false,
              // Each credential calls every route: `npm test` calls a part of them with most credentials.
              env: { ACCESS_MATRIX: 'whole' },
              exclude: [...crashTests, ...sampleTests],
            }),
          ]
        : []),
      pass('long', [...crashTests, ...sampleTests, 'test/{processes,faults,deep}/**/*.test.ts']),
      pass('model', ['test/model/trade.test.ts'], { env: { MODEL_STEPS: '10000' } }),
    ],
  },
})
