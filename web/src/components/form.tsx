import { type ReactNode, useRef } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'
import { Field, type Values } from './forms/field.tsx'
import { FormFrame, type FrameProps, type Layout } from './forms/form-frame.tsx'
import { fieldProblemsIn } from './forms/refused-fields.ts'
import { type FormAction, useForm } from './forms/use-form.ts'

export type { FormField, Values } from './forms/field.tsx'

export type FormProps<Result> = FormAction<Result> &
  Pick<FrameProps, 'buttons' | 'children' | 'label'> & {
    /** The button that acts. */
    readonly act: string | ((values: Values) => string)
    /** What the action changes. */
    readonly effect?: ReactNode
    readonly layout?: Layout
    readonly color?: string
    /** Why a step-up is needed, if the API asks for one. */
    readonly stepUp?: MessageKey
    /** True: `effect` says what happened, in place of the sentence of the error. */
    readonly isAnswered?: (error: unknown) => boolean
  }

/** Fields, and the button that acts on them: it says what is missing or refused, and asks for a step-up where the API does. */
export function Form<Result>(props: FormProps<Result>) {
  const { act, effect, fields = [], preview, onLeave, layout = 'place', children } = props
  const { values, problems, counting, acting, enter, submit } = useForm(props)
  const error = acting.error ?? counting.error
  return (
    <FormView
      act={counting.data?.act ?? (typeof act === 'string' ? act : act(values))}
      isPending={acting.isPending || counting.isPending}
      error={props.isAnswered?.(error) ? null : error}
      isRefused={error !== null}
      problems={problems}
      onSubmit={submit}
      onLeave={onLeave}
      layout={layout}
      color={props.color}
      stepUp={props.stepUp}
      buttons={props.buttons}
      label={props.label}
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
            isFirst={place === 0 && (onLeave !== undefined || layout === 'page')}
            isWide={layout === 'line' && (place > 0 || fields.length === 1)}
            isOnPage={layout === 'page'}
            onChange={(value, file) => enter(field.name, value, file)}
          />
        ))}
      {children}
      {preview && <p role="status">{counting.data?.sentence}</p>}
    </FormView>
  )
}

type ViewProps = Omit<FrameProps, 'formRef'> & { readonly stepUp?: MessageKey | undefined }

/** A form with the fields of its page. It asks for a step-up where the API does, and then sends itself again. */
export function FormView({ stepUp, ...props }: ViewProps) {
  const { error, problems, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  /** The form of the step-up goes away, and the focus with it. */
  const again = () => {
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    if (form.current) onSubmit(form.current)
  }
  const mustStepUp = isStepUpRequired(error)
  const isRefusedByField =
    error !== null && fieldProblemsIn(error).some(({ path }) => problems?.[path])
  return (
    <>
      <FormFrame
        {...props}
        formRef={form}
        error={mustStepUp || isRefusedByField ? null : error}
        isRefused={!mustStepUp && (props.isRefused ?? Boolean(error))}
      />
      {mustStepUp && <StepUp why={stepUp ?? 'signIn.stepUp.change'} onDone={again} />}
    </>
  )
}
