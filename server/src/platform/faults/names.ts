/** Every place where a test may end the process. A name is added here and used once, where it says. */
export const crashPointNames = [
  // The numbers are written and not committed.
  'outbox.events.numbered',
  // A subscription has recorded events, and neither that nor its place is committed.
  'outbox.events.recorded',
  // A schedule has enqueued its job, and neither that nor its next time is committed.
  'jobs.schedule.fired',
  // The claim is committed and nothing is done.
  'jobs.job.claimed',
  // All is done and nobody knows.
  'jobs.job.handled',
] as const
