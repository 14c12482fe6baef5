import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { HeldOffers } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Choices, DecisionForm, InPlace } from '../lists/decision.tsx'
import { DecisionList } from '../lists/decision-list.tsx'
import { Filter } from '../lists/filter.tsx'
import type { Column } from '../lists/list.tsx'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { crawlKey, decideHeldOffers, listHeldOffers } from './crawl-api.ts'

const columns = [
  { title: 'crawl.column.source' },
  { title: 'lists.column.state' },
  { title: 'crawl.held.missing', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** Offers that would vanish at once, and stay until an operator decides. At first those without a decision. */
export function HeldOffersList({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [state, setState] = useChoice('held-offers', 'OPEN')
  return (
    <DecisionList
      id="held-offers"
      title="crawl.held.title"
      queryKey={[...crawlKey, 'held', state ?? '']}
      read={(cursor, signal) => listHeldOffers(state, cursor, signal)}
      columns={columns}
      row={(held, onResult) => <HeldRow key={held.id} held={held} now={now} onResult={onResult} />}
      none={state === 'OPEN' ? 'crawl.held.none' : 'lists.noneInState'}
      filter={
        <Filter
          label="crawl.held.filter"
          value={state}
          all="lists.anyState"
          values={choices['held-offers']}
          nameOf={(each) => t(`crawl.held.state.${each}`)}
          onChange={setState}
        />
      }
    />
  )
}

type RowProps = {
  readonly held: HeldOffers
  readonly now: number
  readonly onResult: (sentence: string) => void
}

function HeldRow({ held, now, onResult }: RowProps) {
  const { t, number } = useWords()
  const { id, sourceName, crawlId, companyId, state, missing, listed, createdAt } = held
  return (
    <tr>
      <th scope="row">
        <Link to="/admin/crawl" search={{ crawl: crawlId }}>
          {sourceName}
        </Link>
        <PartId id={id} />
        <RecordName id={companyId} />
      </th>
      <td>{t(`crawl.held.state.${state}`)}</td>
      <td className={card.number}>
        {t('crawl.held.of', { missing: number(missing), listed: number(listed) })}
      </td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
        {state === 'OPEN' && (
          <InPlace ask={t('lists.decide')} label={t('lists.decideOn', { id })}>
            {(leave) => <HeldDecision held={held} onResult={onResult} onLeave={leave} />}
          </InPlace>
        )}
      </td>
    </tr>
  )
}

type Decision = 'ACCEPTED' | 'DISMISSED'

type DecisionProps = Omit<RowProps, 'now'> & { readonly onLeave: () => void }

function HeldDecision({ held, onResult, onLeave }: DecisionProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [decision, setDecision] = useState<Decision>('DISMISSED')
  const deciding = useMutation({
    mutationFn: () => decideHeldOffers(held.id, decision),
    onSuccess: async () => {
      onResult(t(`crawl.held.done.${decision}`))
      onLeave()
      await queries.invalidateQueries({ queryKey: crawlKey })
    },
  })
  return (
    <DecisionForm
      act={t(`crawl.held.act.${decision}`)}
      deciding={deciding}
      onDecide={() => deciding.mutate()}
      onLeave={onLeave}
    >
      <Choices<Decision>
        choices={{
          DISMISSED: t('crawl.held.choice.DISMISSED'),
          ACCEPTED: t('crawl.held.choice.ACCEPTED'),
        }}
        value={decision}
        onChoose={setDecision}
      />
    </DecisionForm>
  )
}
