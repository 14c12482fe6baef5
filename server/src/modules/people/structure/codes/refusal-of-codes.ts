import type { Failure } from '#kernel/failure'
import { slipsBetween } from '#kernel/slips'
import { todayOf } from '#modules/identity'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'
import { type CodeKind, codeKeyOf, codeKindNames } from './code.ts'
import { type ListedCode, listSimilarCodes, readListed } from './listed-code-store.ts'

/** A refusal explains at most this number of codes. */
const explainedMax = 10
const nearestMax = 3

type Problem = {
  readonly kind: CodeKind
  readonly code: string
  readonly reason: 'UNKNOWN' | 'ENDED' | 'NOT_VALID_TODAY'
}

/** A code that is not on its list, or one that ends, has ended or begins. */
type Doubt = Pick<Problem, 'kind' | 'code'> & { readonly listed: ListedCode | undefined }

/** By the kind of their list. */
export type NamedCodes = Readonly<Record<CodeKind, readonly (string | undefined)[]>>

/**
 * A company that keeps a list names only codes of that list, which have not ended and are valid today. Without a list it names what it
 * likes. Otherwise `structure.code_unknown`, which explains the codes of all lists.
 */
export async function refusalOfCodes(
  conn: Conn,
  companyId: string,
  named: NamedCodes,
  now: Date,
): Promise<Failure | undefined> {
  const doubts: Doubt[] = []
  for (const kind of codeKindNames) {
    const codes = [...new Set(named[kind])].filter((code) => code !== undefined)
    if (codes.length > 0) doubts.push(...(await listDoubts(conn, { companyId, kind, codes })))
  }
  if (doubts.length === 0) return undefined

  const today = await todayOf(conn, companyId, now)
  const problems = doubts.flatMap((doubt) => problemOf(doubt, today) ?? []).slice(0, explainedMax)
  const [first] = problems
  if (!first) return undefined
  const codes = await withNearest(conn, { companyId, today }, problems)
  return fail('code_unknown', { kind: first.kind, codes })
}

async function listDoubts(
  conn: Conn,
  {
    companyId,
    kind,
    codes,
  }: { readonly companyId: string; readonly kind: CodeKind; readonly codes: readonly string[] },
): Promise<Doubt[]> {
  const { isKept, listed } = await readListed(conn, companyId, kind, codes)
  if (!isKept) return []
  const isSure = ({ endedAt, validFrom, validTo }: ListedCode) =>
    endedAt === null && validFrom === null && validTo === null
  const byCode = new Map(listed.map((one) => [one.code, one]))
  return codes.flatMap((code) => {
    const one = byCode.get(code)
    return one && isSure(one) ? [] : [{ kind, code, listed: one }]
  })
}

function problemOf({ kind, code, listed }: Doubt, today: string): Problem | undefined {
  if (!listed) return { kind, code, reason: 'UNKNOWN' }
  if (listed.endedAt !== null) return { kind, code, reason: 'ENDED' }
  const isValid = (listed.validFrom ?? today) <= today && today <= (listed.validTo ?? today)
  return isValid ? undefined : { kind, code, reason: 'NOT_VALID_TODAY' }
}

async function withNearest(
  conn: Conn,
  { companyId, today }: { readonly companyId: string; readonly today: string },
  problems: readonly Problem[],
) {
  const similar = new Map<CodeKind, ReadonlyMap<string, readonly string[]>>()
  for (const [kind, some] of Map.groupBy(problems, (problem) => problem.kind)) {
    const keys = some.map(({ code }) => codeKeyOf(code))
    similar.set(kind, await listSimilarCodes(conn, { companyId, kind, keys, today }))
  }
  return problems.map((problem) => {
    const key = codeKeyOf(problem.code)
    return { ...problem, nearest: nearestOf(key, similar.get(problem.kind)?.get(key) ?? []) }
  })
}

function nearestOf(key: string, candidates: readonly string[]): string[] {
  return candidates
    .map((code) => ({ code, slips: slipsBetween(key, codeKeyOf(code)) }))
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, nearestMax)
    .map(({ code }) => code)
}
