import type { Tallies } from '#platform/tallies'
import type { CachedControls } from './cached-controls.ts'
import type { FrequencyCaps } from './frequency-caps.ts'
import { keyOfViewer, type Viewer } from './viewer.ts'

export type DegradedPolicy = 'fail_open' | 'fail_closed'

/** What the viewer may be shown. Undefined: nothing. */
export type Permission = {
  readonly hidden: ReadonlySet<string>
  readonly capped: ReadonlySet<string>
}

export type AskControlsDeps = {
  readonly controls: CachedControls
  readonly caps: FrequencyCaps
  readonly policy: DegradedPolicy
  readonly tallies: Pick<Tallies, 'add'>
}

export const controlTallies = {
  latency: 'ads.control_latency_ms',
  degraded: 'ads.control_degraded',
} as const

const nobody: ReadonlySet<string> = new Set()

/**
 * Asks what the viewer may be shown. If the cache cannot be asked, the policy decides, and one degraded event is counted. A known
 * opt-out is kept under both policies.
 */
export async function askControls(
  { controls, caps, policy, tallies }: AskControlsDeps,
  viewer: Viewer,
  campaignIds: readonly string[],
): Promise<Permission | undefined> {
  const startedAt = performance.now()
  const key = keyOfViewer(viewer)
  try {
    const [chosen, capped] = await Promise.all([
      controls.of(viewer),
      viewer.isOnePerson ? caps.reached(key, campaignIds) : nobody,
    ])
    tallies.add(controlTallies.latency, performance.now() - startedAt)
    if (chosen.optedOut || chosen.companyOff) return undefined
    return { hidden: new Set(chosen.hidden), capped }
  } catch {
    return degradedPermission()
  }

  function degradedPermission(): Permission | undefined {
    tallies.add(controlTallies.degraded)
    if (policy === 'fail_closed') return undefined
    const known = controls.lastKnown(viewer)
    if (known?.optedOut || known?.companyOff) return undefined
    const capped = viewer.isOnePerson ? caps.reachedHere(key, campaignIds) : nobody
    return { hidden: new Set(known?.hidden), capped }
  }
}
