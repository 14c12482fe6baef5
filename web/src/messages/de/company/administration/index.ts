import { apiKey } from '../../records/api-key.ts'
import { delivery } from '../../records/delivery.ts'
import { budgetsPage } from './budgets-page.ts'
import { companyDetails } from './company-details.ts'
import { connections } from './connections.ts'
import { rulesPage } from './rules-page.ts'
import { webhooksPage } from './webhooks-page.ts'

/** What the administrators' pages of a company say, beside what all of its pages do. */
export const messages = {
  apiKey,
  budgetsPage,
  companyDetails,
  connections,
  delivery,
  rulesPage,
  webhooksPage,
}
