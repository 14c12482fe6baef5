import type { Conn, Tx } from '#platform/db'

/** The person whose data is exported or erased, and the companies that may have data of this person. */
export type PersonOfData = {
  readonly userId: string
  readonly email: string
  /** Every company to which the person belongs or has belonged. */
  readonly companyIds: readonly string[]
}

/** Data that stays although the person is erased, and the legal reason. */
export type Kept = { readonly what: string; readonly count: number; readonly reason: string }

/** The personal data of one part of the product. Each module declares its own. */
export type PersonalData = {
  /** The name of its part in an export. */
  readonly name: string
  /**
   * Returns everything for the person: in the words of the product, without secrets and without data of others. Data that may be
   * large comes page by page (`pagesOf`), and small data as a list or as one object.
   */
  collect(conn: Conn, person: PersonOfData): AsyncIterable<readonly object[]> | Promise<object>
  /** True while something runs that needs the data. Erasing then has to wait. */
  isBusy?(tx: Tx, person: PersonOfData): Promise<boolean>
  /** Removes the person from everything that need not be kept, and returns what is kept. */
  erase(tx: Tx, person: PersonOfData, now: Date): Promise<readonly Kept[]>
}

export type PageOfData = {
  readonly companyId: string
  /** The last id of the page before. Rows with smaller ids follow. */
  readonly before: string | undefined
  readonly limit: number
}

const rowsAtOnce = 500

/**
 * Pages through all data of a person in each of their companies, newest first. `read` returns the rows of one page with their ids.
 */
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
