import { fieldProblemsIn } from '../../components/forms/refused-fields.ts'
import { useWords } from '../../language/use-words.ts'
import type { BookedAddress } from '../api.ts'
import { Field } from './field.tsx'
import { textOf } from './read-fields.ts'

type Address = BookedAddress['address']

/** The fields in the order in which people write them, with the lengths that the API allows. */
const fields = [
  { name: 'name', maxLength: 200, isRequired: true },
  { name: 'company', maxLength: 200 },
  { name: 'line1', maxLength: 200, isRequired: true },
  { name: 'line2', maxLength: 200 },
  { name: 'postalCode', maxLength: 20, isRequired: true },
  { name: 'city', maxLength: 100, isRequired: true },
  { name: 'region', maxLength: 100 },
  { name: 'country', maxLength: 2, isRequired: true },
  { name: 'phone', maxLength: 50 },
  { name: 'email', maxLength: 254 },
] as const satisfies readonly {
  readonly name: keyof Address
  readonly maxLength: number
  readonly isRequired?: boolean
}[]

type Props = { readonly address: Partial<Address> }

/** The fields of an address. `addressIn` reads them. */
export function AddressFields({ address }: Props) {
  const { t } = useWords()
  return fields.map(({ name, maxLength, ...field }) => (
    <Field key={name} label={t(`addressBook.field.${name}`)}>
      <input
        name={`address.${name}`}
        type={name === 'email' ? 'email' : 'text'}
        maxLength={maxLength}
        required={'isRequired' in field}
        defaultValue={address[name]}
      />
    </Field>
  ))
}

/** Explains a refusal of the API that is about fields of the address. Undefined: it is about something else. */
export function useAddressProblems(): (error: unknown) => string | undefined {
  const { t } = useWords()
  return (error) => {
    const refused = fieldProblemsIn(error).flatMap(({ path, message }) => {
      const field = fields.find(
        ({ name }) => /^(?:address|billingAddress)\./.test(path) && path.endsWith(`.${name}`),
      )
      if (!field) return []
      return [
        t('requisitionPage.said', { name: t(`addressBook.field.${field.name}`), value: message }),
      ]
    })
    return refused.length > 0 ? refused.join(' ') : undefined
  }
}

export function addressIn(form: FormData): Address {
  const filled = fields
    .map(({ name }) => [name, textOf(form, `address.${name}`)] as const)
    .filter(([, text]) => text !== '')
  return Object.fromEntries(filled) as Address
}
