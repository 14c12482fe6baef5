import { secondsMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'
import { ringAfterCommit, type Wake } from '#platform/wake'
import type { CompanyRow } from '../tables.ts'

/** As much of a company as its purchases depend on. */
export type Party = {
  readonly country: string
  /** What it buys in when it does not say. */
  readonly currency: string
  readonly vatId: string | undefined
  /** Nothing is bought without the number of a purchase order. */
  readonly poNumberRequired: boolean
}

/** Of many companies at once; unknown ones are missing from the answer. */
export type PartiesOf = (
  conn: Conn,
  companyIds: readonly string[],
) => Promise<ReadonlyMap<string, Party>>

const companyChanged = 'identity.company_changed'
/** Where no ring tells of a change, it is found after this time. */
const rememberedMs = secondsMs(5)
const keptMax = 10_000

export const tellCompanyChanged = (tx: Parameters<typeof ringAfterCommit>[0]) =>
  ringAfterCommit(tx, companyChanged)

/** Every cart asks for the same few companies: a process remembers them for seconds, and forgets them when one changes. */
export function createParties(wake: Wake): PartiesOf {
  let kept = new Map<string, { readonly party: Party; readonly until: number }>()
  let turn = 0
  wake.listen(companyChanged, () => {
    turn += 1
    kept = new Map()
  })
  return async (conn, companyIds) => {
    const at = turn
    const now = performance.now()
    const found = new Map<string, Party>()
    for (const id of companyIds) {
      const known = kept.get(id)
      if (known && now < known.until) found.set(id, known.party)
    }
    const missing = companyIds.filter((id) => !found.has(id))
    if (missing.length === 0) return found
    const read = await listParties(conn, missing)
    if (kept.size + read.size > keptMax) kept = new Map()
    for (const [id, party] of read) {
      found.set(id, party)
      // What was read while a change rang may be the state before it.
      if (at === turn) kept.set(id, { party, until: now + rememberedMs })
    }
    return found
  }
}

type PartyRow = Pick<CompanyRow, 'id' | 'country' | 'currency' | 'vat_id' | 'po_number_required'>

async function listParties(conn: Conn, companyIds: readonly string[]): Promise<Map<string, Party>> {
  const { rows } = await sql<PartyRow>`
    select id, country, currency, vat_id, po_number_required from identity.companies where id = any(${[...companyIds]}::text[])
  `.execute(conn)
  return new Map(
    rows.map(({ id, country, currency, vat_id, po_number_required }) => [
      id,
      { country, currency, vatId: vat_id ?? undefined, poNumberRequired: po_number_required },
    ]),
  )
}
