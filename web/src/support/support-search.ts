import { type ChosenRows, readChoices } from '../components/choices.ts'

/** What the address of the page asks for: a choice of tickets, or one ticket. */
export type SupportSearch = ChosenRows<'tickets'> & { readonly ticket?: string }

const readTickets = readChoices('tickets')

export function readSupportSearch(search: Readonly<Record<string, unknown>>): SupportSearch {
  const ticket = String(search.ticket ?? '').trim()
  return { ...readTickets(search), ...(ticket !== '' && { ticket }) }
}
