export type Principal = {
  readonly id: string
  readonly email?: string
  readonly name?: string
  readonly roles: readonly string[]
}

export type Problem = {
  readonly code: string
  readonly message: string
  readonly since: string
  readonly action: string
}

export type Section = {
  readonly status: 'ok' | 'degraded' | 'down' | 'unknown'
  readonly generatedAt: string
  readonly metrics: Readonly<Record<string, number | boolean | string | null>>
  readonly problems: readonly Problem[]
  readonly reason?: string
}

export type Dependency = {
  readonly name: string
  readonly status: 'up' | 'degraded' | 'down'
  readonly latencyMs: number
  readonly checkedAt: string
  readonly error?: string
}

export type ConfigReadiness = {
  readonly status: 'ready' | 'incomplete'
  readonly environment: string
  readonly required: readonly { name: string; purpose: string; present: boolean }[]
  readonly missing: readonly string[]
  readonly policy: readonly { name: string; effective: string; source: string }[]
  readonly promotion: { readonly ready: boolean; readonly blockers: readonly string[] }
}

/** `GET /health/ops`. Beside these fields stands one section for each area, under its name. */
export type Surface = {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly version: string
  readonly uptimeSeconds: number
  readonly time: string
  readonly reason?: string
  readonly configReadiness: ConfigReadiness
  readonly dependencies: readonly Dependency[]
  readonly [area: string]: unknown
}

export type Incident = {
  readonly id: string
  readonly key: string
  readonly severity: 'info' | 'warning' | 'critical'
  readonly status: 'firing' | 'resolved'
  readonly summary: string
  readonly occurrences: number
  readonly firedAt: string
  readonly lastSeenAt: string
}

type Json<Body> = { content: { 'application/json': Body } }
type Enveloped<Data> = { success: true; data: Data; meta: Record<string, unknown> }
type NoParameters = Record<never, never>

export type SessionPaths = {
  '/admin/session': {
    get: { parameters: NoParameters; responses: { 200: Json<Enveloped<Principal>> } }
    post: {
      parameters: NoParameters
      requestBody: Json<{ email: string; password: string }>
      responses: { 200: Json<Enveloped<Principal>> }
    }
    delete: {
      parameters: NoParameters
      responses: { 200: Json<Enveloped<{ signedOut: true; endedAtApi: boolean }>> }
    }
  }
}

export type OperatorPaths = {
  '/health/ops': { get: { parameters: NoParameters; responses: { 200: Json<Surface> } } }
  '/notifications/incidents': {
    get: {
      parameters: { query?: { status?: 'firing' | 'resolved'; limit?: number } }
      responses: { 200: Json<Enveloped<Incident[]>> }
    }
  }
}
