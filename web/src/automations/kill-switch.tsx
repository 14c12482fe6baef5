import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { listSwitches, switchOff, switchOn } from '../api.ts'
import type { KillSwitch as Switch } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { CompanyField, companyIdOf } from '../lists/company-field.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { Refusal } from '../shell/refusal.tsx'

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
      {switches.isPending && <Skeleton height={72} />}
      <Refusal error={switches.error} />
      {switches.data && (
        <div className={card.card}>
          {switches.data.length === 0 ? (
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
              {switches.data.map((one) => (
                <OffRow key={one.scope} off={one} now={now} />
              ))}
            </ul>
          )}
          <StopForm />
        </div>
      )}
    </section>
  )
}

function OffRow({ off, now }: { readonly off: Switch; readonly now: number }) {
  const { t, rich } = useWords()
  const queries = useQueryClient()
  const { scope, companyName, by, byName, at, note } = off
  const ending = useMutation({
    mutationFn: () => switchOn(scope),
    onSuccess: () => queries.invalidateQueries(),
  })
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
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('automations.killSwitch.resumeOf', { companies })}
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      >
        {t('automations.killSwitch.resume')}
      </Button>
      <Refusal error={ending.error} />
    </li>
  )
}

function StopForm() {
  const { t } = useWords()
  const queries = useQueryClient()
  const [company, setCompany] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MessageKey>()
  const stopping = useMutation({
    mutationFn: async () => switchOff((await companyIdOf(company)) || 'all', note.trim()),
    onSuccess: async () => {
      setCompany('')
      setNote('')
      await queries.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'automations.killSwitch.sayWhy' : undefined)
    if (!isMissing) stopping.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <CompanyField
          label={t('automations.killSwitch.company')}
          placeholder={t('automations.killSwitch.everybody')}
          description={t('automations.killSwitch.companyHint')}
          value={company}
          onChange={setCompany}
        />
        <TextInput
          className={styles.wide ?? ''}
          label={t('automations.killSwitch.reason')}
          description={t('automations.killSwitch.reasonHint')}
          maxLength={1000}
          value={note}
          error={problem && t(problem)}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" color="red.9" loading={stopping.isPending}>
          {t(
            company.trim() === ''
              ? 'automations.killSwitch.stopAll'
              : 'automations.killSwitch.stopOne',
          )}
        </Button>
      </div>
      <Refusal error={stopping.error} />
    </form>
  )
}
