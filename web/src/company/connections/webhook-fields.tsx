import { useQuery } from '@tanstack/react-query'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { listEventKinds, type Webhook, type WebhookDraft } from './webhooks-api.ts'

const everything = '*'

/** The receiver and the events that it gets. */
export function WebhookFields({ webhook }: { readonly webhook?: Webhook }) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('webhooksPage.url')} hint={t('webhooksPage.urlHint')}>
        <input name="url" type="url" maxLength={2_048} required defaultValue={webhook?.url} />
      </Field>
      <Field label={t('ourCompany.name')} hint={t('webhooksPage.nameHint')}>
        <input
          name="name"
          maxLength={120}
          required={webhook !== undefined}
          defaultValue={webhook?.name}
        />
      </Field>
      <EventBoxes chosen={webhook?.events ?? [everything]} />
    </>
  )
}

function EventBoxes({ chosen }: { readonly chosen: readonly string[] }) {
  const { t } = useWords()
  const { data: kinds = [] } = useQuery({
    queryKey: ['event-kinds'],
    queryFn: ({ signal }) => listEventKinds(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const families = Map.groupBy(kinds, (kind) => kind.replace(/[.].*/, ''))
  const box = (value: string, label: string) => (
    <label key={value} className={lists.choice}>
      <input type="checkbox" name="event" value={value} defaultChecked={chosen.includes(value)} />
      {label}
    </label>
  )
  return (
    <fieldset className={lists.choices}>
      <legend>{t('webhooksPage.events')}</legend>
      {box(everything, t('webhooksPage.everythingLater'))}
      {[...families].map(([family, members]) => (
        <details key={family}>
          <summary>{family}</summary>
          {box(`${family}.*`, t('webhooksPage.family', { family }))}
          {members.map((kind) => box(kind, kind))}
        </details>
      ))}
    </fieldset>
  )
}

export function webhookIn(form: FormData): WebhookDraft {
  const name = optionalText(form, 'name')
  const chosen = form.getAll('event').map(String)
  return {
    url: textOf(form, 'url'),
    ...(name !== null && { name }),
    events: chosen.includes(everything) ? [everything] : chosen,
  }
}
