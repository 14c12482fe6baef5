import card from './card.module.css'
import { Form, type FormField, type Values } from './form.tsx'

type Props = {
  readonly act: string
  readonly fields: readonly FormField[]
  readonly onSearch: (values: Values) => unknown
}

/** The words of a search. Each search has its own address. */
export function SearchForm({ act, fields, onSearch }: Props) {
  return (
    <search className={card.card}>
      <Form
        act={act}
        fields={fields}
        layout="line"
        run={async (values) => onSearch(values)}
        isQuiet
        keepsValues
      />
    </search>
  )
}
