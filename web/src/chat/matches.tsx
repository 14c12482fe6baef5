import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatSession } from '../api-types.ts'
import card from '../components/card.module.css'
import { FormView } from '../components/form.tsx'
import { useWords } from '../language/use-words.ts'
import { putMatches } from './chat-api.ts'
import { type Chosen, choicesOf } from './choices-of.ts'
import { ItemChoice } from './item-choice.tsx'
import { PutResult } from './put-result.tsx'

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
            priceOf={({ amount, currency }) => `${amount} ${currency}`}
          />
        ))}
        <div role="status">{putting.data && <PutResult put={putting.data} />}</div>
      </FormView>
    </section>
  )
}
