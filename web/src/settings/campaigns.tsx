import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { PartId } from '../records/part-id.tsx'
import { type Campaign, changeCampaignState } from './settings-api.ts'

const list = listOf('/api/v1/ads/campaigns')

/** The campaigns of all suppliers. An operator pauses one that misleads buyers. */
export function Campaigns() {
  return (
    <RouteList
      list={list}
      id="campaigns"
      title="settings.part.ads"
      names={{ state: 'settings.ads.state' }}
      cells={{
        name: ({ id, name }) => (
          <>
            {name}
            <PartId id={id} />
          </>
        ),
      }}
      action={(campaign) => <Pause campaign={campaign} />}
      none="settings.ads.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function Pause({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useWords()
  const { name, state } = campaign
  const isActive = state === 'ACTIVE'
  if (!isActive && state !== 'PAUSED') return null
  return (
    <Action
      ask={t(isActive ? 'settings.ads.pause' : 'settings.ads.resume')}
      label={t(isActive ? 'settings.ads.pauseOf' : 'settings.ads.resumeOf', { name })}
      act={t(isActive ? 'settings.ads.pauseSure' : 'settings.ads.resumeSure')}
      run={() => changeCampaignState(campaign, isActive ? 'PAUSED' : 'ACTIVE')}
    />
  )
}
