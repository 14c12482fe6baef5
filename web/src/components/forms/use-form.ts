import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { type Acting, useActing } from '../use-acting.ts'
import { companyIdOf } from './company-field.tsx'
import { type FormField, isSecret, type Values } from './field.tsx'
import { fieldProblemsIn } from './refused-fields.ts'

export type Files = Readonly<Record<string, File | undefined>>

export type FormAction<Result> = Omit<Acting<Values, Result>, 'run'> & {
  readonly run: (values: Values, files: Files) => Promise<Result>
  readonly fields?: readonly FormField[]
  /** Asks for a second submission: its sentence says what that would do, and `act` is the button then. */
  readonly preview?: (
    values: Values,
  ) => Promise<{ readonly sentence: string; readonly act: string }>
  readonly onLeave?: () => void
  /** What was entered stays after it has been acted on. */
  readonly keepsValues?: boolean
}

/** What is entered, what is refused about it, and what happens to it. A secret that was refused is entered again. */
export function useForm<Result>({
  fields = [],
  preview,
  onLeave,
  keepsValues,
  ...action
}: FormAction<Result>) {
  const { t } = useWords()
  const [changed, setChanged] = useState<Values>({})
  const values = { ...initialOf(fields), ...changed }
  const [files, setFiles] = useState<Files>({})
  const [missing, setMissing] = useState<Values>({})
  const entered = async () =>
    Object.fromEntries(
      await Promise.all(
        fields.map(async ({ name, type }) => {
          const value = values[name] ?? ''
          if (type === 'password') return [name, value] as const
          const text = value.trim()
          return [name, type === 'company' ? await companyIdOf(text) : text] as const
        }),
      ),
    )
  const counting = useActing({ run: async () => preview?.(await entered()), isQuiet: true })
  const acting = useActing({
    ...action,
    run: async () => {
      try {
        return await action.run(await entered(), files)
      } catch (error) {
        setChanged((all) => withoutSecrets(all, fields))
        throw error
      }
    },
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

function withoutSecrets(values: Values, fields: readonly FormField[]): Values {
  const secrets = new Set(fields.filter(isSecret).map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)))
}
