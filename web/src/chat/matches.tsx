import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatSession, MatchesPut } from '../api-types.ts'
import card from '../components/card.module.css'
import { FormView } from '../components/form.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import styles from './chat.module.css'
import { putMatches } from './chat-api.ts'
import { type Chosen, choicesOf } from './choices-of.ts'

type ItemMatches = ChatSession['matches'][number]

/** The matches of each item: the best is chosen, and an alternative may be. */
export function Matches({ session }: { readonly session: ChatSession }) {
  const { t } = useWords()
  const { matches, brief, state } = session
  const [chosen, setChosen] = useState<Chosen>({})
  const putting = useMutation({
    mutationFn: () => putMatches(session.id, choicesOf(session, chosen)),
  })
  return (
    <section aria-labelledby="matches">
      <h2 id="matches" className={card.heading}>
        {t('chat.matches')}
      </h2>
      <FormView
        act={t('chat.toCart')}
        layout="card"
        isDisabled={state !== 'FINALIZED'}
        isPending={putting.isPending}
        error={putting.error}
        onSubmit={() => putting.mutate()}
      >
        {matches.map((one) => (
          <ItemChoice
            key={one.item}
            matches={one}
            name={brief.items[one.item]?.what?.value ?? ''}
            chosen={chosen[one.item] ?? one.best?.id}
            onChoose={(productId) => setChosen((all) => ({ ...all, [one.item]: productId }))}
          />
        ))}
        <div role="status">{putting.data && <Result put={putting.data} />}</div>
      </FormView>
    </section>
  )
}

type ItemChoiceProps = {
  readonly matches: ItemMatches
  readonly name: string
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
}

function ItemChoice({ matches, name, chosen, onChoose }: ItemChoiceProps) {
  const { t } = useWords()
  const { item, best, alternatives, state } = matches
  const products = best ? [best, ...alternatives] : []
  return (
    <fieldset className={lists.choices}>
      <legend>{name}</legend>
      {state === 'RUNNING' && <p className={lists.quiet}>{t('chat.searching')}</p>}
      {state !== 'RUNNING' && products.length === 0 && (
        <p className={lists.quiet}>{t('chat.noMatch')}</p>
      )}
      {products.map(({ id, name: product, brand, price }) => (
        <label key={id} className={styles.match}>
          <input
            type="radio"
            name={`item-${String(item)}`}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>{product}</span>
          <span className={lists.quiet}>
            {brand} · {price.list.amount} {price.list.currency}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Result({ put }: { readonly put: MatchesPut }) {
  const { t } = useWords()
  const added = put.lines.filter((line) => line.added).length
  return (
    <>
      <p>{t('chat.added', { count: added })}</p>
      <ul>
        {put.lines.flatMap(({ item, productId, message }) =>
          message === undefined ? [] : [<li key={`${String(item)} ${productId}`}>{message}</li>],
        )}
      </ul>
    </>
  )
}
