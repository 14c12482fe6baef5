import pg from 'pg'
import { RoundTrip } from '../../server/src/platform/db/round-trip.ts'

export type Recorded = { readonly text: string; readonly values: readonly unknown[] }

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** Runs `work` and returns the statements that this process sent to PostgreSQL meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const query = prototype.query
  prototype.query = function (...given: unknown[]) {
    const [sent] = given
    if (sent instanceof RoundTrip) {
      for (const { text, values } of sent.steps) recorded.push({ text, values })
    }
    return query.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return recorded.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text))
}
