import { useState } from 'react'

/** In the address this means all rows, for a page that shows a part of them by default. */
const everything = 'all'

/**
 * The choice of rows that a list shows. The address may contain it under the name of the list, so that a number can
 * link to exactly the rows that it counts. Each change updates the address, so that people can send what they see.
 */
export function useChoice<Value extends string>(
  list: string,
  choices: Readonly<Record<Value, string>>,
  first?: Value,
): [Value | undefined, (value: Value | undefined) => void] {
  const [value, setValue] = useState(() => {
    const named = new URLSearchParams(window.location.search).get(list)
    if (named === everything) return undefined
    return isOneOf(choices, named) ? named : first
  })
  const choose = (chosen: Value | undefined) => {
    setValue(chosen)
    const address = new URL(window.location.href)
    address.searchParams.set(list, chosen ?? everything)
    window.history.replaceState(null, '', address)
  }
  return [value, choose]
}

function isOneOf<Value extends string>(
  choices: Readonly<Record<Value, string>>,
  name: string | null,
): name is Value {
  return name !== null && Object.hasOwn(choices, name)
}
