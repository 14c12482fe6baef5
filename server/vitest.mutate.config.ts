import { defineConfig } from 'vitest/config'

/** `npm run mutate` names the tests of one module. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    environment: 'node',
    include: (process.env.MUTATE_TESTS ?? '').split(',').map((file) => `src/${file}`),
    testTimeout: 60_000,
  },
})
