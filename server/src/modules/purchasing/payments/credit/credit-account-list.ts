import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { fail } from '../failures.ts'
import type { CreditDeps } from './change-credit.ts'
import { type CreditAccount, listCreditAccounts } from './credit-account-store.ts'
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
} as const

type OperatorRequest = ListRequest & { readonly params: { readonly companyId: string } }

export const ownCreditAccountList = (deps: CreditDeps) =>
  defineList({
    ...sharedOptions,
    operationId: 'listOwnCreditAccounts',
    url: '/api/v1/credit-accounts',
    summary: 'List credit accounts',
    description:
      'A company has one account for each currency. Without one, it cannot buy on net terms.',
    config: { access: 'accountant' },
    sorts: {
      currency: {
        read: ({ actor }: ListRequest, cut) => readAccounts(deps, actor.companyId, cut),
      },
    },
    show: (accounts: readonly CreditAccount[], { actor }) =>
      showAccounts(deps, actor.companyId, accounts),
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
    sorts: {
      currency: {
        read: async ({ params: { companyId } }: OperatorRequest, cut) => {
          const company = await deps.findCompany(deps.database.pool, companyId)
          if (!company) throw fail('company_not_found', { companyId })
          return readAccounts(deps, companyId, cut)
        },
      },
    },
    show: (accounts: readonly CreditAccount[], { params }) =>
      showAccounts(deps, String(params.companyId), accounts),
  })

async function readAccounts({ database }: CreditDeps, companyId: string, { after, limit }: Cut) {
  const cut = { after: after && String(after[0]), limit }
  const found = await listCreditAccounts(database.pool, companyId, cut)
  return placed(found, (account) => [account.limit.currency])
}

async function showAccounts(
  { database, now }: CreditDeps,
  companyId: string,
  accounts: readonly CreditAccount[],
) {
  const overdue = await sumOverdue(database.pool, companyId, now())
  return accounts.map((account) => viewCreditAccount(account, overdue.get(account.limit.currency)))
}
