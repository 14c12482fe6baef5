import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok } from '#platform/http'
import { CheckoutView, checkoutExample, viewCheckout } from '../schemas.ts'
import type { Checkout, WatchedAttempt } from '../service.ts'
import { ReportEntryView, viewReportEntry } from './operator-schemas.ts'

const access = 'operator'
const tags = ['Operations']
const url = '/admin/companies/:companyId/checkout/:checkoutId'
const CheckoutParams = Type.Object({
  companyId: Type.String({ maxLength: 64 }),
  checkoutId: Type.String({ maxLength: 64 }),
})
const noSuch = ['checkout.attempt_not_found', 'identity.company_not_found']

const WatchedCheckoutView = record(
  'CheckoutOfCompany',
  'A checkout of a company, and what happens next while it is open.',
  {
    ...CheckoutView.properties,
    ownerId: Type.String({ description: 'The person or key that checked out.' }),
    report: Type.Optional(ReportEntryView),
  },
  { examples: [{ ...checkoutExample(), ownerId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna' }] },
)

const CancelBody = record(
  'CancelCheckoutOfCompany',
  'Why an operator cancels a checkout.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The reason. The audit log of the company keeps it.',
    }),
  },
  { examples: [{ note: 'The buyer called: the delivery address was wrong.' }] },
)

/** An operator reads a checkout of any company, ends it, or continues it at once. */
export function watchedCheckoutRoutes(http: Http, checkout: Checkout): void {
  http.route({
    method: 'GET',
    url,
    config: { access, ofNamedCompany: true, fails: noSuch },
    schema: {
      operationId: 'getCheckoutOfCompany',
      summary: 'Get a checkout of a company',
      tags,
      params: CheckoutParams,
      response: answers(WatchedCheckoutView),
    },
    handler: async ({ actor, params }) =>
      ok(viewWatched(await checkout.watch(actor, params.checkoutId))),
  })

  http.route({
    method: 'POST',
    url: `${url}/cancel`,
    config: {
      access,
      ofNamedCompany: true,
      fails: [
        ...noSuch,
        'checkout.attempt_over',
        'checkout.payment_changed',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'cancelCheckoutOfCompany',
      summary: 'Cancel a checkout of a company',
      description:
        'Releases the reservation, or voids the payment. The person who checked out gets a mail. If it was paid in the meantime, it is COMPLETED.',
      tags,
      params: CheckoutParams,
      body: CancelBody,
      response: answers(WatchedCheckoutView),
    },
    handler: async ({ actor, params, body }) =>
      ok(viewWatched(await checkout.cancelFor(actor, params.checkoutId, body.note))),
  })

  http.route({
    method: 'POST',
    url: `${url}/retry`,
    config: {
      access,
      ofNamedCompany: true,
      fails: [
        ...noSuch,
        'checkout.attempt_over',
        'checkout.payment_not_begun',
        'checkout.payment_changed',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'retryCheckoutOfCompany',
      summary: 'Retry a checkout of a company',
      description:
        'Asks the payment provider now. A paid checkout becomes an order, and a refused one fails. Otherwise it goes on waiting.',
      tags,
      params: CheckoutParams,
      response: answers(WatchedCheckoutView),
    },
    handler: async ({ actor, params }) =>
      ok(viewWatched(await checkout.continueFor(actor, params.checkoutId))),
  })
}

function viewWatched({ report, ...found }: WatchedAttempt) {
  return {
    ...viewCheckout(found),
    ownerId: found.attempt.ownerId,
    ...(report && { report: viewReportEntry(report) }),
  }
}
