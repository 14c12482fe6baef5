import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isChoiceOfRows } from '../components/choices.ts'

/**
 * Moves the focus to the headline of a page that was navigated to, or to the heading that the address names. A page
 * that has put the focus into a field keeps it there.
 */
export function useFocusOnArrival(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || placeOf(fromLocation) === placeOf(toLocation)) return
        const main = document.querySelector('main')
        const { activeElement } = document
        if (activeElement instanceof HTMLInputElement && main?.contains(activeElement)) return
        const { hash } = toLocation
        const named = hash === '' ? null : document.getElementById(hash)
        const heading = named ?? main?.querySelector('h1')
        if (!heading) return
        heading.tabIndex = -1
        heading.focus({ preventScroll: named !== null })
      }),
    [router],
  )
}

/** What an address shows. The filters of lists choose rows of it, and are no other place. */
function placeOf({ pathname, hash, search }: ParsedLocation): string {
  const named = Object.entries(search).filter(([name]) => !isChoiceOfRows(name))
  return JSON.stringify([pathname, hash, named])
}
