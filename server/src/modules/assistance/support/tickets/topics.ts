/** Rings when the due time of a ticket may have changed. */
export const ticketsTopic = 'support.tickets'
