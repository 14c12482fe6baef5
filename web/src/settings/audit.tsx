import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { titleOf } from '../language/title-of.ts'
import { useNames } from '../language/use-names.ts'
import { useWords } from '../language/use-words.ts'
import { DetailList } from '../records/details.tsx'
import { RecordName } from '../records/record-name.tsx'

const list = listOf('/admin/audit')

/** Who changed what, in all companies. */
export function Audit() {
  const nameOf = useNames('audit')
  const { t } = useWords()
  const choice = useChosen(list, { as: 'audit', filter: 'outcome' })
  return (
    <RouteList
      list={list}
      id="audit"
      title="settings.part.audit"
      choice={choice}
      showsFilters
      names={{ outcome: 'settings.audit.outcome' }}
      cells={{
        action: ({ action }) => nameOf(`audit.${action}`) ?? titleOf(action),
        'actor.id': ({ actor }) =>
          actor ? <RecordName id={actor.id} /> : t('settings.audit.service'),
      }}
      without={['target.type', 'actor.kind']}
      extra={{
        title: 'settings.audit.details',
        cell: ({ details }) => <DetailList values={details} />,
      }}
      none="settings.audit.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
