import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import { fail } from '../failures.ts'
import type { CreditDeps } from './change-credit.ts'
import { findCreditAccount } from './credit-account-store.ts'
import { listStatement, placeAfter } from './credit-entry-store.ts'
import { AccountParams, CurrencyParams } from './credit-schemas.ts'
import { StatementEntryView, statementExamples, viewStatementEntry } from './statement-schemas.ts'

type Entry = Awaited<ReturnType<typeof listStatement>>[number]

const listDescription =
  'Lists purchases on credit, releases, repayments and reversals, each with the used credit after it. Entries never change.'

const sharedOptions = {
  tags: ['Credit accounts'],
  item: StatementEntryView,
  examples: statementExamples,
  columns: ['recordedAt', 'kind', 'amount', 'balance', 'paymentId', 'orderId', 'by'],
  filters: {},
  show: (entries: readonly Entry[]) => entries.map(viewStatementEntry),
} as const

type OwnRequest = ListRequest & { readonly params: { readonly currency: string } }
type OperatorRequest = OwnRequest & { readonly params: { readonly companyId: string } }

/** The statement of a credit account, for the company itself. */
export const ownStatementList = (deps: CreditDeps) =>
  defineList({
    ...sharedOptions,
    operationId: 'listOwnCreditEntries',
    url: '/api/v1/credit-accounts/:currency/entries',
    summary: 'List credit account entries',
    description: listDescription,
    config: { access: 'accountant', fails: ['payments.credit_account_not_found'] },
    params: CurrencyParams,
    sorts: {
      newest: {
        read: ({ actor, params: { currency } }: OwnRequest, cut) =>
          readStatement(deps, actor.companyId, currency, cut),
      },
    },
    csv: {
      operationId: 'downloadOwnCreditEntries',
      summary: 'Download credit account entries as CSV',
    },
  })

/** The same for operators. */
export const statementList = (deps: CreditDeps) =>
  defineList({
    ...sharedOptions,
    operationId: 'listCreditEntries',
    url: '/admin/companies/:companyId/credit-accounts/:currency/entries',
    summary: 'List credit account entries of a company',
    description: `Newest first. ${listDescription} Reverse a repayment by its \`repaymentId\`.`,
    config: {
      access: 'operator',
      fails: ['payments.company_not_found', 'payments.credit_account_not_found'],
    },
    params: AccountParams,
    sorts: {
      newest: {
        read: async ({ params: { companyId, currency } }: OperatorRequest, cut) => {
          const company = await deps.findCompany(deps.database.pool, companyId)
          if (!company) throw fail('company_not_found', { companyId })
          return readStatement(deps, companyId, currency, cut)
        },
      },
    },
  })

/** The place is the number of the last entry, and the used amount before it. */
async function readStatement(
  { database: { pool } }: CreditDeps,
  companyId: string,
  currency: string,
  { after, limit }: Cut,
) {
  const account = await findCreditAccount(pool, companyId, currency)
  if (!account) throw fail('credit_account_not_found', { currency })
  const [entry, balanceMinor] = after ?? []
  const before =
    entry === undefined ? undefined : { entry: Number(entry), balanceMinor: String(balanceMinor) }
  const found = await listStatement(pool, companyId, currency, { before, limit })
  return placed(found, (last) => {
    const place = placeAfter(last)
    return [place.entry, place.balanceMinor]
  })
}
