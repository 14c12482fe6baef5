import { Action } from '../../components/action.tsx'
import type { Values } from '../../components/form.tsx'
import { useWords } from '../../language/use-words.ts'
import { replayWindow } from './webhooks-api.ts'

type Props = { readonly companyId: string; readonly webhookId: string }

const which = ['undelivered', 'missing', 'SUCCEEDED'] as const

/** Replays the events of a period. First it counts them, so that nobody sends a million by accident. */
export function ReplayWindow({ companyId, webhookId }: Props) {
  const { t, number } = useWords()
  const replay = ({ since = '', until = '', which: chosen }: Values, preview: boolean) =>
    replayWindow(companyId, webhookId, {
      since: new Date(since).toISOString(),
      ...(until !== '' && { until: new Date(until).toISOString() }),
      ...(chosen === 'missing' && { missing: true }),
      ...(chosen === 'SUCCEEDED' && { state: 'SUCCEEDED' }),
      preview,
    })
  return (
    <Action
      ask={t('webhook.window.ask')}
      label={t('webhook.window.askOf', { id: webhookId })}
      act={t('webhook.window.count')}
      fields={[
        {
          name: 'since',
          label: 'webhook.window.since',
          missing: 'webhook.window.sinceMissing',
          type: 'datetime-local',
        },
        {
          name: 'until',
          label: 'webhook.window.until',
          description: 'webhook.window.untilHint',
          type: 'datetime-local',
        },
        {
          name: 'which',
          label: 'webhook.window.which',
          choices: which.map((value) => ({ value, label: t(`webhook.window.which.${value}`) })),
        },
      ]}
      preview={async (values) => {
        const { matched, matchedIsLowerBound } = await replay(values, true)
        return {
          act: t('webhook.window.send', { matched: number(matched) }),
          sentence: t(matchedIsLowerBound ? 'webhook.window.atLeast' : 'webhook.window.matched', {
            matched,
          }),
        }
      }}
      run={(values) => replay(values, false)}
    />
  )
}
