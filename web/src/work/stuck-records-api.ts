import { api, emptyBody } from '../api.ts'
import type { PoisonRecord, SetAsideEvent } from '../api-types.ts'

export async function retryJob(jobId: string): Promise<void> {
  await api.post('/admin/jobs/given-up/{jobId}/retry', {
    params: { path: { jobId } },
    ...emptyBody,
  })
}

/** Retries the oldest 500 jobs of a kind. */
export async function retryJobsOf(job: string): Promise<{ retried: number; remaining: number }> {
  return (await api.post('/admin/jobs/given-up/retry', { body: { job, limit: 500 } })).data
}

export async function discardJob(jobId: string, note: string): Promise<void> {
  await api.post('/admin/jobs/given-up/{jobId}/discard', {
    params: { path: { jobId } },
    body: { note },
  })
}

export async function retrySetAside({ subscription, eventId }: SetAsideEvent): Promise<void> {
  await api.post('/admin/events/set-aside/{subscription}/{eventId}/retry', {
    params: { path: { subscription, eventId } },
    ...emptyBody,
  })
}

export async function discardSetAside(
  { subscription, eventId }: SetAsideEvent,
  note: string,
): Promise<void> {
  await api.post('/admin/events/set-aside/{subscription}/{eventId}/discard', {
    params: { path: { subscription, eventId } },
    body: { note },
  })
}

export async function retryPoison({ queue, id }: PoisonRecord): Promise<void> {
  await api.post('/admin/records/poison/{queue}/{recordId}/retry', {
    params: { path: { queue, recordId: id } },
    ...emptyBody,
  })
}

export async function discardPoison({ queue, id }: PoisonRecord, note: string): Promise<void> {
  await api.post('/admin/records/poison/{queue}/{recordId}/discard', {
    params: { path: { queue, recordId: id } },
    body: { note },
  })
}
