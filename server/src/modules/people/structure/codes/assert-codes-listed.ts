import { slipsBetween } from '#kernel/slips'
import { findCompany } from '#modules/identity'
import type { Conn } from '#platform/db'
import { dayIn } from '#platform/working-time'
import { fail } from '../failures.ts'
import { type CodeKind, codeKeyOf, codeKindNames } from './code.ts'
import { listSimilarCodes, readListed } from './listed-code-store.ts'

/** A refusal explains at most this number of codes. */
const explainedMax = 10
const nearestMax = 3

type Problem = {
  readonly code: string
  readonly reason: 'UNKNOWN' | 'ENDED' | 'NOT_VALID_TODAY'
}

/**
 * A company that keeps a list names only codes of that list, which have not ended and are valid today. Without a list it names what it
 * likes. Throws `structure.code_unknown`.
 */
export async function assertCodesListed(
  conn: Conn,
  companyId: string,
  named: NamedCodes,
  now: Date,
): Promise<void> {
  for (const kind of codeKindNames) {
    const codes = [...new Set(named[kind])].filter((code) => code !== undefined)
    if (codes.length > 0) await assertKindListed(conn, { companyId, kind, codes }, now)
  }
}

/** By the kind of their list. */
export type NamedCodes = Readonly<Record<CodeKind, readonly (string | undefined)[]>>

async function assertKindListed(
  conn: Conn,
  {
    companyId,
    kind,
    codes,
  }: { readonly companyId: string; readonly kind: CodeKind; readonly codes: readonly string[] },
  now: Date,
): Promise<void> {
  const { isKept, listed } = await readListed(conn, companyId, kind, codes)
  if (!isKept) return
  const isSure = ({ endedAt, validFrom, validTo }: (typeof listed)[number]) =>
    endedAt === null && validFrom === null && validTo === null
  const byCode = new Map(listed.map((one) => [one.code, one]))
  const doubtful = codes.filter((code) => {
    const one = byCode.get(code)
    return !one || !isSure(one)
  })
  if (doubtful.length === 0) return

  const company = await findCompany(conn, companyId)
  const today = dayIn(company?.timeZone ?? 'UTC', now)
  const problems = doubtful.flatMap((code): Problem[] => {
    const one = byCode.get(code)
    if (!one) return [{ code, reason: 'UNKNOWN' }]
    if (one.endedAt !== null) return [{ code, reason: 'ENDED' }]
    const isValid = (one.validFrom ?? today) <= today && today <= (one.validTo ?? today)
    return isValid ? [] : [{ code, reason: 'NOT_VALID_TODAY' }]
  })
  if (problems.length === 0) return
  const explained = problems.slice(0, explainedMax)
  const keys = explained.map(({ code }) => codeKeyOf(code))
  const similar = await listSimilarCodes(conn, { companyId, kind, keys, today })
  throw fail('code_unknown', {
    kind,
    codes: explained.map((problem, at) => ({
      ...problem,
      nearest: nearestOf(keys[at] ?? '', similar.get(keys[at] ?? '') ?? []),
    })),
  })
}

function nearestOf(key: string, candidates: readonly string[]): string[] {
  return candidates
    .map((code) => ({ code, slips: slipsBetween(key, codeKeyOf(code)) }))
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, nearestMax)
    .map(({ code }) => code)
}
