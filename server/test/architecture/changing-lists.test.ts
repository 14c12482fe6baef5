import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { type Document, operationsOf } from './openapi-names.ts'

const document: Document = JSON.parse(
  await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)

/** The lists of companies and people. Those below `/admin/` show operators what is there now. */
const lists = operationsOf(document).flatMap(([place, operation]) => {
  const shape = operation['x-list'] as { readonly sorts: readonly string[] } | undefined
  if (!shape || place.startsWith('GET /admin/')) return []
  return [{ name: operation.operationId, isChanging: shape.sorts.includes('updatedAt') }]
})

it('programs read each list by changes, or it says here why not', () => {
  expect(lists.length).toBeGreaterThan(60)
  const reasons = new Set(Object.values(readWhole).flat())
  const unread = lists.filter(({ isChanging }) => !isChanging).map(({ name }) => name)
  expect(unread.toSorted()).toEqual([...reasons].toSorted())
})

/** The lists without `updatedAfter`, by the reason. */
const readWhole = {
  'Items are added and never change. The newest first, up to those that a program knows, are all that is new.':
    [
      'listAdClicks',
      'listAuditEntries',
      'listBudgetEntries',
      'listCatalogImportErrors',
      'listChatMessages',
      'listOrderVersions',
      'listOwnCreditEntries',
      'listSpendingLimitEntries',
      'listTicketMessages',
      'listWebhookEvents',
    ],
  'The answer is computed when it is read.': ['getAdReport', 'listLanguageModelLimits'],
  'Each change of them changes their order. The lists of orders say which to read again.': [
    'listOrderChanges',
    'listProposals',
  ],
  'One reading has all of the few: a company or a person has at most some hundreds.': [
    'listApiKeys',
    'listAuthorizedApps',
    'listCrawlSources',
    'listOAuthApps',
    'listOwnDeputies',
    'listOwnShippingMethods',
    'listSavedViews',
  ],
  'Work that ends soon and is then deleted.': [
    'listAutomationRuns',
    'listChatSessions',
    'listCrawlPages',
    'listCrawls',
    'listIncidentAlerts',
    'listIncidents',
    'listNotifications',
    'listSearches',
    'listWebhookDeliveries',
    'listWebhookReplays',
  ],
  'Each order changes the stock: the time would make every order dearer. Catalogue exports have it.':
    ['listStockInLocation'],
  'A caller sees the categories of the products that it may see, which no time of a row says.': [
    'listCategories',
  ],
  'They are what the last run of a source has found. A program reads them when the run has ended.':
    ['listExternalOffers'],
} as const
