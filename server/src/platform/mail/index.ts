export { type MailBacklog, mailBacklog } from './backlog.ts'
export { type MailJobsOptions, mailJobs } from './mail-jobs.ts'
export { enqueueMail, type Mail } from './send-mail.ts'
export { mailSettings } from './settings.ts'
