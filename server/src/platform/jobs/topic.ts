/** Rung when a job was enqueued that is due. */
export const jobsTopic = 'jobs'
