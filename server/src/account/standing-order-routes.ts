import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  type ListedStandingOrder,
  type ShownStandingOrder,
  standingOrderPage,
  standingOrdersPage,
} from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { idIn } from './record-routes.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm, type Visit } from './visit.ts'

const StepForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  step: Type.Enum(['skip', 'pause', 'resume', 'end']),
  date: Type.Optional(Type.String({ maxLength: 10 })),
})

/** The standing orders that a person may read. Their owner and administrators skip a date, pause, resume and end them. */
export function addStandingOrderRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/standing-orders', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { items: standingOrders } = await visit.list<ListedStandingOrder>(
        '/api/v1/standing-orders?limit=100',
      )
      const { words, viewer } = visit
      return sendPage(reply, standingOrdersPage(words, { viewer, standingOrders }))
    }),
  )
  pages.get('/account/standing-orders/:standingOrderId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showStandingOrder(visit, reply, idIn(request))),
  )
  pages.post(
    '/account/standing-orders/:standingOrderId',
    pageFormConfig(StepForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        const { formToken, step, date } = request.body
        assertOwnForm(visit, formToken)
        const id = idIn(request)
        const path = `/api/v1/standing-orders/${id}/${step}`
        return takeStep(reply, () => visit.post(path, step === 'skip' ? { date } : {}), {
          next: `/account/standing-orders/${id}`,
          showAgain: ({ message: problem, status }) =>
            showStandingOrder(visit, reply, id, { problem, status }),
        })
      }),
  )
}

async function showStandingOrder(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  { problem, status = 200 }: { readonly problem?: string; readonly status?: number } = {},
): Promise<FastifyReply> {
  const standingOrder = await visit.get<ShownStandingOrder>(`/api/v1/standing-orders/${id}`)
  const { words, viewer, personId, roles } = visit
  const maySteer = standingOrder.ownerId === personId || roles.includes('company_admin')
  const page = standingOrderPage(words, { viewer, standingOrder, maySteer, problem })
  return sendPage(reply, page, { status })
}
