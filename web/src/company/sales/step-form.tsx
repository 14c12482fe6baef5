import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useOpening } from '../../components/use-opening.ts'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import parts from '../parts.module.css'
import styles from './sales.module.css'

type InPlaceProps = {
  readonly ask: string
  /** The name of the button, where several say the same. */
  readonly label?: string
  readonly children: (leave: () => void) => ReactNode
}

/** A button in whose place something opens. */
export function InPlace({ ask, label, children }: InPlaceProps) {
  const { isOpen, open, leave, opener, opened } = useOpening()
  return isOpen ? (
    <div ref={opened} className={styles.opened}>
      {children(leave)}
    </div>
  ) : (
    <Button ref={opener} variant="default" aria-label={label} onClick={open}>
      {ask}
    </Button>
  )
}

type Props = {
  /** The button that acts. */
  readonly act: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (form: FormData) => void
  readonly onLeave: () => void
  readonly isGrave?: boolean
  readonly children?: ReactNode
}

/** The fields of a step, the button that takes it, and the one that leaves it. */
export function StepForm(props: Props) {
  const { act, isPending, error, onSubmit, onLeave, isGrave = false, children } = props
  const { t } = useWords()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form className={parts.form} onSubmit={submit}>
      {children}
      <div className={parts.actions}>
        <Button type="submit" loading={isPending} {...(isGrave && { color: 'red' })}>
          {act}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={error} />
    </form>
  )
}

/** What a field of a form holds, without spaces around it. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
