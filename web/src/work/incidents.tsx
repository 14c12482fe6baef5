import { endIncident } from '../api.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { listOf } from '../components/list-of.ts'
import { Mark } from '../components/mark.tsx'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

const list = listOf('/notifications/incidents')

/** Firing incidents. An operator who knows that one is over can end it. */
export function Incidents({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="incidents"
      title="work.incidents.title"
      query={{ status: 'firing' }}
      now={now}
      ages={['firedAt']}
      names={{ severity: 'work.incidents.severity' }}
      cells={{
        id: ({ id, key, severity }) => (
          <>
            <span className={card.state}>
              <Mark tone={severity} />
              {key}
            </span>
            <RecordId id={id} />
          </>
        ),
      }}
      without={['severity']}
      action={({ id }) => <Resolve id={id} />}
      none="work.incidents.none"
    />
  )
}

function Resolve({ id }: { readonly id: string }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('work.incidents.resolve')}
      label={t('work.incidents.resolveOf', { id })}
      act={t('work.incidents.resolve')}
      fields={[
        {
          name: 'note',
          label: 'work.incidents.how',
          description: 'work.incidents.again',
          missing: 'work.incidents.sayHow',
          maxLength: 1_000,
        },
      ]}
      run={({ note = '' }) => endIncident(id, note)}
    />
  )
}
