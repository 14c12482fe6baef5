import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { CodeChanged, CodeCreated, CodeEnded, codeDataOf } from '../events.ts'
import { fail } from '../failures.ts'
import type { StructureDeps } from '../units/change-units.ts'
import { requireOpenUnit } from '../units/unit-store.ts'
import { type AccountingCode, type CodeKind, codeKinds, codesMax } from './code.ts'
import {
  countCodes,
  findCode,
  findCodeByExternalId,
  findEqualCode,
  insertCode,
  lockCodes,
  updateCode,
} from './code-store.ts'

export type CodeInput = {
  readonly code: string
  readonly name: string
  /** Null, here and below: the code has none. */
  readonly unitId?: string | null | undefined
  readonly validFrom?: string | null | undefined
  readonly validTo?: string | null | undefined
  readonly externalId?: string | null | undefined
}

export async function createCode(
  { database, now: clock }: StructureDeps,
  actor: Actor,
  kind: CodeKind,
  input: CodeInput,
): Promise<AccountingCode> {
  const now = clock()
  const { companyId } = actor
  const code: AccountingCode = {
    id: newId(codeKinds[kind].prefix, now),
    companyId,
    kind,
    ...tidyInput(input),
    endedAt: undefined,
    version: 1,
    createdAt: now,
    changedAt: now,
  }
  return database.transaction(async (tx) => {
    await lockCodes(tx, companyId, kind)
    if ((await countCodes(tx, companyId, kind)) >= codesMax) {
      throw fail('codes_limit_reached', { limit: codesMax })
    }
    await assertCodeFits(tx, code, undefined)
    await insertCode(tx, code)
    await reportCode(tx, actor, code, 'created')
    return code
  })
}

/** Absent fields do not change. */
export async function changeCode(
  { database, now: clock }: StructureDeps,
  actor: Actor,
  { kind, id }: Pick<AccountingCode, 'kind'> & { readonly id: string },
  change: Partial<CodeInput>,
): Promise<AccountingCode> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockCodes(tx, actor.companyId, kind)
    const before = await getCode(tx, actor, kind, id)
    if (before.endedAt) throw fail('code_ended', { id })
    const code = {
      ...before,
      ...tidyInput({ ...before, ...change }),
      version: before.version + 1,
      changedAt: now,
    }
    await assertCodeFits(tx, code, before)
    await updateCode(tx, code)
    await reportCode(tx, actor, code, 'changed')
    return code
  })
}

/** Ends the code, or opens it again. New orders cannot name a code that has ended. */
export async function setCodeEnded(
  { database, now: clock }: StructureDeps,
  actor: Actor,
  { kind, id }: Pick<AccountingCode, 'kind'> & { readonly id: string },
  isEnded: boolean,
): Promise<AccountingCode> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockCodes(tx, actor.companyId, kind)
    const before = await getCode(tx, actor, kind, id)
    if ((before.endedAt !== undefined) === isEnded) {
      throw isEnded ? fail('code_ended', { id }) : fail('code_not_ended', { id })
    }
    const endedAt = isEnded ? now : undefined
    const code = { ...before, endedAt, version: before.version + 1, changedAt: now }
    if (!isEnded && code.unitId !== undefined) {
      await requireOpenUnit(tx, actor.companyId, code.unitId)
    }
    await updateCode(tx, code)
    await reportCode(tx, actor, code, isEnded ? 'ended' : 'changed')
    return code
  })
}

export async function getCode(
  tx: Parameters<typeof findCode>[0],
  { companyId }: Actor,
  kind: CodeKind,
  id: string,
): Promise<AccountingCode> {
  const code = await findCode(tx, companyId, kind, id)
  if (!code) throw fail('code_not_found', { id })
  return code
}

function tidyInput({ code, name, unitId, validFrom, validTo, externalId }: CodeInput) {
  return {
    code: code.trim(),
    name: name.trim(),
    unitId: unitId ?? undefined,
    validFrom: validFrom ?? undefined,
    validTo: validTo ?? undefined,
    externalId: externalId?.trim() || undefined,
  }
}

async function assertCodeFits(
  tx: Tx,
  code: AccountingCode,
  before: AccountingCode | undefined,
): Promise<void> {
  const { companyId, kind, id, unitId, validFrom, validTo, externalId } = code
  if (validFrom !== undefined && validTo !== undefined && validFrom > validTo) {
    throw fail('code_period_invalid', { validFrom, validTo })
  }
  const equal = await findEqualCode(tx, companyId, kind, code.code)
  if (equal && equal.id !== id) throw fail('code_taken', { code: equal.code, id: equal.id })
  if (externalId !== undefined) {
    const other = await findCodeByExternalId(tx, companyId, kind, externalId)
    if (other && other.id !== id) {
      throw fail('code_external_id_taken', { externalId, id: other.id })
    }
  }
  if (unitId !== undefined && unitId !== before?.unitId) {
    await requireOpenUnit(tx, companyId, unitId)
  }
}

const kinds = { created: CodeCreated, changed: CodeChanged, ended: CodeEnded }

/** The audit entry and the event of a change. */
export async function reportCode(
  tx: Tx,
  actor: Actor,
  code: AccountingCode,
  done: keyof typeof kinds,
): Promise<void> {
  const { companyId, id, kind, version, changedAt } = code
  recordAudit(tx, {
    companyId,
    actor,
    action: `structure.code_${done}`,
    target: { type: 'accounting_code', id },
    outcome: 'done',
    details: { kind, code: code.code },
    now: changedAt,
  })
  await emit(tx, kinds[done], {
    companyId,
    entityId: id,
    entityVersion: version,
    data: codeDataOf(code),
    occurredAt: changedAt,
  })
}
