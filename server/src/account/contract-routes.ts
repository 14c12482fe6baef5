import {
  type CallOff,
  contractPage,
  contractsPage,
  type ShownContract,
  type ShownQuotas,
} from '#pages/account'
import type { Http } from '#platform/http'
import type { AccountDeps } from './account-deps.ts'
import { PageQuery, readPage } from './read-page.ts'
import { idIn } from './record-routes.ts'
import { pageReadConfig } from './route-config.ts'
import { sendPage } from './send-page.ts'
import { forMember } from './show-problem.ts'

/** The contracts of a company as buyer or supplier: what they limit, what is called off, and by which orders. */
export function addContractRoutes(pages: Http, deps: AccountDeps): void {
  pages.get('/account/contracts', pageReadConfig(PageQuery), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { words, viewer, companyId } = visit
      const path = '/api/v1/contracts'
      const { items: contracts, older } = await readPage<ShownContract>(
        visit,
        path,
        request.query.cursor,
      )
      return sendPage(reply, contractsPage(words, { viewer, companyId, contracts, older }))
    }),
  )
  pages.get('/account/contracts/:contractId', pageReadConfig(PageQuery), async (request, reply) =>
    forMember(deps, request, reply, async (visit) => {
      const { words, viewer, companyId } = visit
      const path = `/api/v1/contracts/${idIn(request)}`
      const [contract, quotas, { items: callOffs, older }] = await Promise.all([
        visit.get<ShownContract>(path),
        visit.get<ShownQuotas>(`${path}/quotas`),
        readPage<CallOff>(visit, `${path}/call-offs`, request.query.cursor),
      ])
      const page = contractPage(words, { viewer, companyId, contract, quotas, callOffs, older })
      return sendPage(reply, page)
    }),
  )
}
