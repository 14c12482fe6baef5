import type { PoisonRecord } from '../api-types.ts'
import { InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { numberOf } from '../operations/words.ts'
import { RetryOrDiscard } from './retry-or-discard.tsx'
import { discardPoison, listPoison, retryPoison } from './stuck-records-api.ts'

const columns = [
  { title: 'Record' },
  { title: 'State' },
  { title: 'Deaths', isNumber: true },
  { title: 'Age', isNumber: true },
  { title: 'Action' },
]

/** Records during whose work processes have died. */
export function PoisonRecords({ now }: { readonly now: number }) {
  return (
    <DecisionList
      id="poison-records"
      title="Poison records"
      queryKey={['poison-records']}
      read={(cursor, signal) => listPoison(cursor, signal)}
      columns={columns}
      row={(record, onResult) => (
        <RecordRow
          key={`${record.queue} ${record.id}`}
          record={record}
          now={now}
          onResult={onResult}
        />
      )}
      none="There is no poison record."
    />
  )
}

type RowProps = {
  readonly record: PoisonRecord
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function RecordRow({ record, now, onResult }: RowProps) {
  const { queue, id, companyId, state, deaths, setAsideAt } = record
  return (
    <tr>
      <th scope="row">
        {queue}
        <span className={styles.id}>{id}</span>
        {companyId !== undefined && <span className={styles.id}>{companyId}</span>}
      </th>
      <td className={styles.words}>{sentences[state]}</td>
      <td className={card.number}>{numberOf(deaths)}</td>
      <td className={card.number}>
        {setAsideAt === undefined ? '' : <Since at={setAsideAt} now={now} />}
      </td>
      <td>
        <InPlace ask="Decide" label={`Decide on ${id} of ${queue}`}>
          {(leave) => (
            <RetryOrDiscard
              words={words}
              onRetry={() => retryPoison(record)}
              onDiscard={(note) => discardPoison(record, note)}
              onDone={(decided) => {
                onResult(done[decided])
                leave()
              }}
              onLeave={leave}
            />
          )}
        </InPlace>
      </td>
    </tr>
  )
}

const sentences = {
  SET_ASIDE: 'Set aside: no worker claims it.',
  RETRIED_SLOWLY: 'Retried slowly: it is never set aside.',
  WORKED_ON_ALONE: 'Worked on alone, apart from other records.',
} as const

const words = {
  retry: { choice: 'Retry it now, alone: the cause is fixed.', act: 'Retry' },
  discard: {
    choice: 'Discard it: it need not be done. Only records that are set aside.',
    act: 'Discard',
  },
  why: 'Why it need not be done',
}
const done = { retry: 'It is tried now.', discard: 'It is discarded.' }
