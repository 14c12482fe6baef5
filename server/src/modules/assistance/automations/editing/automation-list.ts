import { sql } from '#platform/db'
import { defineList, newestFirst, ofCompany } from '#platform/lists'
import { AutomationView, automationExample, viewAutomation } from '../schemas.ts'
import type { Automations } from '../service.ts'
import {
  type AutomationWithVersions,
  automationColumns,
  fromAutomations,
  toAutomation,
} from './automation-store.ts'

export const automationList = ({ formOf }: Pick<Automations, 'formOf'>) =>
  defineList({
    operationId: 'listAutomations',
    url: '/api/v1/automations',
    summary: 'List automations',
    description: 'Newest first.',
    tags: ['Automations'],
    config: { access: 'company_admin' },
    item: AutomationView,
    examples: [automationExample],
    columns: ['id', 'name', 'state', 'failingSince'],
    filters: {},
    from: fromAutomations,
    select: automationColumns,
    scope: ({ actor }) => sql`${ofCompany(actor)} and t.state <> 'DELETED'`,
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    show: (rows: readonly AutomationWithVersions[]) =>
      rows.map((row) => viewAutomation(toAutomation(row), formOf)),
  })
