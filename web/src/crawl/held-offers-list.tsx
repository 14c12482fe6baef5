import { Link } from '@tanstack/react-router'
import { Action } from '../components/action.tsx'
import type { Values } from '../components/form.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { decideHeldOffers } from './crawl-api.ts'

const list = listOf('/admin/crawls/held-offers')

/** Offers that would vanish at once, and stay until an operator decides. At first those without a decision. */
export function HeldOffersList({ now }: { readonly now: number }) {
  const choice = useChosen(list, { as: 'held-offers', first: 'OPEN' })
  return (
    <RouteList
      list={list}
      id="held-offers"
      title="crawl.held.title"
      choice={choice}
      now={now}
      ages={['createdAt']}
      names={{ state: 'crawl.held.state' }}
      cells={{
        sourceName: ({ id, crawlId, sourceName }) => (
          <>
            <Link to="/admin/crawl" search={{ crawl: crawlId }}>
              {sourceName}
            </Link>
            <PartId id={id} />
          </>
        ),
      }}
      action={({ id, state }) => state === 'OPEN' && <HeldDecision id={id} />}
      none="crawl.held.none"
    />
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
