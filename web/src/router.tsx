import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { App } from './app.tsx'
import { ChatPage } from './chat/chat-page.tsx'
import { readChatSearch } from './chat/chat-search.ts'
import { type CrawlSearch, readCrawlSearch } from './crawl/crawl-search.ts'
import { CrawlsPage } from './crawl/crawls-page.tsx'
import { FindPage } from './find/find-page.tsx'
import { type FindSearch, readFindSearch } from './find/find-search.ts'
import { readChoices } from './lists/choices.ts'
import { OffersPage } from './offers/offers-page.tsx'
import { areas } from './operations/areas.ts'
import { OperationsPage } from './operations/operations-page.tsx'
import { OrderPage } from './records/order-page.tsx'
import { PaymentPage } from './records/payment-page.tsx'
import { loadRecordPage } from './records/record-kinds.ts'
import { RecordPage } from './records/record-page.tsx'
import { readRecordSearch } from './records/record-search.ts'
import { RunbookPage } from './runbooks/runbook-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { FailedPage } from './shell/failed-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { SupportPage } from './support/support-page.tsx'
import { readSupportSearch, type SupportSearch } from './support/support-search.ts'

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
  component: () => <OperationsPage area={areas.orders} />,
})

const automations = createRoute({
  getParentRoute: () => root,
  path: '/admin/automations',
  validateSearch: readChoices('automations', 'dead-letters', 'runs'),
  component: () => <OperationsPage area={areas.automations} />,
})

const support = createRoute({
  getParentRoute: () => root,
  path: '/admin/support',
  validateSearch: (search: Record<string, unknown>): SupportSearch => readSupportSearch(search),
  component: () => <SupportPage search={support.useSearch()} />,
})

const crawl = createRoute({
  getParentRoute: () => root,
  path: '/admin/crawl',
  validateSearch: (search: Record<string, unknown>): CrawlSearch => readCrawlSearch(search),
  component: () => <CrawlsPage search={crawl.useSearch()} />,
})

const find = createRoute({
  getParentRoute: () => root,
  path: '/admin/find',
  validateSearch: (search: Record<string, unknown>): FindSearch => readFindSearch(search),
  component: () => <FindPage search={find.useSearch()} />,
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/admin/chat',
  validateSearch: readChatSearch,
  component: () => <ChatPage search={chat.useSearch()} />,
})

const offers = createRoute({
  getParentRoute: () => root,
  path: '/admin/offers',
  component: OffersPage,
})

const order = createRoute({
  getParentRoute: () => root,
  path: '/admin/orders/$orderId',
  component: () => <OrderPage orderId={order.useParams().orderId} />,
})

const payment = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments/$paymentId',
  component: () => <PaymentPage paymentId={payment.useParams().paymentId} />,
})

const runbook = createRoute({
  getParentRoute: () => root,
  path: '/admin/runbooks/$name',
  component: () => <RunbookPage name={runbook.useParams().name} />,
})

const record = createRoute({
  getParentRoute: () => root,
  path: '/admin/records/$recordId',
  validateSearch: readRecordSearch,
  loader: ({ params }) => loadRecordPage(params.recordId),
  component: () => <RecordPage recordId={record.useParams().recordId} />,
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  component: () => <SettingsPage name="" />,
})

const settingsPart = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings/$part',
  component: () => <SettingsPage name={settingsPart.useParams().part} />,
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
