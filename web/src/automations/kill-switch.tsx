import { useQuery } from '@tanstack/react-query'
import { listSwitches, switchOff, switchOn } from '../api.ts'
import type { KillSwitch as Switch } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { Form } from '../components/form.tsx'
import styles from '../components/lists.module.css'
import { Mark } from '../components/mark.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Since } from '../components/since.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordId } from '../records/record-id.tsx'

/** Stops the automations of all companies or of one, with a reason. New runs are held and not lost. */
export function KillSwitch({ now }: { readonly now: number }) {
  const { t } = useWords()
  const switches = useQuery({
    queryKey: ['automation-switches'],
    queryFn: ({ signal }) => listSwitches(signal),
    refetchInterval: 10_000,
  })
  return (
    <section aria-labelledby="kill-switch">
      <h2 id="kill-switch" className={card.heading}>
        {t('automations.killSwitch.title')}
      </h2>
      <QueryView query={switches}>
        {(stopped) => (
          <div className={card.card}>
            {stopped.length === 0 ? (
              <p className={card.nothing}>
                <Mark tone={switches.error ? 'info' : 'good'} />
                {t(
                  switches.error
                    ? 'automations.killSwitch.unknown'
                    : 'automations.killSwitch.running',
                )}
              </p>
            ) : (
              <ul>
                {stopped.map((one) => (
                  <OffRow key={one.scope} off={one} now={now} />
                ))}
              </ul>
            )}
            <StopForm />
          </div>
        )}
      </QueryView>
    </section>
  )
}

function OffRow({ off, now }: { readonly off: Switch; readonly now: number }) {
  const { t, rich } = useWords()
  const { scope, companyName, by, byName, at, note } = off
  const companies =
    scope === 'all' ? t('automations.killSwitch.allCompanies') : (companyName ?? scope)
  return (
    <li className={styles.off}>
      <span className={card.state}>
        <Mark tone="critical" />
        {t('automations.killSwitch.stopped', { companies, note })}
      </span>
      <span className={styles.quiet}>
        {rich('automations.killSwitch.by', {
          person: byName ?? by,
          age: <Since at={at} now={now} />,
        })}
        {companyName !== undefined && <RecordId id={scope} />}
      </span>
      <Action
        ask={t('automations.killSwitch.resume')}
        label={t('automations.killSwitch.resumeOf', { companies })}
        run={() => switchOn(scope)}
      />
    </li>
  )
}

function StopForm() {
  const { t } = useWords()
  return (
    <Form
      act={({ company }) =>
        t(company?.trim() ? 'automations.killSwitch.stopOne' : 'automations.killSwitch.stopAll')
      }
      color="red.9"
      layout="line"
      fields={[
        {
          name: 'company',
          label: 'automations.killSwitch.company',
          placeholder: 'automations.killSwitch.everybody',
          description: 'automations.killSwitch.companyHint',
          type: 'company',
        },
        {
          name: 'note',
          label: 'automations.killSwitch.reason',
          description: 'automations.killSwitch.reasonHint',
          missing: 'automations.killSwitch.sayWhy',
          maxLength: 1_000,
        },
      ]}
      run={({ company, note = '' }) => switchOff(company || 'all', note)}
    />
  )
}
