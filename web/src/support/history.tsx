import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../api-types.ts'
import card from '../components/card.module.css'
import lists from '../components/lists.module.css'
import { Since } from '../components/since.tsx'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import { RecordName } from '../records/record-name.tsx'
import { Refusal } from '../shell/refusal.tsx'
import { priorities } from './priorities.ts'
import styles from './support.module.css'
import { type Agent, listAgents, listChanges } from './support-api.ts'

type Props = { readonly ticketId: string; readonly version: number; readonly now: number }

/** What was done with the ticket, from the audit log. The messages stand above. */
export function History({ ticketId, version, now }: Props) {
  const words = useWords()
  const { t } = words
  const changes = useQuery({
    queryKey: ['ticket-changes', ticketId, version],
    queryFn: ({ signal }) => listChanges(ticketId, signal),
  })
  const agents = useQuery({ queryKey: ['agents'], queryFn: ({ signal }) => listAgents(signal) })
  const nameOf = (id: unknown) =>
    (agents.data ?? []).find((agent: Agent) => agent.id === id)?.name ?? String(id)
  const rows = (changes.data ?? []).map((entry) => ({
    entry,
    sentence: sentenceOf(words, entry, nameOf),
  }))
  return (
    <section aria-labelledby="history">
      <h2 id="history" className={card.heading}>
        {t('support.history.title')}
      </h2>
      <ol className={`${card.card} ${styles.history}`}>
        {rows.map(({ entry, sentence }) => (
          <li key={entry.id}>
            {sentence}{' '}
            <span className={lists.quiet}>
              {entry.actor ? <RecordName id={entry.actor.id} /> : t('support.history.service')} ·{' '}
              <Since at={entry.occurredAt} now={now} />
            </span>
          </li>
        ))}
      </ol>
      <Refusal error={changes.error} />
    </section>
  )
}

function sentenceOf(
  { t }: Words,
  { action, details }: AuditEntry,
  nameOf: (id: unknown) => string,
) {
  switch (action) {
    case 'support.ticket_created':
      return t('support.history.created')
    case 'support.ticket_resolved':
      return t('support.history.resolved')
    case 'support.ticket_reopened':
      return t('support.history.reopened')
    case 'support.ticket_assigned':
      return details.assigneeId === null
        ? t('support.history.unassigned')
        : t('support.history.assigned', { name: nameOf(details.assigneeId) })
    default:
      return t('support.history.prioritized', {
        from: priorityName(t, details.from),
        to: priorityName(t, details.to),
      })
  }
}

function priorityName(t: Words['t'], value: unknown): string {
  const known = priorities.find((priority) => priority === value)
  return known ? t(`support.priority.${known}`) : String(value)
}
