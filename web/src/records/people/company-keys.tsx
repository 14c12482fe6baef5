import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { DecisionForm, InPlace } from '../../lists/decision.tsx'
import { Chevron } from '../../lists/filter.tsx'
import { type Column, List } from '../../lists/list.tsx'
import lists from '../../lists/lists.module.css'
import card from '../../operations/operations.module.css'
import { isStepUpRequired, StepUp } from '../../sign-in/step-up.tsx'
import styles from '../record.module.css'
import { RecordId } from '../record-id.tsx'
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  listMembers,
  type NewApiKey,
} from './companies-api.ts'

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

const columns = [
  { title: 'apiKey.name' },
  { title: 'lists.column.state' },
  { title: 'apiKey.scopes' },
  { title: 'apiKey.lastUsed' },
  { title: 'apiKey.expires' },
] as const satisfies readonly Column[]

/** The API keys of a company. An operator gives it a key, which is shown once. */
export function ApiKeys({ companyId }: Props) {
  const { t } = useWords()
  const [made, setMade] = useState('')
  return (
    <div>
      <List
        id="api-keys"
        title="apiKey.list"
        queryKey={['api-keys', companyId]}
        read={(cursor, signal) => listApiKeys(companyId, cursor, signal)}
        columns={columns}
        row={(key) => <KeyRow key={key.id} apiKey={key} />}
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
        <InPlace ask={t('apiKey.create')} label={t('apiKey.createFor')}>
          {(leave) => <NewKey companyId={companyId} onMade={setMade} onLeave={leave} />}
        </InPlace>
      </div>
    </div>
  )
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t, instant, list } = useWords()
  const { id, name, state, keyStart, keyEnd, effectiveScopes, lastUsedAt, expiresAt } = apiKey
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={lists.id}>
          {keyStart}…{keyEnd}
        </span>
        <RecordId id={id} />
      </th>
      <td>{t(`apiKey.state.${state}`)}</td>
      <td className={lists.words}>{list(effectiveScopes)}</td>
      <td>{lastUsedAt === undefined ? t('apiKey.neverUsed') : instant(lastUsedAt)}</td>
      <td>{instant(expiresAt)}</td>
    </tr>
  )
}

type NewKeyProps = Props & {
  readonly onMade: (key: string) => void
  readonly onLeave: () => void
}

function NewKey({ companyId, onMade, onLeave }: NewKeyProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [owner, setOwner] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(['products:read', 'orders:read'])
  const [isIncomplete, setIncomplete] = useState(false)
  const members = useQuery({
    queryKey: ['members', companyId, 'owners'],
    queryFn: ({ signal }) => listMembers(companyId, undefined, signal),
  })
  const owners = (members.data?.items ?? []).map(({ userId, name: called, email }) => ({
    value: userId,
    label: `${called} (${email})`,
  }))
  const ownerId = owner === '' ? (owners[0]?.value ?? '') : owner
  const creating = useMutation({
    mutationFn: () => createApiKey(companyId, { name: name.trim(), scopes: [...chosen], ownerId }),
    onSuccess: async (key) => {
      onMade(key)
      await queries.invalidateQueries({ queryKey: ['api-keys', companyId] })
      onLeave()
    },
  })
  const create = () => {
    const isMissing = name.trim() === '' || chosen.length === 0
    setIncomplete(isMissing)
    if (!isMissing) creating.mutate()
  }
  const mustStepUp = isStepUpRequired(creating.error)
  return (
    <>
      <DecisionForm
        act={t('apiKey.createNow')}
        deciding={{ isPending: creating.isPending, error: mustStepUp ? null : creating.error }}
        onDecide={create}
        onLeave={onLeave}
      >
        <p>{t('apiKey.createEffect')}</p>
        <TextInput
          label={t('apiKey.name')}
          description={t('apiKey.nameHint')}
          value={name}
          error={isIncomplete && name.trim() === '' && t('apiKey.nameMissing')}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          autoFocus
          required
        />
        <NativeSelect
          label={t('apiKey.owner')}
          description={t('apiKey.ownerHint')}
          data={owners}
          value={ownerId}
          rightSection={<Chevron />}
          rightSectionPointerEvents="none"
          onChange={(event) => setOwner(event.currentTarget.value)}
        />
        <Scopes chosen={chosen} onChange={setChosen} />
        {isIncomplete && chosen.length === 0 && (
          <p className={card.error}>{t('apiKey.scopesMissing')}</p>
        )}
      </DecisionForm>
      {mustStepUp && <StepUp why="signIn.stepUp.change" onDone={create} />}
    </>
  )
}

type ScopesProps = {
  readonly chosen: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
}

function Scopes({ chosen, onChange }: ScopesProps) {
  const { t } = useWords()
  return (
    <fieldset className={lists.choices}>
      <legend>{t('apiKey.scopes')}</legend>
      {scopes.map((scope) => (
        <label key={scope} className={lists.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
            }
          />
          {scope}
        </label>
      ))}
    </fieldset>
  )
}
