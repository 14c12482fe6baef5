import type { PoisonRecord } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardPoison, listPoison, retryPoison } from './stuck-records-api.ts'

const columns = [
  { title: 'work.poison.record' },
  { title: 'lists.column.state' },
  { title: 'work.poison.deaths', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Records during whose work processes have died. */
export function PoisonRecords({ now }: { readonly now: number }) {
  return (
    <List
      id="poison-records"
      title="work.poison.title"
      queryKey={['poison-records']}
      read={(cursor, signal) => listPoison(cursor, signal)}
      columns={columns}
      row={(record) => <RecordRow key={`${record.queue} ${record.id}`} record={record} now={now} />}
      none="work.poison.none"
    />
  )
}

type RowProps = {
  readonly record: PoisonRecord
  readonly now: number
}

function RecordRow({ record, now }: RowProps) {
  const { t, number } = useWords()
  const { queue, id, companyId, state, deaths, setAsideAt } = record
  return (
    <tr>
      <th scope="row">
        {queue}
        <RecordId id={id} />
        {companyId !== undefined && <RecordName id={companyId} />}
      </th>
      <td className={styles.words}>{t(`work.poison.state.${state}`)}</td>
      <td className={card.number}>{number(deaths)}</td>
      <td className={card.number}>
        {setAsideAt === undefined ? '' : <Since at={setAsideAt} now={now} />}
      </td>
      <td>
        <RetryOrDiscard
          label={t('lists.decideOnRecord', { id, queue })}
          words={words}
          onRetry={() => retryPoison(record)}
          onDiscard={(note) => discardPoison(record, note)}
        />
      </td>
    </tr>
  )
}

const words = {
  retry: { choice: 'work.poison.retry', act: 'lists.retry', done: 'lists.isTriedNow' },
  discard: { choice: 'work.poison.discard', act: 'lists.discard', done: 'lists.isDiscarded' },
  why: 'lists.whyNotDone',
} as const
