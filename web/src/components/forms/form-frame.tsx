import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import page from '../../sign-in/sign-in.module.css'
import card from '../card.module.css'
import styles from '../lists.module.css'

/** In the place of a button, on a card, with its fields and its button in one line, or alone on its page. */
export type Layout = 'place' | 'card' | 'line' | 'page'

export type FrameProps = {
  readonly act: string
  readonly isPending?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** What the form says below its buttons. */
  readonly error?: unknown
  /** It was refused, and something else than `error` says why. */
  readonly isRefused?: boolean | undefined
  /** What is refused, by field. */
  readonly problems?: Readonly<Partial<Record<string, string>>> | undefined
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly onLeave?: (() => void) | undefined
  readonly layout?: Layout
  readonly color?: string | undefined
  /** Beside the button that acts. */
  readonly buttons?: ReactNode
  readonly formRef?: RefObject<HTMLFormElement | null>
  /** The name of the form, where it is not the only one. */
  readonly label?: string | undefined
  /** Above the line of fields. */
  readonly lead?: ReactNode
  /** The fields. */
  readonly children?: ReactNode
}

/** The fields that are empty again after a refusal. */
const secrets = '[autocomplete="current-password"], [autocomplete="one-time-code"]'

/** The look of every form: its fields, its buttons, and why it was refused. */
export function FormFrame(props: FrameProps) {
  const { error, isRefused = Boolean(error), problems, onSubmit, layout = 'place' } = props
  const { label, children } = props
  const own = useRef<HTMLFormElement>(null)
  const form = props.formRef ?? own
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not for each rendering.
  useEffect(() => {
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (refused) refused.focus()
    else if (isRefused) form.current?.querySelector<HTMLElement>(secrets)?.focus()
  }, [error, isRefused, Object.keys(problems ?? {}).join()])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.current) onSubmit(form.current)
  }
  return (
    <form ref={form} className={classOf[layout]} onSubmit={submit} noValidate aria-label={label}>
      {props.lead}
      {layout === 'line' ? (
        <div className={styles.fields}>
          {children}
          <Buttons {...props} />
        </div>
      ) : (
        <>
          {children}
          {layout === 'page' ? (
            <Buttons {...props} />
          ) : (
            <div className={styles.buttons}>
              <Buttons {...props} />
            </div>
          )}
        </>
      )}
      <Refusal error={error} />
    </form>
  )
}

const classOf: Readonly<Record<Layout, string>> = {
  place: styles.choices ?? '',
  card: `${card.card} ${styles.form}`,
  line: styles.form ?? '',
  page: page.form ?? '',
}

const sizeOf = { place: 'compact-sm', card: 'sm', line: 'sm', page: 'md' } as const

function Buttons({
  act,
  isPending = false,
  isDisabled = false,
  onLeave,
  buttons,
  layout = 'place',
  color,
}: FrameProps) {
  const { t } = useWords()
  const size = sizeOf[layout]
  return (
    <>
      <Button
        type="submit"
        size={size}
        loading={isPending}
        disabled={isDisabled}
        fullWidth={layout === 'page'}
        {...(color !== undefined && { color })}
      >
        {act}
      </Button>
      {onLeave && (
        <Button size={size} variant="default" onClick={onLeave}>
          {t('lists.leave')}
        </Button>
      )}
      {buttons}
    </>
  )
}
