import { createCalls, PurveyorError } from '@purveyor/sdk'
import type {
  FoundCompany,
  FoundOrder,
  FoundPerson,
  Incident,
  KillSwitch,
  Principal,
  SectionSeries,
  Surface,
} from './api-types.ts'
import { emptyBody, inLanguageOfPage, isSignedOut } from './calls.ts'

export { emptyBody }

const { origin } = window.location
const shared = {
  // The pages poll every few seconds anyway, so a failed request is not retried.
  retriesMax: 0,
  timeoutMs: 10_000,
  fetch: inLanguageOfPage,
}

const session = createCalls({ baseUrl: origin, ...shared })
/** The API through this server, which adds the operator's token. The page never has a token. */
export const api = createCalls({ baseUrl: `${origin}/admin/api`, ...shared })

/** For files: they are sent as they are, and may take long. */
export const uploads = createCalls({
  baseUrl: `${origin}/admin/api`,
  retriesMax: 0,
  timeoutMs: 3_600_000,
})

/** Null: nobody is signed in. */
export async function getPrincipal(signal: AbortSignal): Promise<Principal | null> {
  try {
    await session.get('/admin/session', { signal })
    return await ownPrincipal(signal)
  } catch (error) {
    if (isSignedOut(error)) return null
    throw error
  }
}

/** Includes the name, which only the API knows. The session may contain no more than the token. */
async function ownPrincipal(signal?: AbortSignal): Promise<Principal> {
  return (await api.get('/auth/me', signal ? { signal } : {})).data
}

export async function signIn(credentials: { email: string; password: string }): Promise<Principal> {
  await session.post('/admin/session', { body: credentials })
  return ownPrincipal()
}

/** The answer to the right password of a person with a second factor. */
export type SecondFactorQuestion = {
  readonly challengeToken: string
  readonly methods: readonly string[]
}

export function secondFactorQuestionIn(error: unknown): SecondFactorQuestion | undefined {
  if (!(error instanceof PurveyorError)) return undefined
  return error.code === 'identity.second_factor_required' ? error.details : undefined
}

export type SecondFactorAnswer = {
  readonly challengeToken: string
  readonly totp?: string
  readonly recoveryCode?: string
  readonly mailCode?: string
}

export async function answerSecondFactor(answer: SecondFactorAnswer): Promise<Principal> {
  await session.post('/admin/session/second-factor', { body: answer })
  return ownPrincipal()
}

/** The secret of a new authenticator app. The app counts once its first code has confirmed it. */
export async function enrolTotp(): Promise<{ secret: string; uri: string }> {
  return (await api.post('/auth/factors/totp', emptyBody)).data
}

/** Returns the recovery codes, which are shown once. */
export async function confirmTotp(totp: string): Promise<string[]> {
  return (await api.post('/auth/factors/totp/confirm', { body: { totp } })).data.recoveryCodes
}

export async function signOut(): Promise<{ endedAtApi: boolean }> {
  return (await session.delete('/admin/session')).data
}

export async function getOperations(signal: AbortSignal): Promise<Surface> {
  return (await api.get('/health/ops', { signal })).data
}

export async function listSeries(signal: AbortSignal): Promise<SectionSeries[]> {
  return (await api.get('/admin/operations/series', { signal })).data
}

export async function getFiringIncidents(signal: AbortSignal): Promise<Incident[]> {
  const query = { status: 'firing' as const, limit: 100 }
  return (await api.get('/notifications/incidents', { params: { query }, signal })).data
}

/** One page of a list. */
export type Page<Item> = { readonly items: Item[]; readonly nextCursor: string | undefined }

type Cut = { readonly cursor: string | undefined }
type Listed<Item> = { readonly data: Item[]; readonly meta: { readonly nextCursor?: string } }

export function pageOf<Item>({ data, meta }: Listed<Item>): Page<Item> {
  return { items: data, nextCursor: meta.nextCursor }
}

/** Leaves out undefined values: an empty parameter would mean something else. */
export function queryOf<Query extends object>(query: Query) {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return { limit: 50, ...Object.fromEntries(entries) } as { limit: number } & {
    [Name in keyof Query]?: Exclude<Query[Name], undefined>
  }
}

/** Confirms the order in the place of its suppliers. */
export async function confirmOrder(orderId: string): Promise<void> {
  const params = { path: { orderId } }
  await api.post('/api/v1/orders/{orderId}/confirm', { params, ...emptyBody })
}

/** For the buyer: the lines stay as they were. */
export async function withdrawChangeRequest(
  orderId: string,
  changeRequestId: string,
): Promise<void> {
  const params = { path: { orderId, changeRequestId } }
  const path = '/api/v1/orders/{orderId}/changes/{changeRequestId}/withdraw'
  await api.post(path, { params, body: {} })
}

