import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Action } from '../../components/action.tsx'
import { listOf } from '../../components/list-of.ts'
import lists from '../../components/lists.module.css'
import styles from '../../components/record.module.css'
import { RouteList } from '../../components/route-list.tsx'
import { useWords } from '../../language/use-words.ts'
import { RecordId } from '../record-id.tsx'
import { createApiKey, listMembers, type NewApiKey } from './companies-api.ts'

type Props = { readonly companyId: string }
type Scope = NewApiKey['scopes'][number]

const scopes: readonly Scope[] = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
  'payments:write',
  'support:read',
  'support:write',
  'webhooks:manage',
]

const list = listOf('/admin/companies/{companyId}/api-keys')

/** The API keys of a company. An operator gives it a key, which is shown once. */
export function ApiKeys({ companyId }: Props) {
  const { t, instant } = useWords()
  const [made, setMade] = useState('')
  return (
    <div>
      <RouteList
        list={list}
        id="api-keys"
        title="apiKey.list"
        params={{ companyId }}
        names={{ state: 'apiKey.state' }}
        cells={{
          id: ({ id, name, keyStart, keyEnd }) => (
            <>
              {name}
              <span className={lists.id}>
                {keyStart}…{keyEnd}
              </span>
              <RecordId id={id} />
            </>
          ),
          lastUsedAt: ({ lastUsedAt }) =>
            lastUsedAt === undefined ? t('apiKey.neverUsed') : instant(lastUsedAt),
        }}
        without={['name', 'keyStart']}
        none="apiKey.none"
        isNoneGood={false}
        isLive={false}
      />
      {made !== '' && (
        <div className="notice" role="status">
          <p>{t('apiKey.madeOnce')}</p>
          <code className={styles.secret}>{made}</code>
        </div>
      )}
      <div className={lists.more}>
        <CreateKey companyId={companyId} onMade={setMade} />
      </div>
    </div>
  )
}

type NewKeyProps = Props & { readonly onMade: (key: string) => void }

function CreateKey({ companyId, onMade }: NewKeyProps) {
  const { t } = useWords()
  const members = useQuery({
    queryKey: ['members', companyId, 'owners'],
    queryFn: ({ signal }) => listMembers(companyId, undefined, signal),
  })
  const owners = (members.data?.items ?? []).map(({ userId, name, email }) => ({
    value: userId,
    label: `${name} (${email})`,
  }))
  return (
    <Action
      ask={t('apiKey.create')}
      label={t('apiKey.createFor')}
      act={t('apiKey.createNow')}
      effect={t('apiKey.createEffect')}
      fields={[
        {
          name: 'name',
          label: 'apiKey.name',
          description: 'apiKey.nameHint',
          missing: 'apiKey.nameMissing',
          maxLength: 100,
        },
        {
          name: 'ownerId',
          label: 'apiKey.owner',
          description: 'apiKey.ownerHint',
          choices: owners,
        },
        {
          name: 'scopes',
          label: 'apiKey.scopes',
          missing: 'apiKey.scopesMissing',
          initial: 'products:read orders:read',
          shown: 'several',
          choices: scopes.map((scope) => ({ value: scope, label: scope })),
        },
      ]}
      run={({ name = '', ownerId = '', scopes: chosen = '' }) =>
        createApiKey(companyId, { name, ownerId, scopes: chosen.split(' ') as Scope[] })
      }
      onDone={onMade}
    />
  )
}
