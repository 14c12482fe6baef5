import type { FoundPerson } from '../../api-types.ts'
import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import type { Column } from '../../components/list.tsx'
import { ListView } from '../../components/list-view.tsx'
import { RecordFrame } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import { getPerson, lockPerson, unlockPerson } from './people-api.ts'

/** A person: their account, and their roles in each company. It is read once, because the audit log records who looked. */
export function PersonPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('person.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={async (signal) => (await getPerson(recordId, signal)) ?? 'nobody'}
      nameOf={(person) => (person === 'nobody' ? '' : person.name)}
      isLive={false}
    >
      {(person) =>
        person === 'nobody' ? (
          <p>{t('person.nobody')}</p>
        ) : (
          <>
            <PersonFacts person={person} />
            <PersonActions person={person} />
            <Companies person={person} />
          </>
        )
      }
    </RecordFrame>
  )
}

function PersonFacts({ person }: { readonly person: FoundPerson }) {
  const { t, instant } = useWords()
  const { name, email, state, createdAt, lastSeenAt, lockedAt, lockedBy, lockNote } = person
  return (
    <Facts
      facts={[
        [t('person.name'), name],
        [t('person.email'), email],
        [t('lists.column.state'), t(`find.people.state.${state}`)],
        [t('person.created'), instant(createdAt)],
        [
          t('find.people.lastSeen'),
          lastSeenAt === undefined ? t('find.people.notLately') : instant(lastSeenAt),
        ],
        [t('person.lockedAt'), lockedAt && instant(lockedAt)],
        [t('person.lockedBy'), lockedBy && <RecordName id={lockedBy} />],
        [t('records.actions.reason'), lockNote],
      ]}
    />
  )
}

function PersonActions({ person: { id, state, email } }: { readonly person: FoundPerson }) {
  const { t } = useWords()
  if (state === 'DISABLED') return null
  return (
    <Actions>
      {state === 'LOCKED' ? (
        <Action
          ask={t('person.unlock')}
          label={t('person.unlockOf', { email })}
          act={t('person.unlockSure')}
          run={() => unlockPerson(id)}
        />
      ) : (
        <Action
          ask={t('person.lock')}
          label={t('person.lockOf', { email })}
          act={t('person.lockNow')}
          effect={t('person.lockEffect')}
          fields={[{ name: 'note', label: 'records.actions.reason', missing: 'lists.sayWhy' }]}
          run={({ note = '' }) => lockPerson(id, note)}
        />
      )}
    </Actions>
  )
}

const columns = [
  { title: 'lists.column.company' },
  { title: 'person.roles' },
] as const satisfies readonly Column[]

function Companies({ person: { companies } }: { readonly person: FoundPerson }) {
  const { t, list } = useWords()
  return (
    <ListView
      title="find.companies.title"
      items={companies}
      columns={columns}
      row={({ id, name, roles }) => (
        <tr key={id}>
          <th scope="row">
            {name}
            <RecordId id={id} />
          </th>
          <td>{list(roles.map((role) => t(`company.role.${role}`)))}</td>
        </tr>
      )}
      none="find.people.noCompany"
    />
  )
}
