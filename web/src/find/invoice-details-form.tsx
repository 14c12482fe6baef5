import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { InvoiceDetails } from '../api-types.ts'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { Chevron } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Refusal } from '../shell/refusal.tsx'
import { isStepUpRequired, StepUp } from '../sign-in/step-up.tsx'
import { changeInvoiceDetails, type Problems, problemsIn } from './invoice-details-api.ts'
import {
  allFields,
  changeOf,
  descriptionOf,
  type Entered,
  enteredOf,
  groups,
  profiles,
  type TextField,
} from './invoice-fields.ts'

type Props = { readonly details: InvoiceDetails }
type FormRef = { readonly current: HTMLFormElement | null }

/** The fields of a row stay in line, whether they have a description or not. */
const wrapperOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
]

export function InvoiceDetailsForm({ details }: Props) {
  const words = useWords()
  const { t } = words
  const form = useRef<HTMLFormElement>(null)
  const { entered, result, saving, enter, save, undo } = useInvoiceDetails(details)
  const { error } = saving
  const problems = problemsIn(words, error)
  const mustStepUp = isStepUpRequired(error)
  useFirstProblem(form, error, problems)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {groups.map((group) => (
          <FieldGroup key={group.name} {...{ group, details, entered, problems, enter }} />
        ))}
        <p className={styles.quiet}>{t('invoiceDetails.effect')}</p>
        <div className={styles.buttons}>
          <Button type="submit" loading={saving.isPending}>
            {t('invoiceDetails.save')}
          </Button>
          <Button variant="default" onClick={undo}>
            {t('invoiceDetails.undo')}
          </Button>
        </div>
        {problems?.others.map((sentence) => (
          <p key={sentence} className="notice notice-bad" role="alert">
            {sentence}
          </p>
        ))}
        <Refusal error={problems || mustStepUp ? null : error} />
        <p role="status" className={styles.quiet}>
          {result && t(result)}
        </p>
      </form>
      {mustStepUp && (
        <StepUp
          why="signIn.stepUp.save"
          onDone={() => {
            focusOn(form, '[type="submit"]')
            saving.mutate()
          }}
        />
      )}
    </>
  )
}

/** The form's values, and the function that saves them. `result` is the sentence about the last save. */
function useInvoiceDetails(details: InvoiceDetails) {
  const queries = useQueryClient()
  const before = enteredOf(details)
  const [entered, setEntered] = useState(before)
  const [result, setResult] = useState<MessageKey>()
  const saving = useMutation({
    mutationFn: async () => {
      const change = changeOf(before, entered)
      return change && (await changeInvoiceDetails(details.companyId, change))
    },
    onSuccess: (changed) => {
      setResult(changed ? 'invoiceDetails.saved' : 'invoiceDetails.unchanged')
      if (!changed) return
      setEntered(enteredOf(changed))
      queries.setQueryData(['invoice-details', details.companyId], changed)
    },
  })
  const enter = (changed: Partial<Entered>) => {
    setResult(undefined)
    setEntered((all) => ({ ...all, ...changed }))
  }
  const save = () => {
    setResult(undefined)
    saving.mutate()
  }
  const undo = () => {
    saving.reset()
    enter(before)
  }
  return { entered, result, saving, enter, save, undo }
}

type FieldGroupProps = {
  readonly group: (typeof groups)[number]
  readonly details: InvoiceDetails
  readonly entered: Entered
  readonly problems: Problems | undefined
  readonly enter: (changed: Partial<Entered>) => void
}

function FieldGroup({ group, details, entered, problems, enter }: FieldGroupProps) {
  const words = useWords()
  const { t } = words
  const fields = Object.entries(group.fields) as [TextField, number][]
  return (
    <fieldset className={styles.choices}>
      <legend>{t(`invoiceDetails.group.${group.name}`)}</legend>
      <div className={styles.grid}>
        {fields.map(([field, maxLength]) => (
          <TextInput
            key={field}
            name={field}
            label={t(`invoiceDetails.field.${field}`)}
            description={descriptionOf(words, field, details)}
            maxLength={maxLength}
            inputWrapperOrder={wrapperOrder}
            value={entered[field]}
            error={problems?.fields[field]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => enter({ [field]: event.currentTarget.value })}
          />
        ))}
        {'buyerReference' in group.fields && (
          <NativeSelect
            name="profile"
            label={t('invoiceDetails.field.profile')}
            description={t('invoiceDetails.hint.profile')}
            inputWrapperOrder={wrapperOrder}
            data={Object.entries(profiles).map(([value, label]) => ({ value, label }))}
            rightSection={<Chevron />}
            rightSectionPointerEvents="none"
            value={entered.profile}
            error={problems?.fields.profile}
            onChange={(event) =>
              enter({ profile: event.currentTarget.value as Entered['profile'] })
            }
          />
        )}
      </div>
    </fieldset>
  )
}

/** Moves the focus to the first field that the API refused. */
function useFirstProblem(form: FormRef, error: unknown, problems: Problems | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error, not for each rendering.
  useEffect(() => {
    const first = allFields.find((field) => problems?.fields[field])
    if (first) focusOn(form, `[name="${first}"]`)
  }, [error])
}

function focusOn(form: FormRef, selector: string): void {
  form.current?.querySelector<HTMLElement>(selector)?.focus()
}
