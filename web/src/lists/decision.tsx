import { Button } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useId } from 'react'
import { useWords } from '../language/use-words.ts'
import { Refusal } from '../shell/refusal.tsx'
import styles from './lists.module.css'
import { nameWith } from './name-with.ts'
import { useOpening } from './use-opening.ts'

type InPlaceProps = {
  readonly ask: string
  /** The subject of `ask`, for people who do not see the row. */
  readonly label: string
  readonly children: (leave: () => void) => ReactNode
}

/** A button in a row, which the form replaces when somebody presses it. */
export function InPlace({ ask, label, children }: InPlaceProps) {
  const { isOpen, open, leave, opener, opened } = useOpening()
  if (isOpen) return <div ref={opened}>{children(leave)}</div>
  return (
    <Button
      ref={opener}
      size="compact-sm"
      variant="default"
      aria-label={nameWith(ask, label)}
      onClick={open}
    >
      {ask}
    </Button>
  )
}

type DecisionFormProps = {
  /** The text of the submit button. */
  readonly act: string
  readonly deciding: { readonly isPending: boolean; readonly error: unknown }
  readonly onDecide: () => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** The decision about one row: its fields, the submit button, and the button that goes back. */
export function DecisionForm({ act, deciding, onDecide, onLeave, children }: DecisionFormProps) {
  const { t } = useWords()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDecide()
  }
  return (
    <form className={styles.choices} onSubmit={submit} noValidate>
      {children}
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={deciding.isPending}>
          {act}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onLeave}>
          {t('lists.leave')}
        </Button>
      </div>
      <Refusal error={deciding.error} />
    </form>
  )
}

type ChoicesProps<Value extends string> = {
  /** The question. The default is “Decision”. */
  readonly legend?: string
  readonly choices: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** Radio buttons, each with a sentence. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, choices, value, onChoose } = props
  const { t } = useWords()
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{legend ?? t('lists.decision')}</legend>
      {Object.entries<string>(choices).map(([choice, words]) => (
        <label key={choice} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            onChange={() => onChoose(choice as Value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
