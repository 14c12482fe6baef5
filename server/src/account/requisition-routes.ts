import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  type ListedRequisition,
  requisitionPage,
  requisitionsPage,
  type ShownRequisition,
} from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { namesOfMembers } from './decision-routes.ts'
import { PageQuery, readPage } from './read-page.ts'
import { idIn, sendFile } from './record-routes.ts'
import { pageFormConfig, pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'
import { takeStep } from './take-step.ts'
import { assertOwnForm, type Visit } from './visit.ts'

const StepForm = Type.Object({
  formToken: Type.String({ maxLength: 200 }),
  step: Type.Enum(['submit', 'withdraw']),
  comment: Type.Optional(Type.String({ maxLength: 2000 })),
})

/** What a person asks the buyers of the company to order, and for buyers what others ask. */
export function addRequisitionRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/requisitions', pageReadConfig(PageQuery), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { items: requisitions, older } = await readPage<ListedRequisition>(
        visit,
        '/api/v1/requisitions',
        request.query.cursor,
      )
      const page = requisitionsPage(visit.words, { viewer: visit.viewer, requisitions, older })
      return sendPage(reply, page)
    }),
  )
  pages.get('/account/requisitions/:requisitionId', pageReadConfig(), async (request, reply) =>
    forMember(deps, request, reply, (visit) => showRequisition(visit, reply, idIn(request))),
  )
  pages.get(
    '/account/requisitions/:requisitionId/attachments/:attachmentId',
    pageReadConfig(),
    async (request, reply) =>
      forMember(deps, request, reply, (visit) => {
        const ids = Object.values(request.params as Record<string, string>)
        const [requisitionId, attachmentId] = ids.map(encodeURIComponent)
        const address = `/api/v1/requisitions/${requisitionId}/attachments/${attachmentId}`
        return sendFile(visit, reply, address)
      }),
  )
  pages.post(
    '/account/requisitions/:requisitionId',
    pageFormConfig(StepForm),
    async (request, reply) =>
      forMember(deps, request, reply, async (visit) => {
        const { formToken, step, comment } = request.body
        assertOwnForm(visit, formToken)
        const id = idIn(request)
        const said = comment?.trim() ? { comment: comment.trim() } : {}
        return takeStep(reply, () => visit.post(`/api/v1/requisitions/${id}/${step}`, said), {
          next: `/account/requisitions/${id}`,
          showAgain: ({ message: problem, status }) =>
            showRequisition(visit, reply, id, { problem, status }),
        })
      }),
  )
}

async function showRequisition(
  visit: Visit,
  reply: FastifyReply,
  id: string,
  { problem, status = 200 }: { readonly problem?: string; readonly status?: number } = {},
): Promise<FastifyReply> {
  const [requisition, names] = await Promise.all([
    visit.get<ShownRequisition>(`/api/v1/requisitions/${id}`),
    namesOfMembers(visit),
  ])
  const { viewer, personId } = visit
  const isOwn = requisition.requesterId === personId
  const page = requisitionPage(visit.words, { viewer, requisition, names, isOwn, problem })
  return sendPage(reply, page, { status })
}
