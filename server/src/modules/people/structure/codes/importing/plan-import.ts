import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/canonical'
import { newId } from '#kernel/id'
import { oneLineWithText } from '#kernel/one-line'
import { type AccountingCode, type CodeKind, codeKeyOf, codeKinds, codesMax } from '../code.ts'
import type { ImportColumn, importActions, rowProblems } from './import-names.ts'
import type { Cells, ImportRow } from './read-import.ts'

/** What one line of the file does. */
export type ImportStep = {
  readonly line: number
  readonly action: (typeof importActions)[number]
  /** As it is afterwards. */
  readonly code: AccountingCode
}

export type RowProblem = {
  readonly line: number
  readonly column?: ImportColumn
  readonly problem: (typeof rowProblems)[number]
}

export type ImportPlan = {
  readonly steps: readonly ImportStep[]
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
  /** Equal for two plans that do the same to the same codes. */
  readonly digest: string
}

/** What the company has when the file is read. */
type Given = {
  readonly companyId: AccountingCode['companyId']
  readonly kind: CodeKind
  readonly codes: readonly AccountingCode[]
  readonly openUnits: ReadonlySet<string>
  readonly now: Date
}

/** Decides what a file does, line by line: each line sees what the lines before it did. Changes nothing. */
export function planImport(rows: readonly ImportRow[], given: Given): ImportPlan {
  const list = listOf(given.codes)
  const steps: ImportStep[] = []
  const problems: RowProblem[] = []
  let unchanged = 0
  for (const { line, cells } of rows) {
    const outcome = planRow(cells, list, given)
    if ('problem' in outcome) problems.push({ line, ...outcome })
    else if (outcome.action === undefined) unchanged += 1
    else steps.push({ line, action: outcome.action, code: outcome.code })
    if ('code' in outcome) list.put(outcome.code)
  }
  return { steps, unchanged, problems, digest: digestOf(steps) }
}

type Outcome =
  | Omit<RowProblem, 'line'>
  | { readonly action: ImportStep['action'] | undefined; readonly code: AccountingCode }

function planRow(cells: Cells, list: CodeList, given: Given): Outcome {
  const { kind, companyId, now } = given
  const before = cells.id ? list.withId(cells.id) : list.withCode(cells.code ?? '')
  if (cells.id && !before) return { column: 'id', problem: 'ID_UNKNOWN' }
  const text = cells.code || before?.code
  if (!text) return { column: 'code', problem: 'CODE_MISSING' }
  if (before && list.isNamed(before.id)) return { column: 'code', problem: 'CODE_REPEATED' }
  const name = cells.name ?? before?.name
  if (!name) return { column: 'name', problem: 'NAME_MISSING' }
  const isEnded = endedBy(cells.state, before)
  if (isEnded === undefined) return { column: 'state', problem: 'STATE_UNKNOWN' }
  const code: AccountingCode = {
    id: before?.id ?? newId(codeKinds[kind].prefix, now),
    companyId,
    kind,
    code: text,
    name,
    unitId: cellOr(cells.unitId, before?.unitId),
    validFrom: cellOr(cells.validFrom, before?.validFrom),
    validTo: cellOr(cells.validTo, before?.validTo),
    externalId: cellOr(cells.externalId, before?.externalId),
    endedAt: isEnded ? (before?.endedAt ?? now) : undefined,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    changedAt: now,
  }
  const misfit = misfitOf(code, before, list, given)
  if (misfit) return misfit
  if (!before) return { action: 'CREATE', code }
  if (isEqual(code, before)) return { action: undefined, code: before }
  if (before.endedAt && isEnded) return { column: 'state', problem: 'CODE_ENDED' }
  if (isEnded) return { action: 'END', code }
  return { action: before.endedAt ? 'REOPEN' : 'CHANGE', code }
}

/** Undefined: the state is unknown. A file that does not name the state leaves it. */
function endedBy(state: string | undefined, before: AccountingCode | undefined) {
  if (!state) return before?.endedAt !== undefined
  return { ACTIVE: false, ENDED: true }[state.toUpperCase()]
}

