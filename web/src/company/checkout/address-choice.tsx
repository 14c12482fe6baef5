import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import type { BookedAddress } from '../api.ts'
import styles from './checkout.module.css'
import type { Address } from './checkout-api.ts'

/** An address of the book, or one that the person writes. */
export type AddressEntry = {
  /** Undefined: the person writes one. */
  readonly bookedId: string | undefined
  readonly written: Written
}

const parts = ['name', 'line1', 'line2', 'postalCode', 'city', 'country'] as const
type Written = Readonly<Record<(typeof parts)[number], string>>

export function firstEntry(addresses: readonly BookedAddress[], country: string): AddressEntry {
  const nothing = { name: '', line1: '', line2: '', postalCode: '', city: '', country }
  return { bookedId: addresses[0]?.id, written: nothing }
}

export function addressOf(
  { bookedId, written }: AddressEntry,
  addresses: readonly BookedAddress[],
): Address {
  const booked = addresses.find(({ id }) => id === bookedId)
  if (booked) return booked.address
  const filled = Object.entries(written).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(filled) as Address
}

/** Nothing is missing that every address has. */
export function isWhole(address: Address): boolean {
  return parts.every((part) => part === 'line2' || address[part] !== undefined)
}

type Props = {
  readonly entry: AddressEntry
  readonly addresses: readonly BookedAddress[]
  readonly onChange: (entry: AddressEntry) => void
}

export function AddressChoice({ entry, addresses, onChange }: Props) {
  const { t } = useWords()
  return (
    <div className={`${card.card} ${styles.fields}`}>
      {addresses.map(({ id, label, address }) => (
        <label key={id} className={styles.option}>
          <input
            type="radio"
            name="shipTo"
            checked={entry.bookedId === id}
            onChange={() => onChange({ ...entry, bookedId: id })}
          />
          <span>
            <strong>{label}</strong>
            <span className={styles.hint}>{lineOf(address)}</span>
          </span>
        </label>
      ))}
      <label className={styles.option}>
        <input
          type="radio"
          name="shipTo"
          checked={entry.bookedId === undefined}
          onChange={() => onChange({ ...entry, bookedId: undefined })}
        />
        <span>{t('checkoutPage.otherAddress')}</span>
      </label>
      {entry.bookedId === undefined && (
        <WrittenAddress
          written={entry.written}
          onChange={(written) => onChange({ ...entry, written })}
        />
      )}
    </div>
  )
}

const autoComplete = {
  name: 'shipping name',
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  postalCode: 'shipping postal-code',
  city: 'shipping address-level2',
  country: 'shipping country',
} as const

type WrittenProps = { readonly written: Written; readonly onChange: (written: Written) => void }

function WrittenAddress({ written, onChange }: WrittenProps) {
  const { t } = useWords()
  return parts.map((part) => (
    <label key={part}>
      {t(`addressBook.field.${part}`)}
      <input
        required={part !== 'line2'}
        maxLength={part === 'country' ? 2 : 200}
        autoComplete={autoComplete[part]}
        value={written[part]}
        onChange={({ currentTarget: { value } }) => onChange({ ...written, [part]: value })}
      />
    </label>
  ))
}

function lineOf({ name, line1, postalCode, city, country }: Address): string {
  return [name, line1, `${postalCode} ${city}`, country].join(', ')
}
