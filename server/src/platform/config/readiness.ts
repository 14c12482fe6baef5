import type { SettingFact } from './setting-fact.ts'

export type AppEnvironment = 'local' | 'test' | 'staging' | 'production'

export function isDeployed(environment: AppEnvironment): boolean {
  return environment === 'staging' || environment === 'production'
}

export type ConfigReadiness = {
  readonly status: 'ready' | 'incomplete'
  readonly environment: AppEnvironment
  readonly required: { name: string; purpose: string; present: boolean }[]
  readonly policy: { name: string; effective: string; source: string }[]
  readonly missing: string[]
  readonly promotion: { readonly ready: boolean; readonly blockers: string[] }
}

/** The settings that a deployment has, by name. Values of secrets never appear, only whether they are set. */
export function configReadiness(
  environment: AppEnvironment,
  facts: readonly SettingFact[],
): ConfigReadiness {
  const required = facts
    .filter((fact) => fact.requiredWhenDeployed)
    .map((fact) => ({
      name: fact.name,
      purpose: fact.description,
      present: fact.source !== 'absent',
    }))
  const missing = required.filter((value) => !value.present).map((value) => value.name)
  const blockers = [...missing.map((name) => `${name} is missing`), ...transportBlockers(facts)]
  return {
    status: missing.length === 0 ? 'ready' : 'incomplete',
    environment,
    required,
    policy: facts.filter((fact) => !fact.requiredWhenDeployed).map(policyOf),
    missing,
    promotion: { ready: blockers.length === 0, blockers },
  }
}

function policyOf(fact: SettingFact) {
  const { name, source } = fact
  const hidden = source === 'absent' ? 'absent' : 'set, not shown'
  return { name, effective: fact.shown ?? hidden, source }
}

/** The contract requires both primary values before production, and both or neither of the secondary ones. */
function transportBlockers(facts: readonly SettingFact[]): string[] {
  const isSet = (name: string) =>
    facts.some((fact) => fact.name === name && fact.source !== 'absent')
  const blockers = ['INCIDENT_ALERT_WEBHOOK_URL', 'INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN']
    .filter((name) => !isSet(name))
    .map((name) => `${name} is missing`)
  const url = 'INCIDENT_ALERT_SECONDARY_WEBHOOK_URL'
  const token = 'INCIDENT_ALERT_SECONDARY_WEBHOOK_BEARER_TOKEN'
  if (isSet(url) && !isSet(token)) blockers.push(`${url} is set without ${token}`)
  if (isSet(token) && !isSet(url)) blockers.push(`${token} is set without ${url}`)
  return blockers
}
