/** The areas of the site, with their pages in order. A document of `docs` that none of them names is a guide. */
export type Area = {
  readonly title: string
  readonly pages: readonly string[]
  /** Folders all of whose documents belong to the area. */
  readonly folders?: readonly string[]
  readonly collapsed?: boolean
}

export const areas: readonly Area[] = [
  {
    title: 'Start',
    pages: ['README.md', 'docs/start.md', 'sdk/README.md', 'docs/command-line.md'],
  },
  {
    title: 'Concepts',
    pages: ['docs/concepts.md', 'docs/glossary.md', 'ARCHITECTURE.md', 'SECURITY.md'],
  },
  {
    title: 'Guides',
    pages: [
      'docs/lists.md',
      'docs/partner-apps.md',
      'docs/webhooks.md',
      'docs/search.md',
      'docs/catalogue-files.md',
      'docs/prices.md',
      'docs/totals.md',
      'docs/images.md',
      'docs/carts.md',
      'docs/orders.md',
      'docs/payments.md',
      'docs/invoices.md',
      'docs/approvals.md',
      'docs/company-calendar.md',
      'docs/company-structure.md',
      'docs/shopping-lists.md',
      'docs/requisitions.md',
      'docs/standing-orders.md',
      'docs/frame-contracts.md',
      'docs/budgets.md',
      'docs/automations.md',
      'docs/support.md',
      'docs/account-pages.md',
      'docs/chat.md',
      'docs/briefs.md',
      'docs/advertisements.md',
      'docs/llm-gateway.md',
      'docs/languages.md',
    ],
    folders: ['docs'],
  },
  {
    title: 'Reference',
    pages: [
      'docs/failure-codes.md',
      'docs/events.md',
      'docs/all-lists.md',
      'docs/roles.md',
      'docs/personal-data.md',
      'docs/settings.md',
    ],
  },
  {
    title: 'Operations',
    pages: [
      'docs/deployment.md',
      'docs/operations/README.md',
      'docs/metrics.md',
      'docs/performance.md',
      'docs/reliability.md',
      'docs/relevance.md',
    ],
  },
  { title: 'Runbooks', pages: [], folders: ['docs/operations'], collapsed: true },
  { title: 'Decisions', pages: [], folders: ['docs/adr'], collapsed: true },
]
