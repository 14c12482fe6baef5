import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { useAddresses } from '../checkout/use-addresses.ts'
import parts from '../parts.module.css'
import { LineForm } from './line-form.tsx'
import { LineRow } from './line-row.tsx'
import {
  changeRequisition,
  inputOf,
  type NewLine,
  type Requisition,
  type RequisitionLine,
  useChange,
} from './requisition-api.ts'
import styles from './requisitions.module.css'

type Props = { readonly requisition: Requisition; readonly currency: string }

/** What its requester writes. Every part is stored as soon as it is entered, so that a draft survives whatever happens to the page. */
export function Draft({ requisition, currency }: Props) {
  const { t } = useWords()
  return (
    <>
      <Section title={t('orderPage.lines')}>
        <DraftLines requisition={requisition} currency={currency} />
      </Section>
      <Section title={t('catalogue.details')}>
        <HeadForm requisition={requisition} />
      </Section>
    </>
  )
}

function DraftLines({ requisition, currency }: Props) {
  const { t } = useWords()
  /** The line that is edited, or a new one. */
  const [edited, setEdited] = useState<string>()
  const leave = () => setEdited(undefined)
  const removing = useChange(requisition.id, (line: RequisitionLine) =>
    writeLines(requisition, line, []),
  )
  const isOpen = (line: RequisitionLine) => line.state === 'OPEN'
  return (
    <div className={parts.action}>
      {requisition.lines.length > 0 && (
        <ul className={`${card.card} ${styles.list} ${styles.wide}`}>
          {requisition.lines.map((line) => (
            <LineRow key={line.id} requisition={requisition} line={line}>
              {isOpen(line) && edited === line.id && (
                <LineForm
                  line={line}
                  currency={currency}
                  requisition={requisition}
                  write={(written) => writeLines(requisition, line, [written])}
                  onLeave={leave}
                />
              )}
              {isOpen(line) && edited !== line.id && (
                <LineActions
                  name={line.what ?? line.productName ?? ''}
                  isRemoving={removing.isPending && removing.variables.id === line.id}
                  onEdit={() => setEdited(line.id)}
                  onRemove={() => removing.mutate(line)}
                />
              )}
            </LineRow>
          ))}
        </ul>
      )}
      <Refusal error={removing.error} />
      {edited === 'new' ? (
        <LineForm
          currency={currency}
          requisition={requisition}
          write={(written) => writeLines(requisition, undefined, [written])}
          onLeave={leave}
        />
      ) : (
        <Button variant="default" onClick={() => setEdited('new')}>
          {t('requisitionPage.addLine')}
        </Button>
      )}
    </div>
  )
}

/** The open lines with these in the place of one. Undefined: at their end. */
function writeLines(
  requisition: Requisition,
  replaced: RequisitionLine | undefined,
  written: readonly NewLine[],
): Promise<Requisition> {
  const open = requisition.lines.filter(({ state }) => state === 'OPEN')
  const lines = open.flatMap((line) => (line === replaced ? written : [inputOf(line)]))
  return changeRequisition(requisition, { lines: replaced ? lines : [...lines, ...written] })
}

type ActionsProps = {
  readonly name: string
  readonly isRemoving: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function LineActions({ name, isRemoving, onEdit, onRemove }: ActionsProps) {
  const { t } = useWords()
  return (
    <div className={parts.actions}>
      <Button
        size="compact-md"
        variant="default"
        aria-label={t('requisitionPage.editOf', { name })}
        onClick={onEdit}
      >
        {t('requisitionPage.edit')}
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        aria-label={t('cart.removeOf', { name })}
        loading={isRemoving}
        onClick={onRemove}
      >
        {t('cart.remove')}
      </Button>
    </div>
  )
}

/** Title, day, address and note. */
function HeadForm({ requisition }: { readonly requisition: Requisition }) {
  const { t } = useWords()
  const { data: addresses = [] } = useAddresses()
  const saving = useChange(requisition.id, (form: FormData) => {
    const textOf = (name: string) => String(form.get(name)).trim()
    const chosen = form.get('shipTo')
    const booked = addresses.find(({ id }) => id === chosen)
    const [title, neededBy, note] = [textOf('title'), textOf('neededBy'), textOf('note')]
    return changeRequisition(requisition, {
      title,
      neededBy: neededBy || null,
      note: note || null,
      ...(chosen !== 'kept' && { shipTo: booked?.address ?? null }),
    })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    saving.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      <label>
        {t('cart.requisitionTitle')}
        <input
          name="title"
          required
          pattern=".*\S.*"
          maxLength={200}
          defaultValue={requisition.title}
        />
      </label>
      <div className={parts.fields}>
        <label>
          {t('requisitions.neededBy')}
          <input name="neededBy" type="date" defaultValue={requisition.neededBy} />
        </label>
        <label>
          {t('checkoutPage.shipTo')}
          <select name="shipTo">
            {requisition.shipTo && <option value="kept">{requisition.shipTo.line1}</option>}
            <option value="">{t('requisitionPage.noAddress')}</option>
            {addresses.map(({ id, label, address }) => (
              <option key={id} value={id}>
                {`${label}: ${address.line1}, ${address.city}`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        {t('requisitions.note')}
        <textarea name="note" maxLength={2_000} defaultValue={requisition.note} />
      </label>
      <Button type="submit" variant="default" loading={saving.isPending}>
        {t('requisitionPage.save')}
      </Button>
      {saving.isSuccess && <p role="status">{t('requisitionPage.saved')}</p>}
      <Refusal error={saving.error} />
    </form>
  )
}
