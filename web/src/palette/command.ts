import type { LinkProps } from '@tanstack/react-router'

/** A line of the palette: where it leads, or what it does. */
export type Command = {
  readonly id: string
  readonly name: string
  /** What kind of line it is. */
  readonly kind: string
  readonly place?: Pick<LinkProps, 'to' | 'search' | 'hash' | 'params'>
  readonly act?: () => void
}

/** What a person can do from every page. */
export type Action = Omit<Command, 'kind'>

/** Those whose name and kind contain every typed word. */
export function fitting(commands: readonly Command[], typed: string): Command[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return commands.filter(({ name, kind }) => {
    const own = `${name} ${kind}`.toLowerCase()
    return words.every((word) => own.includes(word))
  })
}
