import { type PersonalData, pagesOf } from '#platform/personal-data'
import { listEntries } from './store.ts'

/** The audit log names people only by their ids, so it need not change when a person is erased. */
export const auditData: PersonalData = {
  name: 'activity',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const search = { companyId, actorId: person.userId }
      const entries = await listEntries(conn, search, { before, limit })
      return entries.map(({ id, occurredAt, action, target, address, userAgent }) => ({
        id,
        data: {
          occurredAt: occurredAt.toISOString(),
          companyId,
          action,
          target: target.id,
          address,
          userAgent,
        },
      }))
    }),
  erase: async () => [],
}
