import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../api.ts'

/** What a company keeps lists of, under the names that lines have for them. */
export const codeKinds = ['costCenter', 'glAccount', 'project'] as const
export type CodeKind = (typeof codeKinds)[number]

type Props = {
  readonly kind: CodeKind
  readonly label: string
  /** The name under which a form reads the field. Absent: no form does. */
  readonly name?: string
  readonly value: string
  readonly isRequired?: boolean
  readonly onChange: (value: string) => void
}

/** How long a person pauses before the codes for what they typed are read. */
const pauseMs = 200

/** A code. Where the company keeps a list, the browser offers the codes that are in use; without one any text may stand here. */
export function CodeField({ kind, label, name, value, isRequired = false, onChange }: Props) {
  const listId = useId()
  const [q] = useDebouncedValue(value.trim(), pauseMs)
  const { data: codes = [] } = useQuery({
    queryKey: ['codes', kind, q],
    queryFn: ({ signal }) => listCodes(kind, q, signal),
    staleTime: 60_000,
  })
  return (
    <label>
      {label}
      <input
        name={name}
        list={listId}
        autoComplete="off"
        maxLength={100}
        required={isRequired}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {codes.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </label>
  )
}

type Code = { readonly code: string; readonly name: string }

async function listCodes(kind: CodeKind, q: string, signal: AbortSignal): Promise<readonly Code[]> {
  const query = { state: 'ACTIVE' as const, limit: 20, ...(q !== '' && { q }) }
  const options = { params: { query }, signal }
  if (kind === 'costCenter') return (await api.get('/api/v1/company/cost-centers', options)).data
  if (kind === 'glAccount') return (await api.get('/api/v1/company/gl-accounts', options)).data
  return (await api.get('/api/v1/company/projects', options)).data
}
