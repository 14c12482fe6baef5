import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { areas } from '../operations/areas.ts'
import { hasPage, isRecordId } from '../records/record-kinds.ts'
import { type Action, type Command, fitting } from './command.ts'

/** The pages of the navigation, in its order. */
export const pages = [
  ...Object.values(areas),
  { path: '/admin/offers', title: 'shell.page.offers' },
  { path: '/admin/support', title: 'shell.page.support' },
  { path: '/admin/crawl', title: 'shell.page.crawl' },
  { path: '/admin/find', title: 'shell.page.find' },
  { path: '/admin/chat', title: 'shell.page.chat' },
  { path: '/admin/settings', title: 'shell.page.settings' },
] as const

/** The lists of the pages, where operators act. */
const lists: readonly (readonly [page: keyof typeof areas, id: string, title: MessageKey])[] = [
  ['operations', 'attention', 'operations.attention'],
  ['operations', 'incidents', 'work.incidents.title'],
  ['operations', 'alerts', 'work.alerts.title'],
  ['operations', 'given-up-jobs', 'work.jobs.title'],
  ['operations', 'set-aside-events', 'work.events.title'],
  ['operations', 'poison-records', 'work.poison.title'],
  ['operations', 'held-rates', 'work.heldRates.title'],
  ['operations', 'webhooks', 'work.webhooks.title'],
  ['operations', 'dependencies', 'operations.dependencies'],
  ['orders', 'checkouts', 'orders.checkouts.title'],
  ['orders', 'stuck-orders', 'orders.stuck.title'],
  ['orders', 'refunds', 'orders.refunds.title'],
  ['orders', 'not-placed', 'orders.notPlaced.title'],
  ['orders', 'proposals', 'orders.proposals.title'],
  ['orders', 'change-requests', 'orders.changeRequests.title'],
  ['orders', 'awaited-payments', 'orders.awaitedPayments.title'],
  ['orders', 'backorders', 'orders.backorders.title'],
  ['orders', 'standing-orders', 'orders.standingOrders.title'],
  ['orders', 'contract-quotas', 'orders.contractQuotas.title'],
  ['orders', 'waiting-invoices', 'orders.invoices.title'],
  ['orders', 'failing-pdfs', 'orders.pdfs.title'],
  ['orders', 'failing-purchase-orders', 'orders.purchaseOrders.title'],
  ['orders', 'overdue', 'orders.overdue.title'],
  ['automations', 'kill-switch', 'automations.killSwitch.title'],
  ['automations', 'dead-letters', 'automations.deadLetters.title'],
  ['automations', 'automations', 'automations.rules.title'],
  ['automations', 'runs', 'automations.runs.title'],
]

type Texts = { readonly t: (key: MessageKey, values?: Record<string, string>) => string }

/** The lines that fit the typed text, the nearest first. Text that could name a record also leads to Find. */
export function useOperatorCommands(typed: string, actions: readonly Action[]): Command[] {
  const { t } = useWords()
  const text = typed.trim()
  const all: Command[] = [
    ...pages.map(({ path, title }) => ({
      id: path,
      name: t(title),
      kind: t('shell.palette.page'),
      place: { to: path },
    })),
    ...lists.map(([page, id, title]) => ({
      id: `${page}-${id}`,
      name: t(title),
      kind: t(areas[page].title),
      place: { to: areas[page].path, hash: id },
    })),
    ...actions.map((action) => ({ ...action, kind: t('shell.palette.action') })),
  ]
  return [...recordsNamed(text, t), ...fitting(all, text), ...searchFor(text, t)]
}

function recordsNamed(text: string, t: Texts['t']): Command[] {
  if (!isRecordId(text) || !hasPage(text)) return []
  const place = { to: '/admin/records/$recordId', params: { recordId: text } } as const
  return [{ id: 'record', name: text, kind: t('shell.palette.open'), place }]
}

function searchFor(text: string, t: Texts['t']): Command[] {
  if (text.length < 2) return []
  const place = { to: '/admin/find', search: { q: text } } as const
  const name = t('shell.palette.find', { text })
  return [{ id: 'find', name, kind: t('shell.page.find'), place }]
}
