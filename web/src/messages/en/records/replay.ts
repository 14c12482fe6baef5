export const replay = {
  title: 'Replay {id}',
  kinds: 'Kinds of events',
  matched: 'Events that matched',
  atLeast: 'at least {matched, number}',
  succeeded: 'Arrived',
  waiting: 'Still waiting',
  failed: 'Given up or expired',
  rate: 'Pace',
  perSecond: '{events, number} in a second',
  started: 'Started',
}
