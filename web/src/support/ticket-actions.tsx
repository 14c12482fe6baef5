import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Ticket } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { Chevron } from '../lists/filter.tsx'
import lists from '../lists/lists.module.css'
import { Actions } from '../records/actions.tsx'
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
        <NativeSelect
          label={t('support.assign')}
          data={[{ value: '', label: t('support.nobody') }, ...people]}
          value={assignee?.id ?? ''}
          rightSection={<Chevron />}
          rightSectionPointerEvents="none"
          disabled={acting.isPending}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === '' ? null : currentTarget.value
            acting.mutate(() => assignTicket(id, chosen))
          }}
        />
        {state !== 'CLOSED' && (
          <NativeSelect
            label={t('support.priority')}
            data={priorities.map((each) => ({ value: each, label: t(`support.priority.${each}`) }))}
            value={priority}
            rightSection={<Chevron />}
            rightSectionPointerEvents="none"
            disabled={acting.isPending}
            onChange={({ currentTarget: { value } }) => {
              const chosen = priorities.find((each) => each === value)
              if (chosen) acting.mutate(() => changePriority(id, chosen))
            }}
          />
        )}
        {isOpen && (
          <Button
            variant="default"
            loading={acting.isPending}
            onClick={() => acting.mutate(() => resolveTicket(id))}
          >
            {t('support.resolve')}
          </Button>
        )}
        {state === 'RESOLVED' && (
          <Button
            variant="default"
            loading={acting.isPending}
            onClick={() => acting.mutate(() => reopenTicket(id))}
          >
            {t('support.reopen')}
          </Button>
        )}
      </div>
      <Refusal error={acting.error ?? agents.error} />
    </Actions>
  )
}
