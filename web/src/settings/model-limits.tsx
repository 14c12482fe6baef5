import { Action } from '../components/action.tsx'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'
import { RecordName } from '../records/record-name.tsx'
import { putModelLimit } from './settings-api.ts'

const list = listOf('/api/v1/llm/limits')

/** How many tokens of language models companies may use in a day. */
export function ModelLimits() {
  const { t, number } = useWords()
  return (
    <div>
      <RouteList
        list={list}
        id="model-limits"
        title="settings.part.models"
        keys={['companyId', 'userId', 'provider', 'model']}
        cells={{
          companyId: ({ companyId }) => <RecordName id={companyId} />,
          dailyTokens: ({ dailyTokens }) =>
            dailyTokens === null ? t('settings.models.unlimited') : number(dailyTokens),
        }}
        none="settings.models.none"
        isNoneGood={false}
        isLive={false}
      />
      <SetLimit />
    </div>
  )
}

function SetLimit() {
  const { t } = useWords()
  return (
    <Action
      ask={t('settings.models.set')}
      label={t('settings.models.set')}
      act={t('settings.models.setNow')}
      fields={[
        {
          name: 'companyId',
          label: 'lists.column.company',
          missing: 'settings.companyMissing',
          type: 'company',
        },
        {
          name: 'provider',
          label: 'records.payment.provider',
          choices: [
            { value: 'A', label: 'A' },
            { value: 'B', label: 'B' },
          ],
        },
        {
          name: 'model',
          label: 'settings.models.model',
          missing: 'settings.models.modelMissing',
          maxLength: 120,
        },
        {
          name: 'dailyTokens',
          label: 'settings.models.tokens',
          description: 'settings.models.tokensHint',
          type: 'number',
        },
      ]}
      run={({ companyId = '', provider, model = '', dailyTokens = '' }) =>
        putModelLimit({
          companyId,
          provider: provider === 'B' ? 'B' : 'A',
          model,
          dailyTokens: dailyTokens === '' ? null : Number(dailyTokens),
        })
      }
    />
  )
}
