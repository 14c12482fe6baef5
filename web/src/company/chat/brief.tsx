import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import type { ChatSession } from '../../api-types.ts'
import { aboutItem } from '../../chat/about-item.ts'
import { BriefFacts } from '../../chat/brief-facts.tsx'
import styles from '../../chat/chat.module.css'
import type { BriefEdit } from '../../chat/chat-calls.ts'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import parts from '../parts.module.css'
import { changeBrief, confirmBrief } from './chat-api.ts'
import { useChatStep } from './use-chat-step.ts'

type Props = { readonly session: ChatSession }
type Item = ChatSession['brief']['items'][number]

/** What is understood so far. The person corrects it here, and confirms it when it is right. */
export function Brief({ session }: Props) {
  const { t } = useWords()
  const { brief, briefVersion, confirmedAt, degradedReason } = session
  const editing = useChatStep(session.id, (edit: BriefEdit) =>
    changeBrief(session.id, briefVersion, edit),
  )
  const isOpen = confirmedAt === null
  const rows = { isOpen, isPending: editing.isPending, onEdit: editing.mutate }
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
          // The form begins anew with each version of the brief.
          <ItemRow key={`${briefVersion} ${String(at)}`} item={item} at={at} {...rows} />
        ))}
      </ul>
      <BriefFacts brief={brief} />
      {isOpen && <NewItem key={briefVersion} {...rows} />}
      <Refusal error={editing.error} />
      {isOpen && <Confirm session={session} />}
    </section>
  )
}

type RowProps = {
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onEdit: (edit: BriefEdit) => void
}

function ItemRow({
  item,
  at,
  isOpen,
  isPending,
  onEdit,
}: RowProps & { readonly item: Item; readonly at: number }) {
  const { t, decimal } = useWords()
  const { what, quantity } = item
  const name = what?.value ?? t('chat.unnamed')
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = textOf(new FormData(event.currentTarget), 'quantity')
    onEdit({ items: [{ item: at, quantity: typed === '' ? null : typed }] })
  }
  return (
    <li className={styles.item}>
      <strong>{name}</strong>
      <span className={lists.quiet}>{aboutItem(item, t)}</span>
      {!isOpen && (
        <span>{t('chat.quantityOf', { quantity: quantity ? decimal(quantity.value) : '–' })}</span>
      )}
      {isOpen && (
        <form className={parts.filters} onSubmit={save}>
          <Field label={t('chat.quantity')}>
            <DecimalInput
              name="quantity"
              aria-label={t('chat.quantityFor', { what: name })}
              initial={quantity?.value}
              maxLength={30}
            />
          </Field>
          <Button type="submit" variant="default" disabled={isPending}>
            {t('chat.save')}
          </Button>
          <Button
            variant="default"
            disabled={isPending}
            aria-label={t('chat.removeItem', { what: name })}
            onClick={() => onEdit({ items: [{ item: at, remove: true }] })}
          >
            {t('chat.remove')}
          </Button>
        </form>
      )}
    </li>
  )
}

function NewItem({ isPending, onEdit }: RowProps) {
  const { t } = useWords()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onEdit({ items: [{ what: textOf(new FormData(event.currentTarget), 'what') }] })
  }
  return (
    <form className={parts.filters} onSubmit={add}>
      <label>
        {t('chat.newItem')}
        <input name="what" required maxLength={200} autoComplete="off" />
      </label>
      <Button type="submit" variant="default" disabled={isPending}>
        {t('chat.add')}
      </Button>
    </form>
  )
}

function Confirm({ session: { id, briefVersion, state, items } }: Props) {
  const { t } = useWords()
  const confirming = useChatStep(id, () => confirmBrief(id, briefVersion))
  const isReady = (state === 'BRIEF_READY' || state === 'NEEDS_CLARIFICATION') && items > 0
  return (
    <div>
      <Button
        disabled={!isReady}
        loading={confirming.isPending}
        onClick={() => confirming.mutate(undefined)}
      >
        {t('chat.confirm')}
      </Button>
      <Refusal error={confirming.error} />
    </div>
  )
}
