import { replayAlerts } from '../api.ts'
import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'
import { testTransports } from './alert-tests-api.ts'

const list = listOf('/notifications/incident-alerts')

/** Alerts by transport and state. Dead letters are shown first. */
export function Alerts({ now }: { readonly now: number }) {
  const { t } = useWords()
  const choice = useChosen(list, { as: 'alerts', first: 'DEAD_LETTER' })
  return (
    <div>
      <RouteList
        list={list}
        id="alerts"
        title="work.alerts.title"
        choice={choice}
        now={now}
        ages={['queuedAt']}
        names={{ state: 'work.alerts.state', transport: 'work.alerts.transport' }}
        cells={{
          summary: ({ key, status, summary, incidentId }) => (
            <>
              {key}
              <div className={styles.quiet}>{t(`work.alerts.status.${status}`, { summary })}</div>
              <RecordId id={incidentId} />
            </>
          ),
        }}
        none="work.alerts.noneGivenUp"
      />
      <div className={`${styles.buttons} ${styles.more}`}>
        {/* Whether each transport works is known at once, and not at the next incident. */}
        <Action
          ask={t('work.alerts.test')}
          run={testTransports}
          done={(tested) =>
            tested.map(({ transport, passed, error }) => (
              <p key={transport}>
                {t(`work.alerts.transport.${transport}`)}: {t(`work.alerts.tested.${passed}`)}{' '}
                {error}
              </p>
            ))
          }
        />
        {choice.chosen.state === 'DEAD_LETTER' && (
          <Action
            ask={t('work.alerts.replay')}
            run={replayAlerts}
            done={(replayed) => t('work.alerts.replayed', replayed)}
          />
        )}
      </div>
    </div>
  )
}
