import { type Conn, sql } from '#platform/db'
import { type CodeKind, codeKeyOf } from './code.ts'

export type ListedCode = {
  readonly code: string
  readonly endedAt: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
}

/** Whether the company keeps a list of this kind, and what it says about the codes. */
export async function readListed(
  conn: Conn,
  companyId: string,
  kind: CodeKind,
  codes: readonly string[],
): Promise<{ readonly isKept: boolean; readonly listed: readonly ListedCode[] }> {
  const { rows } = await sql<{ is_kept: boolean; listed: ListedCode[] }>`
    select
      exists (select from structure.codes where company_id = ${companyId} and kind = ${kind}) as is_kept,
      (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'endedAt', ended_at,
         'validFrom', valid_from, 'validTo', valid_to)), '[]')
       from structure.codes
       where company_id = ${companyId} and kind = ${kind} and code_key = any(${codes.map(codeKeyOf)}::text[])
      ) as listed
  `.execute(conn)
  return { isKept: rows[0]?.is_kept ?? false, listed: rows[0]?.listed ?? [] }
}

/** At most this number of codes is compared in detail. */
const similarMax = 50

/** Codes that can be named today and have parts in common with a key, the most similar first. */
export async function listSimilarCodes(
  conn: Conn,
  of: {
    readonly companyId: string
    readonly kind: CodeKind
    readonly keys: readonly string[]
    readonly today: string
  },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { companyId, kind, keys, today } = of
  const { rows } = await sql<{ key: string; similar: string[] }>`
    select wanted.key, array(
      select codes.code from structure.codes
      where codes.company_id = ${companyId} and codes.kind = ${kind} and codes.ended_at is null
        and ${today}::date between coalesce(codes.valid_from, ${today}::date) and coalesce(codes.valid_to, ${today}::date)
      order by similarity(codes.code_key, wanted.key) desc, codes.code_key
      limit ${similarMax}
    ) as similar
    from unnest(${[...keys]}::text[]) as wanted (key)
  `.execute(conn)
  return new Map(rows.map(({ key, similar }) => [key, similar]))
}
