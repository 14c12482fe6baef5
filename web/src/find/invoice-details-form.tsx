import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvoiceDetails } from '../api-types.ts'
import { FormView } from '../components/form.tsx'
import { Select } from '../components/forms/select.tsx'
import styles from '../components/lists.module.css'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import { changeInvoiceDetails, type Problems, problemsIn } from './invoice-details-api.ts'
import {
  changeOf,
  descriptionOf,
  type Entered,
  enteredOf,
  groups,
  profiles,
  type TextField,
} from './invoice-fields.ts'

type Props = { readonly details: InvoiceDetails }

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
  const { entered, result, saving, enter, save, undo } = useInvoiceDetails(details)
  const problems = problemsIn(words, saving.error)
  return (
    <FormView
      act={t('invoiceDetails.save')}
      layout="card"
      isPending={saving.isPending}
      error={problems ? null : saving.error}
      problems={problems?.fields}
      onSubmit={save}
      stepUp="signIn.stepUp.save"
      buttons={
        <Button variant="default" onClick={undo}>
          {t('invoiceDetails.undo')}
        </Button>
      }
    >
      {groups.map((group) => (
        <FieldGroup key={group.name} {...{ group, details, entered, problems, enter }} />
      ))}
      <p className={styles.quiet}>{t('invoiceDetails.effect')}</p>
      {problems?.others.map((sentence) => (
        <p key={sentence} className="notice notice-bad" role="alert">
          {sentence}
        </p>
      ))}
      <p role="status" className={styles.quiet}>
        {result && t(result)}
      </p>
    </FormView>
  )
}

/** The form's values, and the function that saves them. `result` is the sentence about the last save. */
function useInvoiceDetails(details: InvoiceDetails) {
  const queries = useQueryClient()
  const [before, setBefore] = useState(() => enteredOf(details))
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
      setBefore(enteredOf(changed))
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
          <Select
            name="profile"
            label={t('invoiceDetails.field.profile')}
            description={t('invoiceDetails.hint.profile')}
            inputWrapperOrder={wrapperOrder}
            data={Object.entries(profiles).map(([value, label]) => ({ value, label }))}
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
