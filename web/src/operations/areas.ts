import type { MessageKey } from '../language/catalogue.ts'

/** A page: the sections that it shows, and the incidents that belong to it. */
export type Area = {
  readonly path: '/admin/operations' | '/admin/orders' | '/admin/automations'
  readonly title: MessageKey
  readonly shows: (section: string) => boolean
  /** Decides by the first part of a code or a notification key. */
  readonly concerns: (code: string) => boolean
  readonly whole: boolean
  /** The lists that the page shows. */
  readonly lists: 'orders' | 'automations' | 'operations'
}

const orderSections = ['checkoutLifecycle', 'orders', 'approvals', 'payments', 'invoices']
const automationSections = ['automationFallback', 'automations']

export const areas = {
  operations: {
    path: '/admin/operations',
    title: 'shell.page.operations',
    shows: () => true,
    concerns: () => true,
    whole: true,
    lists: 'operations',
  },
  orders: {
    path: '/admin/orders',
    title: 'shell.page.orders',
    shows: (section) => orderSections.includes(section),
    concerns: (code) => /^(?:approvals|checkout|invoices|orders|payments)\./.test(code),
    whole: false,
    lists: 'orders',
  },
  automations: {
    path: '/admin/automations',
    title: 'shell.page.automations',
    shows: (section) => automationSections.includes(section),
    concerns: (code) => code.startsWith('automation'),
    whole: false,
    lists: 'automations',
  },
} as const satisfies Readonly<Record<string, Area>>
