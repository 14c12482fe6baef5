import { PurveyorError } from '@purveyor/sdk'
import { useState } from 'react'
import { api } from '../api.ts'
import { Field, type FormField } from '../components/forms/field.tsx'
import { FormFrame } from '../components/forms/form-frame.tsx'
import { useForm } from '../components/forms/use-form.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { digitsOf, sixDigits } from './totp.ts'

type Props = {
  /** Says why the API asks, and what follows. */
  readonly why: MessageKey
  readonly onDone: () => void
}

/** The API requires a step-up before some changes: the code of a second factor, or the password if there is none. */
export function isStepUpRequired(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_required'
}

const password: FormField = {
  name: 'password',
  label: 'signIn.stepUp.password',
  missing: 'signIn.missing.password',
  type: 'password',
}

const code: FormField = {
  name: 'code',
  label: 'signIn.stepUp.code',
  missing: 'signIn.missing.digits',
  type: 'code',
  inputMode: 'numeric',
  pattern: sixDigits,
}

export function StepUp({ why, onDone }: Props) {
  const { t } = useWords()
  const [hasFactor, setHasFactor] = useState(false)
  const field = hasFactor ? code : password
  const { values, problems, acting, enter, submit } = useForm({
    fields: [field],
    run: async (entered) => {
      const { password: secret = '', code: typed = '' } = entered
      const proof = hasFactor ? { totp: digitsOf(typed) } : { password: secret }
      try {
        await api.post('/auth/step-up', { body: proof })
      } catch (error) {
        if (needsFactor(error)) setHasFactor(true)
        throw error
      }
    },
    onDone,
    isQuiet: true,
  })
  const value = values[field.name] ?? ''
  return (
    <FormFrame
      layout="line"
      label={t('signIn.stepUp.label')}
      act={t('signIn.enrol.confirm')}
      isPending={acting.isPending}
      error={needsFactor(acting.error) ? null : acting.error}
      isRefused={acting.isError}
      problems={problems}
      onSubmit={submit}
      lead={
        <p className="notice" role="alert">
          {t(why)}
        </p>
      }
    >
      <Field
        key={field.name}
        field={field}
        value={value}
        error={problems[field.name]}
        isFirst
        onChange={(entered) => enter(field.name, entered)}
      />
    </FormFrame>
  )
}

function needsFactor(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'identity.step_up_needs_factor'
}
