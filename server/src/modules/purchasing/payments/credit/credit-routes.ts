import { answers, type Http, IdempotencyHeaders, ok, type Routes } from '#platform/http'
import {
  type CreditDeps,
  noteRepayment,
  setCreditTerms,
  takeBackRepayment,
} from './change-credit.ts'
import {
  AccountParams,
  CreditAccountView,
  CreditTermsBody,
  NotedRepaymentView,
  RepaymentBody,
  RepaymentParams,
  ReversalBody,
  readCreditAmount,
  viewCreditAccount,
} from './credit-schemas.ts'

const tags = ['Credit accounts']
const account = '/admin/companies/:companyId/credit-accounts/:currency'

/** Net terms: operators set what a company may owe, and the company sees its debt. */
export function creditRoutes(deps: CreditDeps): Routes {
  return async (http) => {
    changingRoutes(http, deps)
    repaymentRoutes(http, deps)
  }
}

function changingRoutes(http: Http, deps: CreditDeps): void {
  http.route({
    method: 'PUT',
    url: account,
    config: {
      access: 'operator',
      stepUp: true,
      fails: [
        'payments.company_not_found',
        'payments.amount_invalid',
        'payments.currency_mismatch',
        'payments.currency_unknown',
      ],
    },
    schema: {
      operationId: 'setCreditTerms',
      summary: 'Set credit terms of a company',
      description:
        'Opens the credit account if there is none. If the limit is below the debt, the company cannot buy on credit until it has repaid enough. Existing invoices keep their net days.',
      tags,
      params: AccountParams,
      body: CreditTermsBody,
      response: answers(CreditAccountView),
    },
    handler: async ({ actor, params: { companyId, currency }, body }) => {
      const { netDays, state = 'OPEN' } = body
      const limit = readCreditAmount(body.limit, currency)
      const change = { companyId, limit, netDays, state }
      return ok(viewCreditAccount(await setCreditTerms(deps, actor, change)))
    },
  })
}

function repaymentRoutes(http: Http, deps: CreditDeps): void {
  http.route({
    method: 'POST',
    url: `${account}/repayments`,
    config: {
      access: 'operator',
      stepUp: true,
      idempotency: 'required',
      fails: [
        'payments.company_not_found',
        'payments.amount_invalid',
        'payments.currency_mismatch',
        'payments.currency_unknown',
        'payments.credit_account_not_found',
        'payments.repayment_exceeds_owed',
      ],
    },
    schema: {
      operationId: 'noteRepayment',
      summary: 'Record a repayment',
      description:
        'Reduces the used credit. A repayment above the debt is refused as a probable mistake, unless you set `acceptOverpayment`. Then the company has a credit balance, and `used` is below zero. To undo a repayment, reverse it by its `repaymentId`.',
      tags,
      headers: IdempotencyHeaders,
      params: AccountParams,
      body: RepaymentBody,
      response: answers(NotedRepaymentView, { status: 201 }),
    },
    handler: async ({ actor, params: { companyId, currency }, body, idempotency }, reply) => {
      const amount = readCreditAmount(body.amount, currency)
      const { reference, acceptOverpayment: acceptsOverpayment = false } = body
      const repayment = { companyId, amount, reference, acceptsOverpayment, idempotency }
      const repaid = await noteRepayment(deps, actor, repayment)
      const { repaymentId } = repaid
      return reply.code(201).send(ok({ ...viewCreditAccount(repaid.account), repaymentId }))
    },
  })

  http.route({
    method: 'POST',
    url: `${account}/repayments/:repaymentId/reverse`,
    config: {
      access: 'operator',
      stepUp: true,
      idempotency: 'required',
      fails: [
        'payments.company_not_found',
        'payments.repayment_not_found',
        'payments.repayment_reversed',
      ],
    },
    schema: {
      operationId: 'reverseRepayment',
      summary: 'Reverse a repayment',
      description:
        'Undoes a repayment that was recorded by mistake. This is possible once, for the whole amount: record the right amount again. The debt that is due last is open again first. Orders that the repayment had paid become UNPAID again, and `payment.reopened` reports them. The used credit rises by the amount, even above the limit.',
      tags,
      headers: IdempotencyHeaders,
      params: RepaymentParams,
      body: ReversalBody,
      response: answers(CreditAccountView),
    },
    handler: async ({ actor, params, body: { reason }, idempotency }) => {
      const reversal = { ...params, reason, idempotency }
      return ok(viewCreditAccount(await takeBackRepayment(deps, actor, reversal)))
    },
  })
}
