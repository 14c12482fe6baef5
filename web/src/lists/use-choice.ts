import { useState } from 'react'

/** In the address, for all of them where the page would show some of them first. */
const everything = 'all'

/**
 * Which rows of a list are shown. The address may say it under the name of the list, so that a number can lead to just the
 * rows that it counts; and says it from then on, so that what is seen can be sent to somebody.
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
