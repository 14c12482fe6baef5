import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { findCompanies } from '../../api.ts'
import { isRecordId } from '../../records/record-kinds.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'list'> & {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A company by its name: the browser offers those that match what was typed. */
export function CompanyField({ value, onChange, ...field }: Props) {
  const id = useId()
  const typed = value.trim()
  const found = useQuery({
    queryKey: ['companies-named', typed],
    queryFn: ({ signal }) => findCompanies({ q: typed, cursor: undefined }, signal),
    enabled: typed.length >= 2 && !isRecordId(typed),
    staleTime: 60_000,
  })
  const companies = found.data?.items ?? []
  return (
    <>
      <TextInput
        {...field}
        list={id}
        value={value}
        maxLength={240}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {companies.map((company) => (
          <option key={company.id} value={`${company.name} (${company.id})`} />
        ))}
      </datalist>
    </>
  )
}

/** The id of the company that was chosen, or whose whole name or id was typed. The API refuses any other text. */
export async function companyIdOf(text: string): Promise<string> {
  const typed = text.trim()
  const id = /\((co_\w+)\)$/.exec(typed)?.[1] ?? typed
  if (id === '' || isRecordId(id)) return id
  const { items } = await findCompanies({ q: typed, cursor: undefined })
  const [only, ...others] = items.filter(({ name }) => name.toLowerCase() === typed.toLowerCase())
  return only && others.length === 0 ? only.id : typed
}
