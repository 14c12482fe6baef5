import { useQuery } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { api, type Cart } from '../api.ts'
import { CodeField, codeKinds } from '../codes/code-field.tsx'
import styles from './checkout.module.css'

const fields = ['poNumber', ...codeKinds, 'requestedDate', 'note'] as const
type Field = (typeof fields)[number]

/** What the order says beside its lines. Empty: nothing. */
export type References = Readonly<Record<Field, string>>

export const noReferences = Object.fromEntries(fields.map((name) => [name, ''])) as References

type Props = {
  readonly cart: Cart
  readonly references: References
  readonly onChange: (references: References) => void
}

/** The references of the order. What the company demands of each order must be filled in, unless each line has it. */
export function OrderReferences({ cart, references, onChange }: Props) {
  const { t } = useWords()
  const mustHave = useDemands(cart)
  const enter = (name: Field) => (value: string) => onChange({ ...references, [name]: value })
  const labelOf = (name: Exclude<Field, 'note'>) =>
    t(mustHave(name) ? `checkoutPage.demanded.${name}` : `checkoutPage.reference.${name}`)
  return (
    <Section title={t('checkoutPage.references')}>
      <div className={`${card.card} ${styles.fields}`}>
        <label>
          {labelOf('poNumber')}
          <input
            maxLength={100}
            required={mustHave('poNumber')}
            value={references.poNumber}
            onChange={({ currentTarget: { value } }) => enter('poNumber')(value)}
          />
        </label>
        {codeKinds.map((kind) => (
          <CodeField
            key={kind}
            kind={kind}
            label={labelOf(kind)}
            isRequired={mustHave(kind)}
            value={references[kind]}
            onChange={enter(kind)}
          />
        ))}
        <label>
          {labelOf('requestedDate')}
          <input
            type="date"
            required={mustHave('requestedDate')}
            value={references.requestedDate}
            onChange={({ currentTarget: { value } }) => enter('requestedDate')(value)}
          />
        </label>
        <label>
          {t('checkoutPage.note')}
          <textarea
            maxLength={2_000}
            value={references.note}
            onChange={({ currentTarget: { value } }) => enter('note')(value)}
          />
        </label>
      </div>
    </Section>
  )
}

/** Whether the company demands this of the order, because a line lacks it. */
function useDemands({ items }: Cart): (name: Exclude<Field, 'note'>) => boolean {
  const { data: company } = useQuery({
    queryKey: ['company'],
    queryFn: async ({ signal }) => (await api.get('/api/v1/company', { signal })).data,
  })
  const hasEachLine = (name: Exclude<Field, 'note'>) =>
    items.every(({ requestedDate, allocations }) => {
      if (name === 'poNumber') return false
      if (name === 'requestedDate') return requestedDate !== undefined
      return allocations?.every((allocation) => allocation[name] !== undefined) ?? false
    })
  return (name) => company?.[`${name}Required`] === true && !hasEachLine(name)
}

/** Without what is empty. */
export function writtenIn(references: References): Partial<References> {
  const written = Object.entries(references).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(written.filter(([, text]) => text !== ''))
}
