import { Button } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { Refusal } from '../shell/refusal.tsx'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'
import { companyIdOf } from './company-field.tsx'
import { Field, type FormField, type Values } from './field.tsx'
import { fieldProblemsIn } from './refused-fields.ts'
import { type Acting, useActing } from './use-acting.ts'

export type { FormField, Values } from './field.tsx'

type Files = Readonly<Record<string, File | undefined>>

/** In the place of a button, on a card, or with its fields and its button in one line. */
type Layout = 'place' | 'card' | 'line'

export type FormProps<Result> = Omit<Acting<Values, Result>, 'run'> & {
  readonly run: (values: Values, files: Files) => Promise<Result>
  /** The button that acts. */
  readonly act: string | ((values: Values) => string)
  /** What the action changes. */
  readonly effect?: ReactNode
  readonly fields?: readonly FormField[]
  /** Asks for a second submission: its sentence says what that would do, and `act` is the button then. */
  readonly preview?: (
    values: Values,
  ) => Promise<{ readonly sentence: string; readonly act: string }>
  readonly onLeave?: () => void
  readonly layout?: Layout
  readonly color?: string
  /** Why a step-up is needed, if the API asks for one. */
  readonly stepUp?: MessageKey
  /** True: `effect` says what happened, in place of the sentence of the error. */
  readonly isAnswered?: (error: unknown) => boolean
  /** What was entered stays after it has been acted on. */
  readonly keepsValues?: boolean
  readonly children?: ReactNode
}

/** Fields, and the button that acts on them: it says what is missing or refused, and asks for a step-up where the API does. */
export function Form<Result>(props: FormProps<Result>) {
  const { act, effect, fields = [], preview, onLeave, layout = 'place', children } = props
  const { values, problems, counting, acting, enter, submit } = useForm(props)
  return (
    <FormView
      act={counting.data?.act ?? (typeof act === 'string' ? act : act(values))}
      isPending={acting.isPending || counting.isPending}
      error={props.isAnswered?.(acting.error) ? null : (acting.error ?? counting.error)}
      problems={problems}
      onSubmit={submit}
      onLeave={onLeave}
      layout={layout}
      color={props.color}
      stepUp={props.stepUp}
    >
      {typeof effect === 'string' ? <p>{effect}</p> : effect}
      {fields
        .filter(({ isShown }) => isShown?.(values) ?? true)
        .map((field, place) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={problems[field.name]}
            isFirst={place === 0 && onLeave !== undefined}
            isWide={layout === 'line' && (place > 0 || fields.length === 1)}
            onChange={(value, file) => enter(field.name, value, file)}
          />
        ))}
      {children}
      {preview && <p role="status">{counting.data?.sentence}</p>}
    </FormView>
  )
}

/** What is entered, what is refused about it, and what happens to it. */
function useForm<Result>({
  fields = [],
  preview,
  onLeave,
  keepsValues,
  ...action
}: FormProps<Result>) {
  const { t } = useWords()
  const [changed, setChanged] = useState<Values>({})
  const values = { ...initialOf(fields), ...changed }
  const [files, setFiles] = useState<Files>({})
  const [missing, setMissing] = useState<Values>({})
  const entered = async () =>
    Object.fromEntries(
      await Promise.all(
        fields.map(async ({ name, type }) => {
          const text = values[name]?.trim() ?? ''
          return [name, type === 'company' ? await companyIdOf(text) : text] as const
        }),
      ),
    )
  const counting = useActing({ run: async () => preview?.(await entered()), isQuiet: true })
  const acting = useActing({
    ...action,
    run: async () => action.run(await entered(), files),
    done: (result) =>
      typeof action.done === 'function' ? action.done(result, values) : action.done,
    onDone: (result) => {
      action.onDone?.(result, values)
      if (onLeave) onLeave()
      else if (!keepsValues) setChanged({})
    },
  })
  const enter = (name: string, value: string, file?: File) => {
    if (file) setFiles({ ...files, [name]: file })
    setChanged({ ...changed, [name]: value })
    // What was counted is no longer what would be done.
    counting.reset()
  }
  const submit = () => {
    const wrong = fields.filter((field) => isWrong(field, values))
    setMissing(
      Object.fromEntries(wrong.map(({ name, missing: what }) => [name, what ? t(what) : ''])),
    )
    if (wrong.length > 0) return
    if (preview && !counting.data) counting.mutate(undefined)
    else acting.mutate(undefined)
  }
  const refused = fieldProblemsIn(acting.error)
    .filter(({ path }) => fields.some(({ name }) => name === path))
    .map(({ path, message }) => [path, message] as const)
  return {
    values,
    problems: { ...Object.fromEntries(refused), ...missing },
    counting,
    acting,
    enter,
    submit,
  }
}

function isWrong({ name, missing, pattern = /./, isShown }: FormField, values: Values): boolean {
  if (!missing || isShown?.(values) === false) return false
  return !pattern.test(values[name]?.trim() ?? '')
}

function initialOf(fields: readonly FormField[]): Values {
  return Object.fromEntries(
    fields.map(({ name, initial, choices, missing }) => [
      name,
      initial ?? (missing ? '' : (choices?.[0]?.value ?? '')),
    ]),
  )
}

type ViewProps = {
  readonly act: string
  readonly isPending?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly error?: unknown
  /** What is refused, by field. */
  readonly problems?: Readonly<Partial<Record<string, string>>> | undefined
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly onLeave?: (() => void) | undefined
  readonly layout?: Layout
  readonly color?: string | undefined
  readonly stepUp?: MessageKey | undefined
  /** Beside the button that acts. */
  readonly buttons?: ReactNode
  /** The fields. */
  readonly children?: ReactNode
}

/** The look of every form, with the fields of its page. */
export function FormView(props: ViewProps) {
  const { error, problems, onSubmit, layout = 'place', children } = props
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not for each rendering.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, Object.keys(problems ?? {}).join()])
  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (form.current) onSubmit(form.current)
  }
  /** The form of the step-up goes away, and the focus with it. */
  const again = () => {
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    submit()
  }
  const mustStepUp = isStepUpRequired(error)
  const isRefusedByField =
    error !== null && fieldProblemsIn(error).some(({ path }) => problems?.[path])
  return (
    <>
      <form ref={form} className={classOf[layout]} onSubmit={submit} noValidate>
        {layout === 'line' ? (
          <div className={styles.fields}>
            {children}
            <Buttons {...props} />
          </div>
        ) : (
          <>
            {children}
            <div className={styles.buttons}>
              <Buttons {...props} />
            </div>
          </>
        )}
        <Refusal error={mustStepUp || isRefusedByField ? null : error} />
      </form>
      {mustStepUp && <StepUp why={props.stepUp ?? 'signIn.stepUp.change'} onDone={again} />}
    </>
  )
}

const classOf: Readonly<Record<Layout, string>> = {
  place: styles.choices ?? '',
  card: `${card.card} ${styles.form}`,
  line: styles.form ?? '',
}

function Buttons({
  act,
  isPending = false,
  isDisabled = false,
  onLeave,
  buttons,
  layout = 'place',
  color,
}: ViewProps) {
  const { t } = useWords()
  const size = layout === 'place' ? 'compact-sm' : 'sm'
  return (
    <>
      <Button
        type="submit"
        size={size}
        loading={isPending}
        disabled={isDisabled}
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
