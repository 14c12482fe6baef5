import pg from 'pg'

export type Recorded = { readonly text: string; readonly values: readonly unknown[] }

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** Runs `work` and returns the statements that this process sent to PostgreSQL meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const query = prototype.query
  prototype.query = function (...given: unknown[]) {
    const [first, second] = given
    if (typeof first === 'string') recorded.push({ text: first, values: (second ?? []) as [] })
    else if (typeof first === 'object' && first !== null && 'text' in first) {
      const { text, values = [] } = first as { text: string; values?: unknown[] }
      recorded.push({ text, values })
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
