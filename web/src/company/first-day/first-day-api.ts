import { api } from '../api.ts'

/** What a company does on its first day, in an order that works. */
export const firstSteps = ['address', 'vatId', 'people', 'approvalRule', 'order'] as const
export type FirstStep = (typeof firstSteps)[number]

/** Which of the steps are done. */
export async function readFirstSteps(signal: AbortSignal): Promise<ReadonlySet<FirstStep>> {
  const options = { params: { query: { limit: 1 } }, signal }
  const [company, addresses, members, invitations, rules, orders] = await Promise.all([
    api.get('/api/v1/company', { signal }),
    api.get('/api/v1/addresses', options),
    api.get('/api/v1/members', options),
    api.get('/api/v1/invitations', options),
    api.get('/api/v1/approval-rules', options),
    api.get('/api/v1/orders', options),
  ])
  const done: Readonly<Record<FirstStep, boolean>> = {
    address: addresses.data.length > 0,
    vatId: company.data.vatId !== undefined,
    people: members.meta.nextCursor !== undefined || invitations.data.length > 0,
    approvalRule: rules.data.rules.length > 0,
    order: orders.data.length > 0,
  }
  return new Set(firstSteps.filter((step) => done[step]))
}
