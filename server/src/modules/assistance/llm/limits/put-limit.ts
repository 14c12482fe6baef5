import type { Principal } from '#kernel/actor'
import { findActingMember, type Identity } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import type { Family } from '../accounting/pricing.ts'
import { fail } from '../failures.ts'
import {
  deleteLimit,
  type Limit,
  type LimitPlace,
  listLimitRows,
  upsertLimit,
} from './limit-store.ts'

export type LimitsDeps = {
  readonly database: Database
  readonly families: readonly Family[]
  readonly findCompany: Identity['findCompany']
  readonly now: () => Date
}

export type LimitInput = LimitPlace & {
  /** Null: unlimited. 0: blocked. `default`: the limit of the settings again. */
  readonly dailyTokens: number | null | 'default'
}

/** Counts from the next request on. What is used today stays counted. */
export async function putLimit(
  { database, families, findCompany, now }: LimitsDeps,
  operator: Principal,
  input: LimitInput,
): Promise<LimitInput> {
  const { companyId, userId, provider, model, dailyTokens } = input
  if (!families.some(({ name, provider: own }) => name === model && own === provider)) {
    throw fail('family_unknown', { model })
  }
  const { pool } = database
  if (!(await findCompany(pool, companyId))) throw fail('company_unknown', { companyId })
  // Who has left may still lose a limit.
  const isForPerson = userId !== undefined && dailyTokens !== 'default'
  if (isForPerson && !(await findActingMember(pool, companyId, userId))) {
    throw fail('person_unknown', { userId })
  }
  await database.transaction(async (tx) => {
    if (dailyTokens === 'default') await deleteLimit(tx, input)
    else await upsertLimit(tx, { ...input, dailyTokens, setBy: operator.id, setAt: now() })
    recordAudit(tx, {
      companyId,
      actor: operator,
      action: 'llm.limit_set',
      target: { type: 'llm_limit', id: `${provider}/${model}/${input.userId ?? ''}` },
      outcome: 'done',
      details: { provider, model, dailyTokens, ...(input.userId && { userId: input.userId }) },
      now: now(),
    })
  })
  return input
}

/** The limits that operators have set, in the order of company, person, provider and model. */
export function listLimits(
  { database }: LimitsDeps,
  filter: {
    readonly companyId: string | undefined
    readonly after: readonly string[] | undefined
    readonly limit: number
  },
): Promise<Limit[]> {
  return listLimitRows(database.pool, filter)
}
