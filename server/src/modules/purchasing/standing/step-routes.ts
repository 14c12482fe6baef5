import { answers, type Http, type Routes } from '#platform/http'
import type { StandingOrders } from './service.ts'
import { DateBody, StandingOrderParams } from './standing-order-bodies.ts'
import { notFound, one, tags, viewFull } from './standing-order-routes.ts'
import { StandingOrderView } from './standing-order-schemas.ts'

const stepFails = [notFound, 'standing.order_of_another', 'standing.not_in_state']

/** What the owner and the administrators decide about the dates. */
export function stepRoutes(standingOrders: StandingOrders): Routes {
  return async (http) => {
    addStep(http, standingOrders, {
      step: 'pause',
      summary: 'Pause a standing order',
      description: 'No date becomes an order until somebody resumes it.',
    })
    addStep(http, standingOrders, {
      step: 'resume',
      summary: 'Resume a standing order',
      description:
        'The dates that passed meanwhile are not ordered. If its owner has left the company or may no longer pay, you become its owner.',
      fails: ['standing.person_required', 'standing.no_date_left'],
    })
    addStep(http, standingOrders, {
      step: 'end',
      summary: 'End a standing order',
      description:
        'For good. Dates that wait for another try are skipped; orders that are placed stay.',
    })
    addSkipping(http, standingOrders)
    addRetrying(http, standingOrders)
  }
}

type Step = {
  readonly step: 'pause' | 'resume' | 'end'
  readonly summary: string
  readonly description: string
  readonly fails?: readonly string[]
}

function addStep(
  http: Http,
  standingOrders: StandingOrders,
  { step, summary, description, fails = [] }: Step,
): void {
  http.route({
    method: 'POST',
    url: `${one}/${step}`,
    config: { access: 'payments:write', unitsToo: true, fails: [...stepFails, ...fails] },
    schema: {
      operationId: `${step}StandingOrder`,
      summary,
      description,
      tags,
      params: StandingOrderParams,
      response: answers(StandingOrderView),
    },
    handler: async ({ actor, params: { standingOrderId } }) => {
      await standingOrders[step](actor, standingOrderId)
      return viewFull(standingOrders, actor, standingOrderId)
    },
  })
}

function addSkipping(http: Http, standingOrders: StandingOrders): void {
  http.route({
    method: 'POST',
    url: `${one}/skip`,
    config: {
      access: 'payments:write',
      unitsToo: true,
      fails: [...stepFails, 'standing.date_not_scheduled', 'standing.run_over'],
    },
    schema: {
      operationId: 'skipStandingOrderDate',
      summary: 'Skip a date of a standing order',
      description:
        'The date becomes no order: one of the next two years, or one that was refused and waits for another try. A repeat changes nothing.',
      tags,
      params: StandingOrderParams,
      body: DateBody,
      response: answers(StandingOrderView),
    },
    handler: async ({ actor, params: { standingOrderId }, body }) => {
      await standingOrders.skip(actor, standingOrderId, body.date)
      return viewFull(standingOrders, actor, standingOrderId)
    },
  })
}

function addRetrying(http: Http, standingOrders: StandingOrders): void {
  http.route({
    method: 'POST',
    url: `${one}/retry`,
    config: {
      access: 'payments:write',
      unitsToo: true,
      operatorsToo: true,
      fails: [...stepFails, 'standing.run_not_failed'],
    },
    schema: {
      operationId: 'retryStandingOrderDate',
      summary: 'Retry a refused date of a standing order',
      description:
        'A worker tries it within seconds, in the name of the owner. The tries on the next working days stay as they are.',
      tags,
      params: StandingOrderParams,
      body: DateBody,
      response: answers(StandingOrderView),
    },
    handler: async ({ actor, params: { standingOrderId }, body }) => {
      await standingOrders.retry(actor, standingOrderId, body.date)
      return viewFull(standingOrders, actor, standingOrderId)
    },
  })
}
