import { createClient, PurveyorError } from '@purveyor/sdk'
import type { Incident, Principal, Surface } from './api-types.ts'

const { origin } = window.location
/** Readings are asked for again every few seconds anyway. */
const once = { retriesMax: 0, timeoutMs: 10_000 }

const session = createClient({ baseUrl: origin, ...once })
/** The API, by way of this server, which adds the operator's token. The page never holds one. */
const api = createClient({ baseUrl: `${origin}/admin/api`, ...once })

/** Null: nobody is signed in. */
export async function getPrincipal(signal: AbortSignal): Promise<Principal | null> {
  try {
    return (await session.get('/admin/session', { signal })).data
  } catch (error) {
    if (isSignedOut(error)) return null
    throw error
  }
}

export async function signIn(credentials: { email: string; password: string }): Promise<Principal> {
  return (await session.post('/admin/session', { body: credentials })).data
}

/** What the right password of somebody with a second factor is answered with. */
export type SecondFactorQuestion = {
  readonly challengeToken: string
  readonly methods: readonly string[]
}

export function secondFactorQuestionIn(error: unknown): SecondFactorQuestion | undefined {
  const isAsked = error instanceof PurveyorError && error.code === 'identity.second_factor_required'
  if (!isAsked) return undefined
  const { challengeToken, methods } = error.details ?? {}
  if (typeof challengeToken !== 'string' || !Array.isArray(methods)) return undefined
  return { challengeToken, methods: methods.filter((method) => typeof method === 'string') }
}

export type SecondFactorAnswer = {
  readonly challengeToken: string
  readonly totp?: string
  readonly recoveryCode?: string
  readonly mailCode?: string
}

export async function answerSecondFactor(answer: SecondFactorAnswer): Promise<Principal> {
  return (await session.post('/admin/session/second-factor', { body: answer })).data
}

export async function signOut(): Promise<{ endedAtApi: boolean }> {
  return (await session.delete('/admin/session')).data
}

export async function getOperations(signal: AbortSignal): Promise<Surface> {
  return (await api.get('/health/ops', { signal })).data
}

export async function getFiringIncidents(signal: AbortSignal): Promise<Incident[]> {
  const query = { status: 'firing' as const, limit: 100 }
  return (await api.get('/notifications/incidents', { params: { query }, signal })).data
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof PurveyorError && error.status === 401
}
