import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { DecisionForm, InPlace } from '../../lists/decision.tsx'
import { Chevron } from '../../lists/filter.tsx'
import { replayWindow } from './webhooks-api.ts'

type Props = { readonly companyId: string; readonly webhookId: string }

/** Replays the events of a period. First it counts them, so that nobody sends a million by accident. */
export function ReplayWindow({ companyId, webhookId }: Props) {
  const { t } = useWords()
  return (
    <InPlace ask={t('webhook.window.ask')} label={t('webhook.window.askOf', { id: webhookId })}>
      {(leave) => <WindowForm companyId={companyId} webhookId={webhookId} onLeave={leave} />}
    </InPlace>
  )
}

const which = ['undelivered', 'missing', 'SUCCEEDED'] as const
type Which = (typeof which)[number]
type Entered = { readonly since: string; readonly until: string; readonly which: Which }

function WindowForm({ companyId, webhookId, onLeave }: Props & { readonly onLeave: () => void }) {
  const { t, number } = useWords()
  const queries = useQueryClient()
  const [entered, setEntered] = useState<Entered>({ since: '', until: '', which: 'undelivered' })
  const [isIncomplete, setIncomplete] = useState(false)
  const asked = (preview: boolean) =>
    replayWindow(companyId, webhookId, {
      since: new Date(entered.since).toISOString(),
      ...(entered.until !== '' && { until: new Date(entered.until).toISOString() }),
      ...(entered.which === 'missing' && { missing: true }),
      ...(entered.which === 'SUCCEEDED' && { state: 'SUCCEEDED' }),
      preview,
    })
  const counting = useMutation({ mutationFn: () => asked(true) })
  const replaying = useMutation({
    mutationFn: () => asked(false),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onLeave()
    },
  })
  const change = (part: Partial<Entered>) => {
    setEntered({ ...entered, ...part })
    // What was counted is no longer what would be sent.
    counting.reset()
  }
  const decide = () => {
    setIncomplete(entered.since === '')
    if (entered.since === '') return
    if (counting.data) replaying.mutate()
    else counting.mutate()
  }
  const { data } = counting
  return (
    <DecisionForm
      act={
        data
          ? t('webhook.window.send', { matched: number(data.matched) })
          : t('webhook.window.count')
      }
      deciding={{
        isPending: counting.isPending || replaying.isPending,
        error: counting.error ?? replaying.error,
      }}
      onDecide={decide}
      onLeave={onLeave}
    >
      <WindowFields entered={entered} isIncomplete={isIncomplete} onChange={change} />
      <p role="status">
        {data &&
          t(data.matchedIsLowerBound ? 'webhook.window.atLeast' : 'webhook.window.matched', {
            matched: data.matched,
          })}
      </p>
    </DecisionForm>
  )
}

type FieldsProps = {
  readonly entered: Entered
  readonly isIncomplete: boolean
  readonly onChange: (part: Partial<Entered>) => void
}

function WindowFields({ entered, isIncomplete, onChange }: FieldsProps) {
  const { t } = useWords()
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t('webhook.window.since')}
        value={entered.since}
        error={isIncomplete && t('webhook.window.sinceMissing')}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
        autoFocus
        required
      />
      <TextInput
        type="datetime-local"
        label={t('webhook.window.until')}
        description={t('webhook.window.untilHint')}
        value={entered.until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('webhook.window.which')}
        data={which.map((each) => ({ value: each, label: t(`webhook.window.which.${each}`) }))}
        value={entered.which}
        rightSection={<Chevron />}
        rightSectionPointerEvents="none"
        onChange={(event) => onChange({ which: event.currentTarget.value as Which })}
      />
    </>
  )
}
