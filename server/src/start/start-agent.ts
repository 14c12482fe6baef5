import { keepAgentChild } from '#agent'
import { chatSettings, gatewayUrlOf } from '#modules/chat'
import type { SettingsReading } from '#platform/config'
import type { Log } from '#platform/telemetry'
import { version } from '../version.ts'
import { companionPlaceOf } from './companion-place.ts'

/** Starts the agent companion in a child process and keeps it running. Returns undefined where this process has none to start. */
export function startAgentChild(settings: SettingsReading, log: Log) {
  const { AI_AGENT_BASE_URL, AI_AGENT_MODEL_TIMEOUT_MS: modelMsMax } = settings.of(chatSettings)
  const place = companionPlaceOf(settings, 'agent', AI_AGENT_BASE_URL)
  if (!place) return undefined
  const gatewayUrl = gatewayUrlOf(settings)
  return keepAgentChild({ ...place, gatewayUrl, version, limits: { modelMsMax }, log })
}
