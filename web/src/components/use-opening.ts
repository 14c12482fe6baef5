import { type RefObject, useEffect, useRef, useState } from 'react'

type Opening = {
  readonly isOpen: boolean
  readonly open: () => void
  readonly leave: () => void
  /** The button that opens. It gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  /** The part that opens. Its first field gets the focus, and Escape closes it. */
  readonly opened: RefObject<HTMLDivElement | null>
}

const fields = 'input:checked, select, textarea, input:not([type=radio]), button'

/** A part of the page that opens in the place of its button. */
export function useOpening(): Opening {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const opened = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen) {
      if (wasOpen.current) opener.current?.focus()
      wasOpen.current = false
      return undefined
    }
    wasOpen.current = true
    const part = opened.current
    part?.querySelector<HTMLElement>(fields)?.focus()
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false)
    }
    part?.addEventListener('keydown', onKey)
    return () => part?.removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, open: () => setOpen(true), leave: () => setOpen(false), opener, opened }
}
