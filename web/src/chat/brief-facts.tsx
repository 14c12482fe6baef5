import type { ChatSession } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import type { Words } from '../language/words.ts'
import styles from './chat.module.css'

type Brief = ChatSession['brief']
type Delivery = NonNullable<Brief['deliveries']>[number]

/** Where, when and for how much. */
export function BriefFacts({ brief }: { readonly brief: Brief }) {
  const words = useWords()
  return (
    <dl className={styles.facts}>
      {factsOf(words, brief).map(([name, value]) => (
        <div key={name}>
          <dt>{words.t(name)}</dt>
          <dd>{value || words.t('chat.unknown')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each with its title. An empty text: nobody has said it. */
function factsOf({ decimal }: Pick<Words, 'decimal'>, brief: Brief) {
  const { deliveries, deliverTo, neededBy, budget, notes, items } = brief
  const place = deliveries
    ? deliveries.map((one) => `${placeOf(one)}: ${sharesOf(one, items, decimal)}`).join(' · ')
    : placeOf(deliverTo ?? {})
  return [
    ['chat.deliverTo', place],
    ['chat.neededBy', neededBy?.value.date],
    ['chat.budget', budget && `${budget.value.amount} ${budget.value.currency ?? ''}`.trim()],
    ['chat.notes', notes.map(({ value }) => value).join(' · ')],
  ] as const
}

function placeOf({ city, country }: Pick<Delivery, 'city' | 'country'>): string {
  return [city?.value, country?.value].filter(Boolean).join(', ')
}

/** `40 × chairs`: what one of several places gets. */
function sharesOf(
  { items: shares }: Delivery,
  items: Brief['items'],
  decimal: Words['decimal'],
): string {
  return shares
    .map(({ item, quantity }) => `${decimal(quantity.value)} × ${items[item]?.what?.value ?? '–'}`)
    .join(', ')
}
