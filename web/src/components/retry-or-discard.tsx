import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Action } from './action.tsx'
import type { Values } from './form.tsx'

type Decided = 'retry' | 'discard'
type Sentences = {
  readonly choice: MessageKey
  readonly act: MessageKey
  readonly done: MessageKey
}

type Props = {
  /** The subject of the decision, for people who do not see the row. */
  readonly label: string
  readonly words: Readonly<Record<Decided, Sentences>> & { readonly why: MessageKey }
  readonly onRetry: () => Promise<unknown>
  readonly onDiscard: (note: string) => Promise<unknown>
}

const decidedIn = ({ decided }: Values): Decided => (decided === 'discard' ? 'discard' : 'retry')

/** The decision about stopped work. Discarding needs a reason. */
export function RetryOrDiscard({ label, words, onRetry, onDiscard }: Props) {
  const { t } = useWords()
  return (
    <Action
      ask={t('lists.decide')}
      label={label}
      act={(values) => t(words[decidedIn(values)].act)}
      fields={[
        {
          name: 'decided',
          label: 'lists.decision',
          shown: 'one',
          choices: [
            { value: 'retry', label: t(words.retry.choice) },
            { value: 'discard', label: t(words.discard.choice) },
          ],
        },
        {
          name: 'note',
          label: words.why,
          missing: 'lists.sayWhy',
          maxLength: 1_000,
          isShown: (values) => decidedIn(values) === 'discard',
        },
      ]}
      run={(values) => (decidedIn(values) === 'retry' ? onRetry() : onDiscard(values.note ?? ''))}
      done={(_result, values) => t(words[decidedIn(values)].done)}
    />
  )
}
