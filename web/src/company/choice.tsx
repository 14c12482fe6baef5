type Props<Id extends string> = {
  readonly label: string
  /** What it means to choose nothing. */
  readonly any: string
  readonly chosen: Id | undefined
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  readonly onChoose: (id: Id | undefined) => void
}

/** One of these, or any. */
export function Choice<Id extends string>(props: Props<Id>) {
  const { label, any, chosen = '', options, onChoose } = props
  return (
    <label>
      {label}
      <select
        value={chosen}
        onChange={({ currentTarget: { value } }) =>
          onChoose(options.find(({ id }) => id === value)?.id)
        }
      >
        <option value="">{any}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
