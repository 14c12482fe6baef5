import { api, type Page, pageOf, queryOf } from '../api.ts'
import type { GivenUpJob, PoisonRecord, SetAsideEvent } from '../api-types.ts'

export async function listGivenUpJobs(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<GivenUpJob>> {
  const query = queryOf({ cursor })
  return pageOf(await api.get('/admin/jobs/given-up', { params: { query }, signal }))
}

export async function retryJob(jobId: string): Promise<void> {
  const empty = { body: {} } as object
  await api.post('/admin/jobs/given-up/{jobId}/retry', { params: { path: { jobId } }, ...empty })
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

export async function listSetAside(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<SetAsideEvent>> {
  const query = queryOf({ cursor })
  return pageOf(await api.get('/admin/events/set-aside', { params: { query }, signal }))
}

export async function retrySetAside({ subscription, eventId }: SetAsideEvent): Promise<void> {
  await api.post('/admin/events/set-aside/{subscription}/{eventId}/retry', {
    params: { path: { subscription, eventId } },
    ...({ body: {} } as object),
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

export async function listPoison(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<PoisonRecord>> {
  const query = queryOf({ cursor })
  return pageOf(await api.get('/admin/records/poison', { params: { query }, signal }))
}

export async function retryPoison({ queue, id }: PoisonRecord): Promise<void> {
  await api.post('/admin/records/poison/{queue}/{recordId}/retry', {
    params: { path: { queue, recordId: id } },
    ...({ body: {} } as object),
  })
}

export async function discardPoison({ queue, id }: PoisonRecord, note: string): Promise<void> {
  await api.post('/admin/records/poison/{queue}/{recordId}/discard', {
    params: { path: { queue, recordId: id } },
    body: { note },
  })
}
