import { createRoute, Outlet } from '@tanstack/react-router'
import { FurtherMessages } from '../language/further-messages.tsx'
import { loadAdministration } from '../messages/load-company.ts'
import { readKeysSearch } from './connections/keys-search.ts'
import { readWebhookSearch } from './connections/webhook-search.ts'
import {
  AppsPage,
  BudgetsPage,
  DetailsPage,
  KeysPage,
  RulesPage,
  WebhookPage,
  WebhooksPage,
} from './pages.ts'
import { root } from './root-route.ts'
import { readUnitSearch } from './structure/unit-search.ts'

const layout = createRoute({
  getParentRoute: () => root,
  id: 'administration',
  component: () => (
    <FurtherMessages name="administration" load={loadAdministration}>
      <Outlet />
    </FurtherMessages>
  ),
})

const budgets = createRoute({
  getParentRoute: () => layout,
  path: '/company/budgets',
  validateSearch: readUnitSearch,
  loader: () => BudgetsPage.preload?.(),
  component: () => <BudgetsPage asked={budgets.useSearch()} />,
})

const details = createRoute({
  getParentRoute: () => layout,
  path: '/company/details',
  loader: () => DetailsPage.preload?.(),
  component: DetailsPage,
})

const webhooks = createRoute({
  getParentRoute: () => layout,
  path: '/company/webhooks',
  loader: () => WebhooksPage.preload?.(),
  component: WebhooksPage,
})

const webhook = createRoute({
  getParentRoute: () => layout,
  path: '/company/webhooks/$webhookId',
  validateSearch: readWebhookSearch,
  loader: () => WebhookPage.preload?.(),
  component: () => (
    <WebhookPage webhookId={webhook.useParams().webhookId} asked={webhook.useSearch()} />
  ),
})

const keys = createRoute({
  getParentRoute: () => layout,
  path: '/company/keys',
  validateSearch: readKeysSearch,
  loader: () => KeysPage.preload?.(),
  component: () => <KeysPage asked={keys.useSearch()} />,
})

const apps = createRoute({
  getParentRoute: () => layout,
  path: '/company/apps',
  loader: () => AppsPage.preload?.(),
  component: AppsPage,
})

const rules = createRoute({
  getParentRoute: () => layout,
  path: '/company/approval-rules',
  loader: () => RulesPage.preload?.(),
  component: RulesPage,
})

/** The pages with which a company is set up. Their messages are loaded with them. */
export const administration = layout.addChildren([
  budgets,
  details,
  webhook,
  webhooks,
  keys,
  apps,
  rules,
])
