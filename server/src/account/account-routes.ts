import type { Clock } from '#kernel/time'
import type { Cache } from '#platform/cache'
import { type Http, type Routes, readForms } from '#platform/http'
import type { Seal } from '#platform/seal'
import {
  builtPages,
  checkThroughApi,
  createApi,
  createSessionCookie,
  createSessions,
  type Forward,
  isSameOrigin,
  readWebFiles,
} from '../admin/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { addApiRoutes } from './api/api-routes.ts'
import { addApprovalRuleRoutes } from './approval-rule-routes.ts'
import { addCartRoutes } from './cart-routes.ts'
import {
  addChangeRequestRoutes,
  addRequestAddressRoute,
  addRequestChangeRoute,
} from './change-request-routes.ts'
import { addChangeRoute } from './change-routes.ts'
import { addCompanyPages } from './company-pages.ts'
import { addContractRoutes } from './contract-routes.ts'
import { addApprovalRoutes, addTicketRoutes } from './decision-routes.ts'
import { fail } from './failures.ts'
import { addLowerQuantitiesRoute } from './lower-quantities-route.ts'
import { addProposalRoute } from './proposal-routes.ts'
import { addRecordRoutes } from './record-routes.ts'
import { addRequisitionRoutes } from './requisition-routes.ts'
import { noSuchPage, pageForError } from './show-problem.ts'
import { addSignInRoutes } from './sign-in-routes.ts'
import { addStandingOrderRoutes } from './standing-order-routes.ts'
import { addTokenRoutes } from './token-routes.ts'

export type AccountOptions = {
  /** How to reach the API, which decides everything. */
  readonly forward: Forward
  readonly cache: Cache
  readonly seal: Seal
  readonly now: Clock
  /** False only where browsers reach this service over plain http. */
  readonly isSecure: boolean
  readonly publicOrigins: readonly string[]
  readonly passkeySite: string | undefined
  readonly formKey: Buffer
  /** The address of the operators' pages, if this process serves them. */
  readonly operatorPages: string | undefined
  /** Default: the pages that `npm run build -w web` wrote. */
  readonly webFolder?: string | undefined
}

/** The longest reply to a ticket, with each byte escaped. */
const bytesMax = 131_072

/**
 * The pages of companies: those on which they buy, and those to which mails link. They read and write nothing themselves: every
 * request goes through the API, with the tokens in the cookie of the person.
 */
export function accountRoutes(options: AccountOptions): Routes {
  const { forward, cache, seal, now, isSecure, passkeySite, formKey } = options
  const api = createApi(forward)
  const check = checkThroughApi({ api, cache, now })
  const requireAllowed = () => undefined
  const deps: AccountDeps = {
    forward,
    api,
    sessions: createSessions({ api, check, cache, seal, now, pages: 'account', requireAllowed }),
    cookie: createSessionCookie(seal, isSecure, 'account'),
    check,
    passkeySite,
    formKey,
  }
  const publicOrigins = new Set(options.publicOrigins)
  return async (http) => {
    http.notFoundPages.push(noSuchPage)
    const files = await readWebFiles(options.webFolder ?? builtPages.company)
    addCompanyPages(http, deps, files, options.operatorPages)
    addApiRoutes(http, deps, publicOrigins)
    await http.register(async (plugin) => {
      const pages = plugin as unknown as Http
      readForms(pages, { bytesMax })
      pages.setErrorHandler(pageForError)
      pages.addHook('onRequest', async (request) => {
        const isForm = request.method === 'POST'
        if (isForm && !isSameOrigin(request, publicOrigins)) throw fail('foreign_form')
      })
      addSignInRoutes(pages, deps)
      addTokenRoutes(pages, deps)
      addRecordRoutes(pages, deps)
      addApprovalRoutes(pages, deps)
      addChangeRoute(pages, deps)
      addLowerQuantitiesRoute(pages, deps)
      addTicketRoutes(pages, deps)
      addCartRoutes(pages, deps)
      addRequisitionRoutes(pages, deps)
      addStandingOrderRoutes(pages, deps)
      addContractRoutes(pages, deps)
      addApprovalRuleRoutes(pages, deps)
      addProposalRoute(pages, deps)
      addChangeRequestRoutes(pages, deps)
      addRequestChangeRoute(pages, deps)
      addRequestAddressRoute(pages, deps)
    })
  }
}
