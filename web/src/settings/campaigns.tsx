import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import { PartId } from '../records/part-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { type Campaign, changeCampaignState, listCampaigns } from './settings-api.ts'

const columns = [
  { title: 'settings.ads.campaign' },
  { title: 'records.lines.supplier' },
  { title: 'lists.column.state' },
  { title: 'settings.ads.budget', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The campaigns of all suppliers. An operator pauses one that misleads buyers. */
export function Campaigns() {
  return (
    <List
      id="campaigns"
      title="settings.part.ads"
      queryKey={['campaigns']}
      read={(cursor, signal) => listCampaigns(cursor, signal)}
      columns={columns}
      row={(campaign) => <CampaignRow key={campaign.id} campaign={campaign} />}
      none="settings.ads.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}

function CampaignRow({ campaign }: { readonly campaign: Campaign }) {
  const { t, money } = useWords()
  const { id, name, supplierId, state, budgetPerDay } = campaign
  const isActive = state === 'ACTIVE'
  return (
    <tr>
      <th scope="row">
        {name}
        <PartId id={id} />
      </th>
      <td>
        <RecordName id={supplierId} />
      </td>
      <td>{t(`settings.ads.state.${state}`)}</td>
      <td className={card.number}>{money(budgetPerDay)}</td>
      <td>
        {(isActive || state === 'PAUSED') && (
          <Action
            ask={t(isActive ? 'settings.ads.pause' : 'settings.ads.resume')}
            label={t(isActive ? 'settings.ads.pauseOf' : 'settings.ads.resumeOf', { name })}
            act={t(isActive ? 'settings.ads.pauseSure' : 'settings.ads.resumeSure')}
            run={() => changeCampaignState(campaign, isActive ? 'PAUSED' : 'ACTIVE')}
          />
        )}
      </td>
    </tr>
  )
}
