import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { App } from './app.tsx'
import { readChatSearch } from './chat/chat-search.ts'
import { readChoices } from './components/choices.ts'
import { type CrawlSearch, readCrawlSearch } from './crawl/crawl-search.ts'
import { type FindSearch, readFindSearch } from './find/find-search.ts'
import { FurtherMessages } from './language/further-messages.tsx'
import { loadChat } from './messages/load-chat.ts'
import { loadSettings } from './messages/load-settings.ts'
import { AutomationLists, OrderLists } from './operations/area-lists.tsx'
import { areas } from './operations/areas.ts'
import { OperationsPage } from './operations/operations-page.tsx'
import { loadRecordPage } from './records/record-kinds.ts'
import { RecordPage } from './records/record-page.tsx'
import { readRecordSearch } from './records/record-search.ts'
import { readAuditSearch } from './settings/read-audit-search.ts'
import { FailedPage } from './shell/failed-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { readSupportSearch, type SupportSearch } from './support/support-search.ts'

// Pages that few operators open first are files of their own.
const FindPage = lazyRouteComponent(() => import('./find/find-page.tsx'), 'FindPage')
const ChatPage = lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage')
const SupportPage = lazyRouteComponent(() => import('./support/support-page.tsx'), 'SupportPage')
const OrderPage = lazyRouteComponent(
  () => import('./records/purchasing/order-page.tsx'),
  'OrderPage',
)
const PaymentPage = lazyRouteComponent(
  () => import('./records/purchasing/payment-page.tsx'),
  'PaymentPage',
)
const CrawlsPage = lazyRouteComponent(() => import('./crawl/crawls-page.tsx'), 'CrawlsPage')
const OffersPage = lazyRouteComponent(() => import('./offers/offers-page.tsx'), 'OffersPage')
const SettingsPage = lazyRouteComponent(
  () => import('./settings/settings-page.tsx'),
  'SettingsPage',
)
const RunbookPage = lazyRouteComponent(() => import('./runbooks/runbook-page.tsx'), 'RunbookPage')

const root = createRootRoute({ component: App, notFoundComponent: NotFoundPage })

const start = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/operations' })
  },
})

const operations = createRoute({
  getParentRoute: () => root,
  path: '/admin/operations',
  validateSearch: readChoices('alerts', 'webhooks'),
  component: () => <OperationsPage area={areas.operations} />,
})

const orders = createRoute({
  getParentRoute: () => root,
  path: '/admin/orders',
  validateSearch: readChoices('refunds', 'stuck-orders'),
  loader: () => OrderLists.preload?.(),
  component: () => <OperationsPage area={areas.orders} />,
})

const automations = createRoute({
  getParentRoute: () => root,
  path: '/admin/automations',
  validateSearch: readChoices('automations', 'dead-letters', 'runs'),
  loader: () => AutomationLists.preload?.(),
  component: () => <OperationsPage area={areas.automations} />,
})

const support = createRoute({
  getParentRoute: () => root,
  path: '/admin/support',
  validateSearch: (search: Record<string, unknown>): SupportSearch => readSupportSearch(search),
  loader: () => SupportPage.preload?.(),
  component: () => <SupportPage search={support.useSearch()} />,
})

const crawl = createRoute({
  getParentRoute: () => root,
  path: '/admin/crawl',
  validateSearch: (search: Record<string, unknown>): CrawlSearch => readCrawlSearch(search),
  loader: () => CrawlsPage.preload?.(),
  component: () => <CrawlsPage search={crawl.useSearch()} />,
})

const find = createRoute({
  getParentRoute: () => root,
  path: '/admin/find',
  validateSearch: (search: Record<string, unknown>): FindSearch => readFindSearch(search),
  loader: () => FindPage.preload?.(),
  component: () => <FindPage search={find.useSearch()} />,
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/admin/chat',
  validateSearch: readChatSearch,
  loader: () => ChatPage.preload?.(),
  component: () => (
    <FurtherMessages name="chat" load={loadChat}>
      <ChatPage search={chat.useSearch()} />
    </FurtherMessages>
  ),
})

const offers = createRoute({
  getParentRoute: () => root,
  path: '/admin/offers',
  component: OffersPage,
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/admin/orders/$orderId',
  validateSearch: readRecordSearch,
  loader: () => OrderPage.preload?.(),
  component: () => <OrderPage orderId={order.useParams().orderId} />,
})

const payment = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments/$paymentId',
  loader: () => PaymentPage.preload?.(),
  component: () => <PaymentPage paymentId={payment.useParams().paymentId} />,
})

const runbook = createRoute({
  getParentRoute: () => root,
  path: '/admin/runbooks/$name',
  loader: () => RunbookPage.preload?.(),
  component: () => <RunbookPage name={runbook.useParams().name} />,
})

const record = createRoute({
  getParentRoute: () => root,
  path: '/admin/records/$recordId',
  validateSearch: readRecordSearch,
  loader: ({ params }) => loadRecordPage(params.recordId),
  component: () => <RecordPage recordId={record.useParams().recordId} />,
})

function Settings({ name }: { readonly name: string }) {
  return (
    <FurtherMessages name="settings" load={loadSettings}>
      <SettingsPage name={name} />
    </FurtherMessages>
  )
}

const settings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  loader: () => SettingsPage.preload?.(),
  component: () => <Settings name="" />,
})

const settingsPart = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings/$part',
  validateSearch: readAuditSearch,
  loader: () => SettingsPage.preload?.(),
  component: () => <Settings name={settingsPart.useParams().part} />,
})

/** The pages of operators. The server has the same addresses (server/src/admin/page-routes.ts). */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    operations,
    orders,
    order,
    payment,
    record,
    settings,
    settingsPart,
    automations,
    support,
    crawl,
    find,
    chat,
    offers,
    runbook,
  ]),
  // Plain names and values: an order number such as 00123 stays a text.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}
