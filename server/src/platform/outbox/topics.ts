/** Rung when events were written: there is something to number. */
export const writtenTopic = 'events'

/** Rung when events of this type were numbered: there is something to read. */
export function numberedTopic(type: string): string {
  return `events/${type}`
}

/** Rung when events that were set aside have become due before their time. */
export const dueTopic = 'events/set_aside_due'
