import { createRoute } from '@tanstack/react-router'
import { readKeysSearch } from './connections/keys-search.ts'
import { readWebhookSearch } from './connections/webhook-search.ts'
import { AppsPage, KeysPage, RulesPage, WebhookPage, WebhooksPage } from './pages.ts'
import { root } from './root-route.ts'

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/company/webhooks',
  loader: () => WebhooksPage.preload?.(),
  component: WebhooksPage,
})

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/company/webhooks/$webhookId',
  validateSearch: readWebhookSearch,
  loader: () => WebhookPage.preload?.(),
  component: () => (
    <WebhookPage webhookId={webhook.useParams().webhookId} asked={webhook.useSearch()} />
  ),
})

const keys = createRoute({
  getParentRoute: () => root,
  path: '/company/keys',
  validateSearch: readKeysSearch,
  loader: () => KeysPage.preload?.(),
  component: () => <KeysPage asked={keys.useSearch()} />,
})

const apps = createRoute({
  getParentRoute: () => root,
  path: '/company/apps',
  loader: () => AppsPage.preload?.(),
  component: AppsPage,
})

const rules = createRoute({
  getParentRoute: () => root,
  path: '/company/approval-rules',
  loader: () => RulesPage.preload?.(),
  component: RulesPage,
})

/** The pages of the company that only its administrators have. */
export const administratorRoutes = [webhook, webhooks, keys, apps, rules] as const
