import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChatSession, MatchesPut } from '../../api-types.ts'
import styles from '../../chat/chat.module.css'
import { type Chosen, choicesOf } from '../../chat/choices-of.ts'
import lists from '../../components/lists.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { cartKey } from '../cart/use-cart.ts'
import parts from '../parts.module.css'
import { putMatches, requestUnmatched } from './chat-api.ts'
import { useChatStep } from './use-chat-step.ts'

type Props = { readonly session: ChatSession }
type ItemMatches = ChatSession['matches'][number]

/** The products of each item, which go into the cart. What no product matches becomes a requisition. */
export function Matches({ session }: Props) {
  const { t } = useWords()
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
        <div role="status">{putting.data && <Result put={putting.data} />}</div>
      </div>
    </Section>
  )
}

type ItemChoiceProps = {
  readonly matches: ItemMatches
  readonly name: string
  readonly chosen: string | undefined
  readonly onChoose: (productId: string) => void
}

function ItemChoice({ matches, name, chosen, onChoose }: ItemChoiceProps) {
  const { t, money } = useWords()
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
            {brand} · {money(price.list)}
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
      <p>
        {t('chat.added', { count: added })} <Link to="/cart">{t('chat.openCart')}</Link>
      </p>
      <ul>
        {put.lines.flatMap(({ item, productId, message }) =>
          message === undefined ? [] : [<li key={`${String(item)} ${productId}`}>{message}</li>],
        )}
      </ul>
    </>
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
