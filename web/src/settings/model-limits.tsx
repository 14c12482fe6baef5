import { Action } from '../components/action.tsx'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import card from '../operations/operations.module.css'
import { RecordName } from '../records/record-name.tsx'
import { listModelLimits, type ModelLimit, putModelLimit } from './settings-api.ts'

const columns = [
  { title: 'lists.column.company' },
  { title: 'settings.models.model' },
  { title: 'settings.models.tokens', isNumber: true },
  { title: 'settings.models.setBy' },
] as const satisfies readonly Column[]

/** How many tokens of language models companies may use in a day. */
export function ModelLimits() {
  return (
    <div>
      <List
        id="model-limits"
        title="settings.part.models"
        queryKey={['model-limits']}
        read={(cursor, signal) => listModelLimits(cursor, signal)}
        columns={columns}
        row={(limit) => (
          <LimitRow key={`${limit.companyId} ${limit.userId} ${limit.model}`} limit={limit} />
        )}
        none="settings.models.none"
        isNoneGood={false}
        isLive={false}
      />
      <SetLimit />
    </div>
  )
}

function LimitRow({ limit }: { readonly limit: ModelLimit }) {
  const { t, number, instant } = useWords()
  const { companyId, userId, provider, model, dailyTokens, setBy, setAt } = limit
  return (
    <tr>
      <th scope="row">
        <RecordName id={companyId} />
        {userId !== undefined && <RecordName id={userId} />}
      </th>
      <td>
        {provider}: {model}
      </td>
      <td className={card.number}>
        {dailyTokens === null ? t('settings.models.unlimited') : number(dailyTokens)}
      </td>
      <td>
        {instant(setAt)}
        <RecordName id={setBy} />
      </td>
    </tr>
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
