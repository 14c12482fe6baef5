import type { DataOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api, type BodyOf } from '../api.ts'
import { withoutUndefined } from '../without-undefined.ts'

const rules = '/api/v1/approval-rules'

export type Rule = DataOf<paths[typeof rules]['get']>['rules'][number]
export type RuleDraft = BodyOf<paths[typeof rules]['post']>
export type Conditions = NonNullable<RuleDraft['conditions']>
export type Step = RuleDraft['steps'][number]

/** A company has at most 50. */
export async function listRules(signal: AbortSignal): Promise<readonly Rule[]> {
  return (await api.get(rules, { params: { query: { limit: 100 } }, signal })).data.rules
}

export async function addRule(body: RuleDraft): Promise<void> {
  await api.post(rules, { body })
}

/** The API replaces a rule whole: the hours, for which no form asks, stay. */
export async function changeRule(rule: Rule, draft: RuleDraft): Promise<void> {
  const { id: ruleId, remindAfterHours, escalateAfterHours } = rule
  const body = withoutUndefined<RuleDraft>({ ...draft, remindAfterHours, escalateAfterHours })
  await api.put(`${rules}/{ruleId}`, { params: { path: { ruleId } }, body })
}

export async function endRule(ruleId: string): Promise<void> {
  await api.delete(`${rules}/{ruleId}`, { params: { path: { ruleId } }, ...emptyBody })
}

export type Named = { readonly id: string; readonly name: string }

const pagesMax = 5

/** The first 500 categories, each with those above it. */
export async function listCategories(signal: AbortSignal): Promise<readonly Named[]> {
  const found: Named[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = await api.get('/api/v1/categories', { params: { query }, signal })
    found.push(...data.map(({ id, path }) => ({ id, name: path.join(' / ') })))
    cursor = meta.nextCursor
    if (cursor === undefined) break
  }
  return found
}
