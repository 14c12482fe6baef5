import { defineList, type ListRequest, readNewest } from '#platform/lists'
import { AutomationView, automationExample, viewAutomation } from '../schemas.ts'
import type { Automations } from '../service.ts'
import type { Automation } from './automation.ts'

export const automationList = (automations: Automations) =>
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
    sorts: readNewest(({ actor }: ListRequest, page) => automations.list(actor, page)),
    show: (found: readonly Automation[]) =>
      found.map((automation) => viewAutomation(automation, automations.formOf)),
  })
