import { csvLine } from '#kernel/csv'
import type { NumberedProblem } from './receiving/file-store.ts'

const pageMax = 1_000

/** Reads page by page, so that it holds no connection while the client reads slowly. */
export async function* problemsAsCsv(
  read: (page: { after: number; limit: number }) => Promise<NumberedProblem[]>,
): AsyncGenerator<string> {
  yield csvLine(['line', 'sku', 'field', 'code', 'message', 'fatal'])
  let after = 0
  for (;;) {
    const found = await read({ after, limit: pageMax })
    yield found
      .map(({ line, sku, field, code, message, fatal }) =>
        csvLine([String(line), sku ?? '', field ?? '', code, message, String(fatal)]),
      )
      .join('')
    if (found.length < pageMax) return
    after = found.at(-1)?.number ?? 0
  }
}
