import { Type } from 'typebox'
import { type Cut, defineList, type ListRequest, placed, requiredFilter } from '#platform/lists'
import type { Members } from '../service.ts'
import type { FoundPerson } from './found-people-store.ts'
import { PersonView, viewPerson } from './person-schemas.ts'

export const personList = (members: Members) =>
  defineList({
    operationId: 'findPeople',
    url: '/admin/people',
    summary: 'List people',
    description:
      'Finds people of all companies by their e-mail address or name. The audit log records who searched.',
    tags: ['Members'],
    config: { access: 'operator' },
    item: PersonView,
    columns: ['id', 'name', 'email', 'state', 'createdAt', 'lastSeenAt'],
    filters: {
      q: requiredFilter(
        Type.String({
          minLength: 3,
          maxLength: 254,
          description:
            'The id of a person, the beginning of an e-mail address, or a part of a name.',
        }),
      ),
    },
    sorts: { newest: { read: (request: Request, cut) => readNewest(members, request, cut) } },
    show: (people: readonly FoundPerson[]) => people.map(viewPerson),
  })

type Request = ListRequest<{ readonly q: string }>

async function readNewest(members: Members, { actor, query }: Request, { after, limit }: Cut) {
  const before = after && String(after[0])
  const found = await members.lookUp(actor, query.q.trim(), { before, limit })
  return placed(found, ({ userId }) => [userId])
}
