import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Failure } from '#kernel/failure'
import {
  approvalRulePage,
  approvalRulesPage,
  codesTextMax,
  type RuleForm,
  type RuleNames,
  type ShownRule,
} from '#pages/account'
import type { Http } from '#platform/http'
import { jsonOf } from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { namesOfMembers } from './decision-routes.ts'
import { idIn } from './record-routes.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { fieldsOf, ruleIn } from './rule-form-fields.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm, type Visit } from './visit.ts'

/** Fields for lists and steps, so the names are not fixed. */
const Fields = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.String({ maxLength: codesTextMax }),
  { maxProperties: 1_000 },
)

const rules = '/api/v1/approval-rules'
const page = '/account/approval-rules'

/** The approval rules of a company in words, and a form to create, change and end them. For administrators. */
export function addApprovalRuleRoutes(pages: Http, deps: AccountDeps): void {
  pages.get(page, pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { words, viewer } = visit
      const shown = await listRules(visit)
      const names = await namesFor(visit, shown)
      return sendPage(reply, approvalRulesPage(words, { viewer, rules: shown, names }))
    }),
  )
  pages.get(`${page}/new`, pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      // Who may not read the rules may not make one either.
      await listRules(visit)
      return showRule(visit, reply, undefined)
    }),
  )
  pages.post(page, pageFormConfig(Fields), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const form: RuleForm = request.body
      assertOwnForm(visit, form.formToken ?? '')
      const key = form.key === undefined ? {} : { key: form.key }
      return takeStep(reply, () => visit.post(rules, ruleIn(form), key), {
        next: page,
        showAgain: ({ message: problem, status }) =>
          showRule(visit, reply, undefined, { form, problem, status }),
      })
    }),
  )
  pages.get(`${page}/:ruleId`, pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showRule(visit, reply, idIn(request))),
  )
  pages.post(`${page}/:ruleId`, pageFormConfig(Fields), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const form: RuleForm = request.body
      assertOwnForm(visit, form.formToken ?? '')
      const id = idIn(request)
      const isEnd = form.step === 'end'
      const step = () =>
        isEnd
          ? visit.send('DELETE', `${rules}/${id}`)
          : visit.send('PUT', `${rules}/${id}`, ruleIn(form))
      return takeStep(reply, step, {
        next: isEnd ? page : `${page}/${id}`,
        showAgain: ({ message: problem, status }) =>
          showRule(visit, reply, id, { form, problem, status }),
      })
    }),
  )
}

/** A company has at most 50. */
async function listRules(visit: Visit): Promise<readonly ShownRule[]> {
  return (await visit.get<{ rules: readonly ShownRule[] }>(`${rules}?limit=100`)).rules
}

async function showRule(
  visit: Visit,
  reply: FastifyReply,
  id: string | undefined,
  {
    form,
    problem,
    status = 200,
  }: { readonly form?: RuleForm; readonly problem?: string; readonly status?: number } = {},
): Promise<FastifyReply> {
  const { words, viewer } = visit
  const rule = id === undefined ? undefined : await visit.get<ShownRule>(`${rules}/${id}`)
  const names = await namesFor(visit, rule ? [rule] : [])
  const fields = form ?? (rule ? fieldsOf(rule) : {})
  return sendPage(
    reply,
    approvalRulePage(words, {
      viewer,
      rule,
      form: fields,
      names,
      key: randomUUID(),
      problem,
    }),
    { status },
  )
}

/** The names of what the rules name, and of what a rule can name. */
async function namesFor(visit: Visit, shown: readonly ShownRule[]): Promise<RuleNames> {
  const [members, units, categories, suppliers] = await Promise.all([
    namesOfMembers(visit),
    listNames(visit, '/api/v1/company/units?', ({ name }) => name ?? ''),
    listNames(visit, '/api/v1/categories?', ({ path = [] }) => path.join(' / ')),
    namesOfSuppliers(visit, shown),
  ])
  return { members, units, categories, suppliers }
}

type Named = { readonly id: string; readonly name?: string; readonly path?: readonly string[] }

const pagesMax = 5

/** The names of at most 500 records of a list. */
async function listNames(visit: Visit, path: string, nameOf: (one: Named) => string) {
  const names = new Map<string, string>()
  let cursor = ''
  for (let at = 0; at < pagesMax; at += 1) {
    const { items, next } = await visit.list<Named>(`${path}limit=100${cursor}`)
    for (const one of items) names.set(one.id, nameOf(one))
    if (next === undefined) break
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
  return names
}

type Facets = { meta?: { facets?: { supplier?: { id: string; name: string }[] } } }

/** The most suppliers that a search takes. */
const suppliersMax = 30

/** The page shows ids while search is not available. */
function withoutSearch(error: unknown): undefined {
  if (!(error instanceof Failure) || error.status < 500) throw error
}

/** Those that the rules name, and those with the most products: the facet of a search has both. */
async function namesOfSuppliers(visit: Visit, shown: readonly ShownRule[]) {
  const ids = new Set(shown.flatMap(({ conditions }) => conditions.supplierIds ?? []))
  const chosen = [...ids]
    .slice(0, suppliersMax)
    .map((id) => `&supplier=${encodeURIComponent(id)}`)
    .join('')
  const found = await visit.raw(`/api/v1/products?limit=1${chosen}`).catch(withoutSearch)
  const { meta } = (found ? jsonOf(found) : {}) as Facets
  return new Map((meta?.facets?.supplier ?? []).map(({ id, name }) => [id, name]))
}
