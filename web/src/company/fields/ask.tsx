import { Button } from '@mantine/core'
import { PurveyorError } from '@purveyor/sdk'
import type { FormEvent, ReactNode } from 'react'
import { nameWith } from '../../components/name-with.ts'
import { useActing } from '../../components/use-acting.ts'
import { useOpening } from '../../components/use-opening.ts'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { goToSignIn } from '../api.ts'
import styles from './field.module.css'

type Props = {
  /** The button that opens the form. */
  readonly ask: string
  /** The subject of `ask`, for people who do not see its row. */
  readonly label?: string
  /** The button that acts. */
  readonly act: string
  /** What follows from it. */
  readonly effect?: string
  readonly run: (form: FormData) => Promise<unknown>
  /** What happened, for people who do not see that the page has changed. */
  readonly done?: string
  /** Says more about a refusal than its sentence. */
  readonly explain?: (error: PurveyorError) => ReactNode
  /** The fields. */
  readonly children?: ReactNode
}

/** A button, and in its place a form when it is pressed. Afterwards everything on the page is read again. */
export function Ask({ ask, label = ask, act, effect, run, done, explain, children }: Props) {
  const { t } = useWords()
  const { isOpen, open, leave, opener, opened } = useOpening()
  const acting = useActing({ run, done, onDone: leave })
  if (!isOpen) {
    return (
      <Button
        ref={opener}
        variant="default"
        size="compact-sm"
        aria-label={nameWith(ask, label)}
        onClick={open}
      >
        {ask}
      </Button>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    acting.mutate(new FormData(event.currentTarget))
  }
  const close = () => {
    acting.reset()
    leave()
  }
  return (
    <div ref={opened} className={styles.opened}>
      <form className={styles.form} onSubmit={submit} aria-label={label}>
        {children}
        {effect !== undefined && <p>{effect}</p>}
        <div className={styles.buttons}>
          <Button type="submit" size="compact-md" loading={acting.isPending}>
            {act}
          </Button>
          <Button variant="default" size="compact-md" onClick={close}>
            {t('people.leave')}
          </Button>
        </div>
        <Refused error={acting.error} explain={explain} />
      </form>
    </div>
  )
}

type RefusedProps = { readonly error: unknown; readonly explain: Props['explain'] }

function Refused({ error, explain }: RefusedProps) {
  const { rich } = useWords()
  if (!(error instanceof PurveyorError)) return <Refusal error={error} />
  if (error.code === 'identity.step_up_required') {
    return (
      <p className="notice notice-bad" role="alert">
        {rich('people.signInAgain', {
          link: (text) => (
            <button type="button" className={styles.link} onClick={goToSignIn}>
              {text}
            </button>
          ),
        })}
      </p>
    )
  }
  const explained = explain?.(error)
  return explained ? (
    <p className="notice notice-bad" role="alert">
      {explained}
    </p>
  ) : (
    <Refusal error={error} />
  )
}
