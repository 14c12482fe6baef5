import { approvalsSettings, type TellDeps } from '#modules/approvals'
import type { AppOptions } from './app.ts'
import { publicUrlOf } from './public-url.ts'

/** Where a person looks at a request: the page of the company's own, or else the API. */
export function approvalLinks(options: AppOptions): TellDeps['linkOf'] {
  const { APPROVALS_PAGE_URL: page } = options.settings.of(approvalsSettings)
  const api = `${publicUrlOf(options)}/api/v1/approvals`
  return (requestId) => (page === undefined ? `${api}/${requestId}` : `${page}#${requestId}`)
}
