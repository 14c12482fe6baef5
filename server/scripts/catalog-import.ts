import { parseArgs } from 'node:util'
import { importCatalogFile } from '../src/start/import-catalog-file.ts'

/** `npm run catalog:import -- FILE --supplier co_...`: imports a catalogue file at the database, and waits for its end. */
const usage =
  'npm run catalog:import -- FILE --supplier co_... [--format csv|jsonl|bmecat|google] [--replace] [--currency EUR] [--language de]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    supplier: { type: 'string' },
    format: { type: 'string' },
    replace: { type: 'boolean', default: false },
    currency: { type: 'string' },
    language: { type: 'string' },
  },
})
const [path] = positionals
const { supplier, replace, currency, language } = values
const format = (['csv', 'jsonl', 'bmecat', 'google'] as const).find((one) => one === values.format)
if (!path || !supplier || (values.format !== undefined && !format)) {
  console.error(usage)
  process.exit(64)
}
try {
  const ended = await importCatalogFile(process.env, {
    path,
    supplierId: supplier,
    options: {
      replace,
      discontinueMaxPercent: 50,
      ...(language === undefined ? {} : { language }),
      ...(format ? { format } : {}),
      ...(currency ? { currency } : {}),
    },
    onProgress: ({ counts }) => console.log(`${counts.records} records, ${counts.failed} failed`),
  })
  const { id, state, counts, failure } = ended
  console.log(JSON.stringify({ id, state, ...counts, ...(failure ? { failure } : {}) }, null, 2))
  if (counts.problems > 0) {
    console.log(`What was wrong: GET /api/v1/catalog/imports/${id}/errors.csv`)
  }
  process.exit(state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS' ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
