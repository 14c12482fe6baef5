type Props = {
  readonly label: string
  /** What it means to choose nothing. */
  readonly any: string
  readonly chosen: string | undefined
  readonly options: readonly { readonly id: string; readonly name: string }[]
  readonly onChoose: (id: string | undefined) => void
}

/** One of these, or any. */
export function Choice({ label, any, chosen = '', options, onChoose }: Props) {
  return (
    <label>
      {label}
      <select
        value={chosen}
        onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
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
