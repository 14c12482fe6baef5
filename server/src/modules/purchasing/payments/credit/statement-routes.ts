import { Type } from 'typebox'
import { type Http, list, type Page, PageQuery } from '#platform/http'
import { fail } from '../failures.ts'
import type { CreditDeps } from './change-credit.ts'
import { findCreditAccount } from './credit-account-store.ts'
import { listStatement, placeAfter } from './credit-entry-store.ts'
import { AccountParams, CurrencyParams } from './credit-schemas.ts'
import { StatementEntryView, statementExamples, viewStatementEntry } from './statement-schemas.ts'

/** The cursor: the number of the last entry, and the used amount before it. */
const Position = Type.Tuple([
  Type.Integer(),
  Type.String({ pattern: '^-?[0-9]{1,24}$', maxLength: 25 }),
])

const described =
  'Lists purchases on credit, releases, repayments and reversals, each with the used credit after it. Entries never change.'

/** The statement of a credit account: for the company itself, and for operators. */
export function statementRoutes(http: Http, deps: CreditDeps): void {
  http.route({
    method: 'GET',
    url: '/api/v1/credit-accounts/:currency/entries',
    config: { access: 'company_admin', fails: ['payments.credit_account_not_found'] },
    schema: {
      operationId: 'listOwnCreditEntries',
      summary: 'List credit account entries',
      description: described,
      tags: ['Credit accounts'],
      params: CurrencyParams,
      querystring: PageQuery,
      response: list(StatementEntryView, { examples: statementExamples }),
    },
    handler: ({ actor, params: { currency }, page }) =>
      statementOf(deps, actor.companyId, currency, page),
  })

  http.route({
    method: 'GET',
    url: '/admin/companies/:companyId/credit-accounts/:currency/entries',
    config: {
      access: 'operator',
      fails: ['payments.company_not_found', 'payments.credit_account_not_found'],
    },
    schema: {
      operationId: 'listCreditEntries',
      summary: 'List credit account entries of a company',
      description: `Newest first. ${described} Reverse a repayment by its \`repaymentId\`.`,
      tags: ['Credit accounts'],
      params: AccountParams,
      querystring: PageQuery,
      response: list(StatementEntryView, { examples: statementExamples }),
    },
    handler: async ({ params: { companyId, currency }, page }) => {
      const company = await deps.findCompany(deps.database.pool, companyId)
      if (!company) throw fail('company_not_found', { companyId })
      return statementOf(deps, companyId, currency, page)
    },
  })
}

async function statementOf(
  { database: { pool } }: CreditDeps,
  companyId: string,
  currency: string,
  page: Page,
) {
  const account = await findCreditAccount(pool, companyId, currency)
  if (!account) throw fail('credit_account_not_found', { currency })
  const place = page.after(Position)
  const before = place && { entry: place[0], balanceMinor: place[1] }
  const found = await listStatement(pool, companyId, currency, { before, limit: page.probe })
  return page.answer(found, viewStatementEntry, (last) => {
    const { entry, balanceMinor } = placeAfter(last)
    return [entry, balanceMinor]
  })
}
