/** A page: the sections that it shows, and the incidents that belong to it. */
export type Area = {
  readonly path: string
  readonly title: string
  readonly shows: (section: string) => boolean
  /** Decides by the first part of a code or a notification key. */
  readonly concerns: (code: string) => boolean
  readonly whole: boolean
  /** The lists that the page shows. */
  readonly lists: 'orders' | 'automations' | 'operations'
}

const orderSections = ['checkoutLifecycle', 'orders', 'approvals', 'payments', 'invoices']
const automationSections = ['automationFallback', 'automations']

const operations: Area = {
  path: '/admin/operations',
  title: 'Operations',
  shows: () => true,
  concerns: () => true,
  whole: true,
  lists: 'operations',
}

export const areas: readonly Area[] = [
  operations,
  {
    path: '/admin/orders',
    title: 'Orders',
    shows: (section) => orderSections.includes(section),
    concerns: (code) => /^(?:approvals|checkout|invoices|orders|payments)\./.test(code),
    whole: false,
    lists: 'orders',
  },
  {
    path: '/admin/automations',
    title: 'Automations',
    shows: (section) => automationSections.includes(section),
    concerns: (code) => code.startsWith('automation'),
    whole: false,
    lists: 'automations',
  },
]

export function areaOf(path: string): Area {
  return areas.find((area) => area.path === path.replace(/\/+$/, '')) ?? operations
}
