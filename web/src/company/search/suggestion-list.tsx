import { useWords } from '../../language/use-words.ts'
import styles from './search.module.css'

export type Suggestion = {
  readonly key: string
  readonly name: string
  readonly kind: string
  readonly choose: () => void
}

type Props = {
  readonly listId: string
  /** None: the list is closed. */
  readonly suggestions: readonly Suggestion[]
  /** The place of the one that the keys have reached. */
  readonly active: number
  readonly onChoose: (suggestion: Suggestion) => void
}

/** The list of a combobox: its input keeps the focus, and handles the keys. */
export function SuggestionList({ listId, suggestions, active, onChoose }: Props) {
  const { t } = useWords()
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t('catalogue.suggestions')}
      hidden={suggestions.length === 0}
      className={styles.suggestions}
    >
      {suggestions.map((suggestion, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
        <div
          key={suggestion.key}
          id={`${listId}-${at}`}
          role="option"
          aria-selected={at === active}
          className={styles.suggestion}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span>{suggestion.name}</span>
          <span className={styles.kind}>{suggestion.kind}</span>
        </div>
      ))}
    </div>
  )
}
