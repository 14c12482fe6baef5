import { parseArgs } from 'node:util'
import { importOptionsFrom } from '#modules/imports'
import { importCatalogFile } from '../src/start/import-catalog-file.ts'

/**
 * `npm run catalog:import -- FILE --supplier co_...`: imports a catalogue file directly into the database, and waits until it has
 * ended.
 */
const usage = `npm run catalog:import -- FILE --supplier co_...
  [--format csv|jsonl|bmecat|google] [--replace] [--discontinue-max-percent 50] [--currency EUR] [--language de]
  of a CSV file: [--delimiter comma|semicolon|tab|pipe] [--encoding utf-8|windows-1252|...]
                 [--mapping '{"Artikel": "sku", "Notiz": ""}']`

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    supplier: text,
    format: text,
    replace: { type: 'boolean', default: false },
    'discontinue-max-percent': text,
    currency: text,
    language: text,
    delimiter: text,
    encoding: text,
    mapping: text,
  },
})
const [path] = positionals
const { supplier, 'discontinue-max-percent': percent, ...words } = values
if (!path || !supplier) {
  console.error(usage)
  process.exit(64)
}
try {
  const discontinueMaxPercent = percent === undefined ? undefined : Number(percent)
  const ended = await importCatalogFile(process.env, {
    path,
    supplierId: supplier,
    options: importOptionsFrom({ ...words, discontinueMaxPercent }),
    onProgress: ({ counts }) => console.log(`${counts.records} records, ${counts.failed} failed`),
  })
  const { id, state, counts, failure } = ended
  console.log(JSON.stringify({ id, state, ...counts, ...(failure ? { failure } : {}) }, null, 2))
  if (counts.problems > 0) {
    console.log(`Errors: GET /api/v1/catalog/imports/${id}/errors.csv`)
  }
  process.exit(state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS' ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
