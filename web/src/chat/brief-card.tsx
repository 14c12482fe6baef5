import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatSession } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { FormView } from '../components/form.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import { aboutItem } from './about-item.ts'
import { BriefFacts } from './brief-facts.tsx'
import styles from './chat.module.css'
import { changeBrief, confirmBrief } from './chat-api.ts'
import type { BriefEdit } from './chat-calls.ts'

type Props = { readonly session: ChatSession; readonly onChanged: () => Promise<unknown> }
type Item = ChatSession['brief']['items'][number]

/** The brief as it grows, with what a person may correct. */
export function BriefCard({ session, onChanged }: Props) {
  const { t } = useWords()
  const { brief, briefVersion, confirmedAt, degradedReason } = session
  const editing = useMutation({
    mutationFn: (edit: BriefEdit) => changeBrief(session.id, briefVersion, edit),
    onSettled: onChanged,
  })
  const isOpen = confirmedAt === null
  return (
    <section className={`${card.card} ${styles.side}`} aria-labelledby="brief">
      <h2 id="brief" className={card.heading}>
        {t('chat.brief')}
      </h2>
      {degradedReason && (
        <p className={lists.quiet}>{t('chat.degraded', { reason: degradedReason })}</p>
      )}
      {brief.items.length === 0 && <p className={lists.quiet}>{t('chat.noItems')}</p>}
      <ul className={styles.items}>
        {brief.items.map((item, at) => (
          <ItemRow
            // The form begins anew with each version of the brief.
            key={`${briefVersion} ${String(at)}`}
            item={item}
            at={at}
            isOpen={isOpen}
            isPending={editing.isPending}
            onEdit={editing.mutate}
          />
        ))}
      </ul>
      <BriefFacts brief={brief} />
      {isOpen && (
        <NewItem key={briefVersion} isPending={editing.isPending} onEdit={editing.mutate} />
      )}
      <Refusal error={editing.error} />
      {isOpen && <Confirm session={session} onChanged={onChanged} />}
    </section>
  )
}

type RowProps = {
  readonly item: Item
  readonly at: number
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onEdit: (edit: BriefEdit) => void
}

function ItemRow({ item, at, isOpen, isPending, onEdit }: RowProps) {
  const { t, decimal } = useWords()
  const name = item.what?.value ?? t('chat.unnamed')
  const [quantity, setQuantity] = useState(item.quantity?.value ?? '')
  const save = () => {
    const typed = quantity.trim().replace(',', '.')
    onEdit({ items: [{ item: at, quantity: typed === '' ? null : typed }] })
  }
  const shown = item.quantity ? decimal(item.quantity.value) : '–'
  return (
    <li className={styles.item}>
      <strong>{name}</strong>
      <span className={lists.quiet}>{aboutItem(item, t)}</span>
      {!isOpen && <span>{t('chat.quantityOf', { quantity: shown })}</span>}
      {isOpen && (
        <FormView
          act={t('chat.save')}
          layout="line"
          isDisabled={isPending}
          onSubmit={save}
          buttons={
            <Button
              variant="default"
              disabled={isPending}
              aria-label={t('chat.removeItem', { what: name })}
              onClick={() => onEdit({ items: [{ item: at, remove: true }] })}
            >
              {t('chat.remove')}
            </Button>
          }
        >
          <TextInput
            label={t('chat.quantity')}
            aria-label={t('chat.quantityFor', { what: name })}
            value={quantity}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            onChange={(event) => setQuantity(event.currentTarget.value)}
          />
        </FormView>
      )}
    </li>
  )
}

type NewItemProps = Pick<RowProps, 'isPending' | 'onEdit'>

function NewItem({ isPending, onEdit }: NewItemProps) {
  const { t } = useWords()
  const [what, setWhat] = useState('')
  const add = () => {
    if (what.trim() !== '') onEdit({ items: [{ what: what.trim() }] })
  }
  return (
    <FormView act={t('chat.add')} layout="line" isDisabled={isPending} onSubmit={add}>
      <TextInput
        className={lists.wide ?? ''}
        label={t('chat.newItem')}
        value={what}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
    </FormView>
  )
}

function Confirm({ session, onChanged }: Props) {
  const { t } = useWords()
  const isReady = session.state === 'BRIEF_READY' || session.state === 'NEEDS_CLARIFICATION'
  return (
    <Action
      ask={t('chat.confirm')}
      size="sm"
      isDisabled={!isReady || session.items === 0}
      run={() => confirmBrief(session.id, session.briefVersion)}
      onDone={onChanged}
    />
  )
}
