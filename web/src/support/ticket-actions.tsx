import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Ticket } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { Actions } from '../components/actions.tsx'
import { Select } from '../components/forms/select.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import { priorities } from './priorities.ts'
import {
  assignTicket,
  changePriority,
  listAgents,
  reopenTicket,
  resolveTicket,
} from './support-api.ts'

/** Assigns, prioritizes, resolves and reopens a ticket. */
export function TicketActions({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { id, state, priority, assignee } = ticket
  const agents = useQuery({ queryKey: ['agents'], queryFn: ({ signal }) => listAgents(signal) })
  const acting = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onSettled: () => queries.invalidateQueries(),
  })
  const isOpen = state !== 'RESOLVED' && state !== 'CLOSED'
  const people = (agents.data ?? []).map((agent) => ({ value: agent.id, label: agent.name }))
  return (
    <Actions>
      <div className={lists.fields}>
        <Select
          label={t('support.assign')}
          data={[{ value: '', label: t('support.nobody') }, ...people]}
          value={assignee?.id ?? ''}
          disabled={acting.isPending}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === '' ? null : currentTarget.value
            acting.mutate(() => assignTicket(id, chosen))
          }}
        />
        {state !== 'CLOSED' && (
          <Select
            label={t('support.priority')}
            data={priorities.map((each) => ({ value: each, label: t(`support.priority.${each}`) }))}
            value={priority}
            disabled={acting.isPending}
            onChange={({ currentTarget: { value } }) => {
              const chosen = priorities.find((each) => each === value)
              if (chosen) acting.mutate(() => changePriority(id, chosen))
            }}
          />
        )}
        {isOpen && (
          <Action
            ask={t('support.resolve')}
            size="sm"
            isDisabled={acting.isPending}
            run={() => resolveTicket(id)}
          />
        )}
        {state === 'RESOLVED' && (
          <Action
            ask={t('support.reopen')}
            size="sm"
            isDisabled={acting.isPending}
            run={() => reopenTicket(id)}
          />
        )}
      </div>
      <Refusal error={acting.error ?? agents.error} />
    </Actions>
  )
}
