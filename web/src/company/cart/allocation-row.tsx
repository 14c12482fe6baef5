import { Button } from '@mantine/core'
import { useWords } from '../../language/use-words.ts'
import { CodeField, type CodeKind, codeKinds } from '../codes/code-field.tsx'
import { DecimalInput } from '../fields/decimal-input.tsx'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import type { Allocation } from './cart-api.ts'

export const shareKinds = ['percent', 'quantity', 'amount'] as const
export type ShareKind = (typeof shareKinds)[number]

/** A part of a line as somebody writes it. */
export type Row = Readonly<Record<CodeKind, string>> & {
  readonly key: string
  readonly share: string
}

/** Tells rows apart that say the same. */
let made = 0

export function emptyRow(share: string): Row {
  made += 1
  return { key: String(made), costCenter: '', glAccount: '', project: '', share }
}

export function rowOf({ costCenter, glAccount, project, ...part }: Allocation): Row {
  const share = part.percent ?? part.amount?.amount ?? String(part.quantity ?? '')
  const codes = { costCenter, glAccount, project }
  const known = Object.entries(codes).filter(([, code]) => code !== undefined)
  return { ...emptyRow(share), ...Object.fromEntries(known) }
}

type Props = {
  readonly row: Row
  readonly place: number
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

export function AllocationRow({ row, place, onChange, onRemove }: Props) {
  const { t } = useWords()
  return (
    <fieldset className={parts.plain}>
      <legend>{t('lineTerms.part', { place })}</legend>
      <div className={parts.fields}>
        {codeKinds.map((kind) => (
          <CodeField
            key={kind}
            kind={kind}
            label={t(`lineTerms.code.${kind}`)}
            value={row[kind]}
            onChange={(code) => onChange({ ...row, [kind]: code })}
          />
        ))}
        <Field label={t('lineTerms.share')}>
          <DecimalInput
            required
            initial={row.share}
            onChange={(share) => onChange({ ...row, share })}
          />
        </Field>
      </div>
      <div>
        <Button size="compact-sm" variant="subtle" onClick={onRemove}>
          {t('lineTerms.removePart', { place })}
        </Button>
      </div>
    </fieldset>
  )
}
