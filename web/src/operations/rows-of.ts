/** Where the rows behind a section's numbers are, with what clears them. Not every section has some. */
const lists: Readonly<Record<string, string>> = {
  checkoutLifecycle: '/admin/orders#checkouts',
  orders: '/admin/orders#stuck-orders',
  payments: '/admin/orders#stuck-orders',
  approvals: '/admin/orders#not-placed',
  invoices: '/admin/orders#waiting-invoices',
  automationFallback: '/admin/automations#automations',
  webhooks: '/admin/operations#webhooks',
  jobs: '/admin/operations#given-up-jobs',
  incidents: '/admin/operations#incidents',
  incidentAlerts: '/admin/operations#alerts',
}

/** Where a problem has a list of its own. */
const listsOfProblems: Readonly<Record<string, string>> = {
  'automations.switched-off': '/admin/automations#kill-switch',
  'automations.engine-behind': '/admin/automations#runs',
  'automation.dead-letter': '/admin/automations#dead-letters',
}

export function rowsOf(section: string, problem = ''): string | undefined {
  return listsOfProblems[problem] ?? lists[section]
}
