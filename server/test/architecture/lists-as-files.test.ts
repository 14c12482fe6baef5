import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { type Document, operationsOf } from './openapi-names.ts'

const document: Document = JSON.parse(
  await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)

const lists = operationsOf(document).flatMap(([place, operation]) => {
  const shape = operation['x-list'] as { readonly csv?: string } | undefined
  return shape ? [{ place, name: operation.operationId, isFile: shape.csv !== undefined }] : []
})

it('each list is a file, too, or it says here why not', () => {
  expect(lists.length).toBeGreaterThan(100)
  const unfiled = lists.filter(({ isFile }) => !isFile)
  expect(unfiled.map(({ name }) => name).toSorted()).toEqual(
    Object.values(withoutFile).flat().toSorted(),
  )
})

it('every list of operators is a file', () => {
  const ofOperators = lists.filter(({ place }) => place.startsWith('GET /admin/'))
  expect(ofOperators.length).toBeGreaterThan(40)
  expect(ofOperators.filter(({ isFile }) => !isFile)).toEqual([])
})

/** The lists without a file, by the reason. */
const withoutFile = {
  'They have a file of another form.': [
    'getAdReport',
    'listAuditEntries',
    'listCatalogImportErrors',
  ],
  'People read and decide them one by one. Most of an item is in lists, which a file leaves out.': [
    'listApprovals',
    'listAutomations',
    'listCarts',
    'listOrderChanges',
    'listOrderVersions',
    'listProposals',
    'listWebhooks',
  ],
  'A conversation.': ['listChatMessages', 'listTicketMessages'],
  'Work that ends soon and is then deleted.': [
    'listCatalogImports',
    'listChatSessions',
    'listCrawlPages',
    'listCrawls',
    'listNotifications',
    'listSearches',
    'listWebhookDeliveries',
    'listWebhookEvents',
  ],
  'One page has all of the few.': [
    'listAuthorizedApps',
    'listCampaigns',
    'listCategories',
    'listCrawlSources',
    'listOwnDeputies',
    'listOwnShippingMethods',
    'listSavedViews',
    'listStockLocations',
  ],
} as const
