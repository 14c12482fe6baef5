import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChatSession } from '../../api-types.ts'
import { type Chosen, choicesOf } from '../../chat/choices-of.ts'
import { ItemChoice } from '../../chat/item-choice.tsx'
import { PutResult } from '../../chat/put-result.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { cartKey } from '../cart/use-cart.ts'
import parts from '../parts.module.css'
import { putMatches, requestUnmatched } from './chat-api.ts'
import { useChatStep } from './use-chat-step.ts'

type Props = { readonly session: ChatSession }

/** The products of each item, which go into the cart. What no product matches becomes a requisition. */
export function Matches({ session }: Props) {
  const { t, money } = useWords()
  const queries = useQueryClient()
  const { matches, brief, state, unmatchedItems } = session
  const [chosen, setChosen] = useState<Chosen>({})
  const choices = choicesOf(session, chosen)
  const putting = useMutation({
    mutationFn: () => putMatches(session.id, choices),
    onSuccess: () => queries.invalidateQueries({ queryKey: cartKey }),
  })
  return (
    <Section title={t('chat.matches')}>
      <div className={parts.box}>
        {matches.map((one) => (
          <ItemChoice
            key={one.item}
            matches={one}
            name={brief.items[one.item]?.what?.value ?? t('chat.unnamed')}
            chosen={chosen[one.item] ?? one.best?.id}
            onChoose={(productId) => setChosen((all) => ({ ...all, [one.item]: productId }))}
            priceOf={money}
          />
        ))}
        <div className={parts.actions}>
          <Button
            disabled={state !== 'FINALIZED' || choices.length === 0}
            loading={putting.isPending}
            onClick={() => putting.mutate()}
          >
            {t('chat.toCart')}
          </Button>
          {unmatchedItems.length > 0 && <Request session={session} />}
        </div>
        <Refusal error={putting.error} />
        <div role="status">
          {putting.data && (
            <PutResult put={putting.data}>
              <Link to="/cart">{t('chat.openCart')}</Link>
            </PutResult>
          )}
        </div>
      </div>
    </Section>
  )
}

function Request({ session: { id, unmatchedItems, requisitionId } }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const requesting = useChatStep(id, async () => {
    const made = requisitionId ?? (await requestUnmatched(id))
    await navigate({ to: '/requisitions/$requisitionId', params: { requisitionId: made } })
  })
  return (
    <>
      <Button
        variant="default"
        loading={requesting.isPending}
        onClick={() => requesting.mutate(undefined)}
      >
        {requisitionId === null
          ? t('chat.request', { count: unmatchedItems.length })
          : t('chat.openRequisition')}
      </Button>
      <Refusal error={requesting.error} />
    </>
  )
}
