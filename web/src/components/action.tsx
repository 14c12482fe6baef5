import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, type RefObject, useContext, useState } from 'react'
import { Refusal } from '../shell/refusal.tsx'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'
import { Form, type FormProps, type Values } from './form.tsx'
import styles from './lists.module.css'
import { nameWith } from './name-with.ts'
import { Results } from './results.ts'
import { useActing } from './use-acting.ts'
import { useOpening } from './use-opening.ts'

type Look = {
  readonly ask: string
  /** The subject of `ask`, for people who do not see the row or the record. */
  readonly label?: string
  readonly isDisabled?: boolean
  /** Default: small, as in a row. */
  readonly size?: ButtonProps['size']
}

type Props<Result> = Look &
  Omit<FormProps<Result>, 'act' | 'onLeave' | 'layout'> & {
    /** The second button, which acts. Without it the first acts at once. */
    readonly act?: FormProps<Result>['act']
  }

/** A button, and what it does: at once, after a second click, or with fields such as a reason, which open in its place. */
export function Action<Result>({ ask, label, isDisabled, size, act, ...form }: Props<Result>) {
  const [result, setResult] = useState<ReactNode>()
  const outside = useContext(Results)
  const look = { ask, label, isDisabled, size }
  return (
    <Results value={outside ?? setResult}>
      {act === undefined ? (
        <AtOnce look={look} {...form} />
      ) : (
        <InPlace look={look} act={act} {...form} />
      )}
      {!outside && form.done !== undefined && <Result>{result}</Result>}
    </Results>
  )
}

/** What an action has done. */
export function Result({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.quiet} role="status">
      {children}
    </div>
  )
}

type AtOnceProps<Result> = Omit<Props<Result>, keyof Look | 'act'> & { readonly look: Shown }

function AtOnce<Result>({ look, run, ...action }: AtOnceProps<Result>) {
  const acting = useActing<Values, Result>({ ...action, run: (values) => run(values, {}) })
  const { isPending, error } = acting
  return <ActionView {...look} {...{ isPending, error }} onPress={() => acting.mutate({})} />
}

function InPlace<Result>({ look, ...form }: FormProps<Result> & { readonly look: Shown }) {
  const { isOpen, open, leave, opener, opened } = useOpening()
  return isOpen ? (
    <div ref={opened}>
      <Form {...form} onLeave={leave} />
    </div>
  ) : (
    <ActionView {...look} opener={opener} onPress={open} />
  )
}

type Shown = { readonly [Name in keyof Look]: Look[Name] | undefined } & Pick<Look, 'ask'>

type ViewProps = Shown & {
  readonly opener?: RefObject<HTMLButtonElement | null>
  readonly isPending?: boolean
  readonly error?: unknown
  readonly onPress: () => void
}

/** The look of every action. */
export function ActionView(props: ViewProps) {
  const { ask, label = ask, isDisabled = false, size = 'compact-sm' } = props
  const { opener, isPending = false, error = null, onPress } = props
  return (
    <>
      <Button
        {...(opener && { ref: opener })}
        size={size}
        variant="default"
        aria-label={nameWith(ask, label)}
        loading={isPending}
        disabled={isDisabled}
        onClick={onPress}
      >
        {ask}
      </Button>
      {isStepUpRequired(error) ? (
        <StepUp why="signIn.stepUp.change" onDone={() => onPress()} />
      ) : (
        <Refusal error={error} />
      )}
    </>
  )
}
