import { sql } from '#platform/db'
import { defineList, type ListRequest, ofCompany } from '#platform/lists'
import { fail } from '../failures.ts'
import type { CreditAccountRow } from '../tables.ts'
import type { CreditDeps } from './change-credit.ts'
import { toCreditAccount } from './credit-account-store.ts'
import {
  CompanyParams,
  CreditAccountsView,
  CreditAccountView,
  viewCreditAccount,
} from './credit-schemas.ts'
import { sumOverdue } from './owed-debt-store.ts'

const sharedOptions = {
  tags: ['Credit accounts'],
  item: CreditAccountView,
  within: { name: 'accounts', view: CreditAccountsView },
  columns: ['currency', 'state', 'limit', 'used', 'available', 'netDays', 'overdue.amount'],
  filters: {},
  from: sql`payments.credit_accounts t`,
  identity: { 't.currency': 'text' },
  sorts: { currency: { keys: { 't.currency': 'text' }, direction: 'asc' } },
  writtenAt: 't.written_at',
} as const

export const ownCreditAccountList = (deps: CreditDeps) =>
  defineList({
    ...sharedOptions,
    operationId: 'listOwnCreditAccounts',
    url: '/api/v1/credit-accounts',
    summary: 'List credit accounts',
    description:
      'A company has one account for each currency. Without one, it cannot buy on net terms.',
    config: { access: 'accountant' },
    scope: ({ actor }: ListRequest) => ofCompany(actor),
    csv: { operationId: 'downloadOwnCreditAccounts', summary: 'Download credit accounts as CSV' },
    show: (rows: readonly CreditAccountRow[], { actor }) =>
      showAccounts(deps, actor.companyId, rows),
  })

/** The same for operators. */
export const creditAccountList = (deps: CreditDeps) =>
  defineList({
    ...sharedOptions,
    operationId: 'listCreditAccounts',
    url: '/admin/companies/:companyId/credit-accounts',
    summary: 'List credit accounts of a company',
    config: { access: 'operator', fails: ['payments.company_not_found'] },
    params: CompanyParams,
    scope: async ({ params }: ListRequest) => {
      const companyId = String(params.companyId)
      const company = await deps.findCompany(deps.database.pool, companyId)
      if (!company) throw fail('company_not_found', { companyId })
      return ofCompany({ companyId })
    },
    show: (rows: readonly CreditAccountRow[], { params }) =>
      showAccounts(deps, String(params.companyId), rows),
  })

async function showAccounts(
  { database, now }: CreditDeps,
  companyId: string,
  rows: readonly CreditAccountRow[],
) {
  const overdue = await sumOverdue(database.pool, companyId, now())
  return rows.map((row) => viewCreditAccount(toCreditAccount(row), overdue.get(row.currency)))
}
