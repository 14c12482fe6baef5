export { enqueue } from './enqueue.ts'
export { defineJob, handle, type Job, type JobDefinition, type JobHandler } from './job.ts'
export { createJobs, type JobBacklog, type Jobs, type JobsOptions } from './jobs.ts'
export { defineSchedule, type Schedule } from './schedule.ts'
