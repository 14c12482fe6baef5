import type { Conn, Tx } from '#platform/db'

/** Whose data it is about, and where it may lie. */
export type PersonOfData = {
  readonly userId: string
  readonly email: string
  /** Every company the person belongs to or was ever signed in to. */
  readonly companyIds: readonly string[]
}

/** What is kept although the person is erased, and the reason that the law gives for it. */
export type Kept = { readonly what: string; readonly count: number; readonly reason: string }

/** What one part of the product holds of people. Each module says its own. */
export type PersonalData = {
  /** The name of its part in an export. */
  readonly name: string
  /**
   * For the person: in the words of the product, without secrets and without other people. All of it: what may be much
   * comes page by page (`pagesOf`), what is little as a list or as one thing.
   */
  collect(conn: Conn, person: PersonOfData): AsyncIterable<readonly object[]> | Promise<object>
  /** True while something is under way that needs the data: then erasing has to wait. */
  isBusy?(tx: Tx, person: PersonOfData): Promise<boolean>
  /** Takes the person out of everything that need not be kept, and tells what is. */
  erase(tx: Tx, person: PersonOfData, now: Date): Promise<readonly Kept[]>
}

export type PageOfData = {
  readonly companyId: string
  /** The id that the page before ended with: rows with smaller ones follow. */
  readonly before: string | undefined
  readonly limit: number
}

const rowsAtOnce = 500

/** Everything of a person in each of their companies, newest first: `read` gives the rows of one page with their ids. */
export async function* pagesOf(
  { companyIds }: PersonOfData,
  read: (page: PageOfData) => Promise<readonly { readonly id: string; readonly data: object }[]>,
): AsyncGenerator<readonly object[]> {
  for (const companyId of companyIds) {
    let before: string | undefined
    for (;;) {
      const rows = await read({ companyId, before, limit: rowsAtOnce })
      if (rows.length > 0) yield rows.map(({ data }) => data)
      if (rows.length < rowsAtOnce) break
      before = rows.at(-1)?.id
    }
  }
}
