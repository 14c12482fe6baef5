/** Rung when events were written and have to be numbered. */
export const writtenTopic = 'events'

/** Rung when events of this type were numbered and can be read. */
export function numberedTopic(type: string): string {
  return `events/${type}`
}

/** Rung when set-aside events have become due before their time. */
export const dueTopic = 'events/set_aside_due'
