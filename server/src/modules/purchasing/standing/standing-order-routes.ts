import { readQuantity } from '#kernel/quantity'
import { placingFails } from '#modules/checkout'
import { answers, type Http, ok, type Routes } from '#platform/http'
import type { StandingOrders } from './service.ts'
import {
  ChangeStandingOrderBody,
  CreateStandingOrderBody,
  StandingOrderParams,
} from './standing-order-bodies.ts'
import { StandingOrderView, viewStandingOrder } from './standing-order-schemas.ts'

export const tags = ['Standing orders']
export const url = '/api/v1/standing-orders'
export const one = `${url}/:standingOrderId`

export const notFound = 'standing.order_not_found'

const inputFails = [
  'standing.weekday_unknown',
  'standing.until_before_from',
  'standing.no_date_left',
  'standing.amount_invalid',
  'standing.net_terms_required',
  'standing.max_total_exceeded',
  ...placingFails,
]

export function standingOrderRoutes(standingOrders: StandingOrders): Routes {
  return async (http) => {
    addReading(http, standingOrders)
    addCreating(http, standingOrders)
    addChanging(http, standingOrders)
  }
}

/** The answer of a change: the standing order as it is then. */
export async function viewFull(
  standingOrders: StandingOrders,
  ...[actor, id]: Parameters<StandingOrders['read']>
) {
  const { standingOrder, nextDates } = await standingOrders.read(actor, id)
  return ok(viewStandingOrder(standingOrder, nextDates))
}

function addReading(http: Http, standingOrders: StandingOrders): void {
  http.route({
    method: 'GET',
    url: one,
    config: { access: 'orders:read', operatorsToo: true, unitsToo: true, fails: [notFound] },
    schema: {
      operationId: 'getStandingOrder',
      summary: 'Get a standing order',
      description: 'Any standing order of your company.',
      tags,
      params: StandingOrderParams,
      response: answers(StandingOrderView),
    },
    handler: ({ actor, params }) => viewFull(standingOrders, actor, params.standingOrderId),
  })
}

function addCreating(http: Http, standingOrders: StandingOrders): void {
  http.route({
    method: 'POST',
    url,
    config: {
      access: 'payments:write',
      unitsToo: true,
      localized: true,
      fails: [
        'standing.person_required',
        'standing.card_not_possible',
        'standing.limit_reached',
        ...inputFails,
      ],
    },
    schema: {
      operationId: 'createStandingOrder',
      summary: 'Create a standing order',
      description:
        'On each date the service places one order in your name, on net terms, with the prices, stock, taxes, budgets and approvals of that day. If today is a date, the first order is placed today. What every order of today would be refused for is refused here, too, except short stock, a budget and the credit, which may be different on the day.',
      tags,
      body: CreateStandingOrderBody,
      response: answers(StandingOrderView, { status: 201 }),
    },
    handler: async ({ actor, body }) => {
      const { id } = await standingOrders.create(actor, {
        ...body,
        lines: body.lines.map(readQuantity),
      })
      return viewFull(standingOrders, actor, id)
    },
  })
}

function addChanging(http: Http, standingOrders: StandingOrders): void {
  http.route({
    method: 'PATCH',
    url: one,
    config: {
      access: 'payments:write',
      unitsToo: true,
      localized: true,
      fails: [
        notFound,
        'standing.order_of_another',
        'standing.not_in_state',
        'standing.version_conflict',
        ...inputFails,
      ],
    },
    schema: {
      operationId: 'changeStandingOrder',
      summary: 'Change a standing order',
      description:
        'For its owner. It holds for the next dates, and for a date that was refused and is tried again. `lines` and `schedule` replace what was there.',
      tags,
      params: StandingOrderParams,
      body: ChangeStandingOrderBody,
      response: answers(StandingOrderView),
    },
    handler: async ({ actor, params: { standingOrderId }, body }) => {
      const { lines, ...change } = body
      await standingOrders.change(actor, standingOrderId, {
        ...change,
        ...(lines && { lines: lines.map(readQuantity) }),
      })
      return viewFull(standingOrders, actor, standingOrderId)
    },
  })
}
