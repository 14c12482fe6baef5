import { Link } from '@tanstack/react-router'
import type { HeldOffers } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import type { Values } from '../components/form.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
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
    <List
      id="held-offers"
      title="crawl.held.title"
      queryKey={[...crawlKey, 'held', state ?? '']}
      read={(cursor, signal) => listHeldOffers(state, cursor, signal)}
      columns={columns}
      row={(held) => <HeldRow key={held.id} held={held} now={now} />}
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
}

function HeldRow({ held, now }: RowProps) {
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
      <td>{state === 'OPEN' && <HeldDecision id={id} />}</td>
    </tr>
  )
}

const decisions = ['DISMISSED', 'ACCEPTED'] as const

function decisionIn({ decision }: Values) {
  return decision === 'ACCEPTED' ? 'ACCEPTED' : 'DISMISSED'
}

function HeldDecision({ id }: { readonly id: string }) {
  const { t } = useWords()
  return (
    <Action
      ask={t('lists.decide')}
      label={t('lists.decideOn', { id })}
      act={(values) => t(`crawl.held.act.${decisionIn(values)}`)}
      fields={[
        {
          name: 'decision',
          label: 'lists.decision',
          shown: 'one',
          choices: decisions.map((value) => ({ value, label: t(`crawl.held.choice.${value}`) })),
        },
      ]}
      run={(values) => decideHeldOffers(id, decisionIn(values))}
      done={(_result, values) => t(`crawl.held.done.${decisionIn(values)}`)}
    />
  )
}