/** A column that the file does not have leaves the value. An empty cell removes it. */
function cellOr(cell: string | undefined, before: string | undefined): string | undefined {
  return cell === undefined ? before : cell || undefined
}

function misfitOf(
  code: AccountingCode,
  before: AccountingCode | undefined,
  list: CodeList,
  { openUnits }: Given,
): Omit<RowProblem, 'line'> | undefined {
  const { unitId, validFrom, validTo, externalId, endedAt } = code
  if (!isText(code.code, 100)) return { column: 'code', problem: 'TEXT_INVALID' }
  if (!isText(code.name, 200)) return { column: 'name', problem: 'TEXT_INVALID' }
  if (externalId !== undefined && !isText(externalId, 100)) {
    return { column: 'externalId', problem: 'TEXT_INVALID' }
  }
  if (!isDay(validFrom)) return { column: 'validFrom', problem: 'DAY_INVALID' }
  if (!isDay(validTo)) return { column: 'validTo', problem: 'DAY_INVALID' }
  if (validFrom !== undefined && validTo !== undefined && validFrom > validTo) {
    return { column: 'validTo', problem: 'PERIOD_INVALID' }
  }
  const isPlacedAnew = unitId !== before?.unitId || (before?.endedAt && !endedAt)
  if (unitId !== undefined && isPlacedAnew && !openUnits.has(unitId)) {
    return { column: 'unitId', problem: 'UNIT_UNKNOWN' }
  }
  const equal = list.withCode(code.code)
  if (equal && equal.id !== code.id) return { column: 'code', problem: 'CODE_TAKEN' }
  const other = externalId === undefined ? undefined : list.withExternalId(externalId)
  if (other && other.id !== code.id) return { column: 'externalId', problem: 'EXTERNAL_ID_TAKEN' }
  if (!before && list.size() >= codesMax) return { problem: 'LIST_FULL' }
  return undefined
}

const lineOfText = new RegExp(oneLineWithText)
const isText = (text: string, max: number) => text.length <= max && lineOfText.test(text)

function isDay(text: string | undefined): boolean {
  if (text === undefined) return true
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const factsOf = ({ code, name, unitId, validFrom, validTo, externalId, endedAt }: AccountingCode) =>
  canonicalJson({
    code,
    name,
    unitId,
    validFrom,
    validTo,
    externalId,
    isEnded: endedAt !== undefined,
  })

const isEqual = (one: AccountingCode, other: AccountingCode) => factsOf(one) === factsOf(other)

type CodeList = ReturnType<typeof listOf>

/** The codes of the list as they are after the lines so far. */
function listOf(codes: readonly AccountingCode[]) {
  const byId = new Map<string, AccountingCode>()
  const byKey = new Map<string, AccountingCode>()
  const byExternalId = new Map<string, AccountingCode>()
  const named = new Set<string>()
  const add = (code: AccountingCode) => {
    byId.set(code.id, code)
    byKey.set(codeKeyOf(code.code), code)
    if (code.externalId !== undefined) byExternalId.set(code.externalId, code)
  }
  for (const code of codes) add(code)
  return {
    size: () => byId.size,
    withId: (id: string) => byId.get(id),
    withCode: (code: string) => byKey.get(codeKeyOf(code)),
    withExternalId: (externalId: string) => byExternalId.get(externalId),
    isNamed: (id: string) => named.has(id),
    /** A line of the file named this code. */
    put: (code: AccountingCode) => {
      const before = byId.get(code.id)
      if (before) byKey.delete(codeKeyOf(before.code))
      if (before?.externalId !== undefined) byExternalId.delete(before.externalId)
      named.add(code.id)
      add(code)
    },
  }
}

/** New codes get other ids each time, so the digest leaves them out. */
function digestOf(steps: readonly ImportStep[]): string {
  const done = steps.map(({ line, action, code }) => ({
    line,
    action,
    id: action === 'CREATE' ? undefined : code.id,
    version: code.version,
    facts: factsOf(code),
  }))
  return createHash('sha256').update(canonicalJson(done)).digest('hex')
}