/** For the buyer: the lines stay as they were. */
export async function refuseProposal(orderId: string, proposalId: string): Promise<void> {
  const params = { path: { orderId, proposalId } }
  await api.post('/api/v1/orders/{orderId}/proposals/{proposalId}/refuse', { params, body: {} })
}

/** A worker tries the refused date of a standing order within seconds. */
export async function retryStandingOrder(
  companyId: string,
  standingOrderId: string,
  date: string,
): Promise<void> {
  const route = '/admin/companies/{companyId}/standing-orders/{standingOrderId}/retry'
  const params = { path: { companyId, standingOrderId } }
  await api.post(route, { params, body: { date } })
}

/** Retries the refund at the payment provider. */
export async function retryCredit(orderId: string, creditId: string): Promise<void> {
  const params = { path: { orderId, creditId } }
  await api.post('/admin/orders/{orderId}/credits/{creditId}/retry', { params, body: {} })
}

/** Retries the refund at the payment provider, as if the provider had never refused it. */
export async function retryUnordered(paymentId: string): Promise<void> {
  const params = { path: { paymentId } }
  await api.post('/admin/orders/checkout/refunds/{paymentId}/retry', { params, body: {} })
}

/** Records that the money went back outside of the provider. */
export async function settleUnordered(paymentId: string, note: string): Promise<void> {
  const params = { path: { paymentId } }
  await api.post('/admin/orders/checkout/refunds/{paymentId}/settle', { params, body: { note } })
}

export async function waiveCreditNote(invoiceId: string, note: string): Promise<void> {
  await api.post('/admin/invoices/waiting/{invoiceId}/waive', {
    params: { path: { invoiceId } },
    body: { note },
  })
}

export async function releaseRuns(
  automationId: string,
): Promise<{ released: number; remaining: number }> {
  const params = { path: { automationId } }
  return (await api.post('/admin/automations/rules/{automationId}/release', { params, body: {} }))
    .data
}

/** Sends the same event again, under the same id. */
export async function replayDelivery(companyId: string, deliveryId: string): Promise<void> {
  const route = '/admin/companies/{companyId}/webhooks/deliveries/{deliveryId}/replay'
  const params = { path: { companyId, deliveryId } }
  await api.post(route, { params, ...emptyBody })
}

type Words = Cut & { readonly q: string }
/** Searches by text, or lists all of one company. */
type FindQuery = Cut & { readonly q?: string; readonly companyId?: string }

export async function findCompanies(
  query: Words,
  signal?: AbortSignal,
): Promise<Page<FoundCompany>> {
  const params = { query: queryOf(query) }
  return pageOf(await api.get('/admin/companies', { params, ...(signal && { signal }) }))
}

export async function findPeople(
  { q, cursor }: Words,
  signal: AbortSignal,
): Promise<Page<FoundPerson>> {
  const query = { ...queryOf({ cursor }), q }
  return pageOf(await api.get('/admin/people', { params: { query }, signal }))
}

export async function findOrders(query: FindQuery, signal: AbortSignal): Promise<Page<FoundOrder>> {
  return pageOf(
    await api.get('/admin/orders/search', { params: { query: queryOf(query) }, signal }),
  )
}

export type Outcome = 'replayed' | 'handled_manually' | 'intentionally_deferred'

export async function reviewDeadLetter(
  runId: string,
  outcome: Outcome,
  note: string,
): Promise<void> {
  await api.post('/admin/automations/dead-letters/{runId}/outcome', {
    params: { path: { runId } },
    body: { outcome, ...(note !== '' && { note }) },
  })
}

export async function listSwitches(signal: AbortSignal): Promise<KillSwitch[]> {
  return (await api.get('/admin/automations/switches', { signal })).data
}

/** `scope`: `all`, or the id of a company. */
export async function switchOff(scope: string, note: string): Promise<void> {
  await api.post('/admin/automations/switches', { body: { scope, note } })
}

export async function switchOn(scope: string): Promise<void> {
  await api.delete('/admin/automations/switches/{scope}', { params: { path: { scope } } })
}

export async function endIncident(incidentId: string, note: string): Promise<void> {
  await api.post('/notifications/incidents/{incidentId}/resolve', {
    params: { path: { incidentId } },
    body: { note },
  })
}

export async function replayAlerts(): Promise<{ replayed: number; remaining: number }> {
  const params = { query: { limit: 500 } }
  return (
    await api.post('/notifications/incident-alerts/replay-dead-letter', { params, ...emptyBody })
  ).data
}
