import { Action } from '../../components/action.tsx'
import { Actions } from '../../components/actions.tsx'
import { Facts } from '../../components/facts.tsx'
import lists from '../../components/lists.module.css'
import { OwnedRecord } from '../../components/record.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import type { RecordPageProps } from '../record-kinds.ts'
import { RecordName } from '../record-name.tsx'
import type { RecordOwner } from '../records-api.ts'
import { type ApiKey, getApiKey, revokeApiKey } from './companies-api.ts'

/** One API key of a company: what it may do, when it was used, and its revocation. */
export function ApiKeyPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <OwnedRecord
      recordId={recordId}
      title={t('apiKey.title', { id: recordId })}
      read={({ companyId }, signal) => getApiKey(companyId, recordId, signal)}
      nameOf={({ name }) => name}
    >
      {(apiKey, owner) => (
        <>
          <KeyFacts apiKey={apiKey} owner={owner} />
          {apiKey.state === 'ACTIVE' && (
            <Actions>
              <Action
                ask={t('apiKey.revoke')}
                label={t('apiKey.revokeOf', { name: apiKey.name })}
                act={t('apiKey.revokeSure')}
                run={() => revokeApiKey(owner.companyId, recordId)}
              />
            </Actions>
          )}
        </>
      )}
    </OwnedRecord>
  )
}

function KeyFacts({ apiKey, owner }: { readonly apiKey: ApiKey; readonly owner: RecordOwner }) {
  const { t, instant, list, number } = useWords()
  const { name, state, keyStart, keyEnd, scopes, effectiveScopes, allowedCidrs } = apiKey
  const { requestsPerMinute, createdBy, lastUsedAt, lastUsedFrom, replacedBy, revokedAt } = apiKey
  return (
    <Facts
      facts={[
        [t('apiKey.name'), name],
        [t('lists.column.state'), t(`apiKey.state.${state}`)],
        [
          t('lists.column.company'),
          <>
            {owner.companyName}
            <RecordId id={owner.companyId} />
          </>,
        ],
        [
          t('apiKey.key'),
          <span key="key" className={lists.id}>
            {keyStart}…{keyEnd}
          </span>,
        ],
        [t('apiKey.scopes'), list(scopes)],
        [t('apiKey.effective'), list(effectiveScopes)],
        [t('apiKey.owner'), <RecordName key="owner" id={createdBy} />],
        [t('apiKey.networks'), allowedCidrs.length > 0 && list(allowedCidrs)],
        [t('apiKey.limit'), requestsPerMinute && number(requestsPerMinute)],
        [t('apiKey.created'), instant(apiKey.createdAt)],
        [
          t('apiKey.lastUsed'),
          lastUsedAt === undefined
            ? t('apiKey.neverUsed')
            : t('apiKey.usedFrom', { time: instant(lastUsedAt), network: lastUsedFrom ?? '' }),
        ],
        [t('apiKey.expires'), instant(apiKey.expiresAt)],
        [t('apiKey.replacedBy'), replacedBy && <RecordName id={replacedBy} />],
        [t('apiKey.revoked'), revokedAt && instant(revokedAt)],
      ]}
    />
  )
}
