import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { listSwitches, switchOff, switchOn } from '../api.ts'
import type { KillSwitch as Switch } from '../api-types.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { Mark } from '../operations/mark.tsx'
import card from '../operations/operations.module.css'
import { Refusal } from '../shell/refusal.tsx'

/** Stops the automations of all companies or of one, with a reason. New runs are held and not lost. */
export function KillSwitch({ now }: { readonly now: number }) {
  const switches = useQuery({
    queryKey: ['automation-switches'],
    queryFn: ({ signal }) => listSwitches(signal),
    refetchInterval: 10_000,
  })
  return (
    <section aria-labelledby="kill-switch">
      <h2 id="kill-switch" className={card.heading}>
        Kill switch
      </h2>
      {switches.isPending && <Skeleton height={72} />}
      <Refusal error={switches.error} />
      {switches.data && (
        <div className={card.card}>
          {switches.data.length === 0 ? (
            <p className={card.nothing}>
              <Mark tone={switches.error ? 'info' : 'good'} />
              {switches.error ? 'The state of the automations is unknown.' : 'Automations run.'}
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
  const queries = useQueryClient()
  const { scope, companyName, by, byName, at, note } = off
  const ending = useMutation({
    mutationFn: () => switchOn(scope),
    onSuccess: () => queries.invalidateQueries(),
  })
  const whose = scope === 'all' ? 'all companies' : (companyName ?? scope)
  return (
    <li className={styles.off}>
      <span className={card.state}>
        <Mark tone="critical" />
        Automations of {whose} are stopped: {note}
      </span>
      <span className={styles.quiet}>
        by {byName ?? by}, <Since at={at} now={now} /> ago
        {companyName !== undefined && <span className={styles.id}>{scope}</span>}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Resume the automations of ${whose}`}
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      >
        Resume
      </Button>
      <Refusal error={ending.error} />
    </li>
  )
}

function StopForm() {
  const queries = useQueryClient()
  const [companyId, setCompanyId] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const stopping = useMutation({
    mutationFn: () => switchOff(companyId.trim() || 'all', note.trim()),
    onSuccess: async () => {
      setCompanyId('')
      setNote('')
      await queries.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isMissing = note.trim() === ''
    setProblem(isMissing ? 'Say why: it is shown to every operator.' : undefined)
    if (!isMissing) stopping.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <TextInput
          label="Company"
          placeholder="All companies"
          description="Its id. Empty: all companies."
          maxLength={64}
          value={companyId}
          onChange={(event) => setCompanyId(event.currentTarget.value)}
        />
        <TextInput
          className={styles.wide ?? ''}
          label="Reason"
          description="New runs are held until you resume the automations."
          maxLength={1000}
          value={note}
          error={problem}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" color="red.9" loading={stopping.isPending}>
          {companyId.trim() === '' ? 'Stop all automations' : 'Stop its automations'}
        </Button>
      </div>
      <Refusal error={stopping.error} />
    </form>
  )
}
