import type { OfferRequest } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import type { FormField, Values } from '../components/form.tsx'
import { useWords } from '../language/use-words.ts'
import { confirmOffer, declineOffer } from './offers-api.ts'

const isConfirmed = ({ decision }: Values) => decision === 'confirm'
const ofPrice = { missing: 'offers.incomplete', isShown: isConfirmed } as const
const priceFields: readonly FormField[] = [
  { name: 'amount', label: 'offers.unitPrice', pattern: /^\d+([.,]\d+)?$/, ...ofPrice },
  {
    name: 'currency',
    label: 'offers.currency',
    maxLength: 3,
    pattern: /^[A-Z]{3}$/i,
    ...ofPrice,
  },
  { name: 'validUntil', label: 'offers.validUntil', type: 'date', ...ofPrice },
  { name: 'leadTimeDays', label: 'offers.leadTimeDays', pattern: /^\d{1,3}$/, ...ofPrice },
  { name: 'reason', label: 'offers.reason', isShown: (values) => !isConfirmed(values) },
]

/** What the supplier has said: a price for a while, or no offer. */
export function Answer({ request: { id, offer } }: { readonly request: OfferRequest }) {
  const { t } = useWords()
  const currency = offer.price?.currency ?? 'EUR'
  return (
    <Action
      ask={t('lists.decide')}
      label={t('lists.decideOn', { id })}
      act={t('offers.answer')}
      fields={[
        {
          name: 'decision',
          label: 'lists.decision',
          shown: 'one',
          choices: [
            { value: 'confirm', label: t('offers.confirm') },
            { value: 'decline', label: t('offers.decline') },
          ],
        },
        ...priceFields.map((field) =>
          field.name === 'currency' ? { ...field, initial: currency } : field,
        ),
      ]}
      run={(values) =>
        isConfirmed(values)
          ? confirmOffer(id, confirmationOf(values))
          : declineOffer(id, values.reason ?? '')
      }
      done={(_result, values) =>
        t(isConfirmed(values) ? 'offers.confirmed' : 'offers.declined', { name: offer.name })
      }
    />
  )
}

/** The price is valid to the end of its last day, in UTC. */
function confirmationOf({ amount = '', currency = '', validUntil = '', leadTimeDays }: Values) {
  return {
    unitPrice: { amount: amount.replace(',', '.'), currency: currency.toUpperCase() },
    validUntil: `${validUntil}T23:59:59.000Z`,
    leadTimeDays: Number(leadTimeDays),
  }
}
