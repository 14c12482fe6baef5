import type { Brief, BriefItem } from '../brief/brief.ts'
import type { ChatMessage, NewEvent, Session } from './session.ts'

type WithoutAnchors = Omit<BriefItem, 'anchors'>

/** The brief as the contract has it, for people and for the companion. */
export type PlainBrief = Omit<Brief, 'items'> & { readonly items: readonly WithoutAnchors[] }

export function plainBrief({ items, ...others }: Brief): PlainBrief {
  return { items: items.map(({ anchors: _, ...item }) => item), ...others }
}

export function messageEvent({ id, role, text, createdAt }: ChatMessage): NewEvent {
  return { kind: 'message', data: { id, role, text, createdAt: createdAt.toISOString() } }
}

export function stateEvent(state: Session['state']): NewEvent {
  return { kind: 'state', data: { state } }
}

export function briefEvent(version: number, brief: Brief): NewEvent {
  return { kind: 'brief', data: { version, brief: plainBrief(brief) } }
}
