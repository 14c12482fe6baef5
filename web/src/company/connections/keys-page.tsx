import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Choice } from '../choice.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { CompanyPart } from '../frame/company-part.tsx'
import { PagedList } from '../paged-list.tsx'
import parts from '../parts.module.css'
import { Table } from '../table.tsx'
import { useNames } from '../use-names.ts'
import { linesIn, OverlapSelect, overlapIn, ScopeBoxes, scopesIn } from './connection-fields.tsx'
import {
  type ApiKey,
  createKey,
  type KeyDraft,
  listKeys,
  revokeKey,
  rotateKey,
  type Secret,
} from './connections-api.ts'
import { type KeysSearch, keyStates } from './keys-search.ts'
import { ShownSecret } from './shown-secret.tsx'

/** The API keys of the company: what each may do, and when it was last used. */
export function KeysPage({ asked: { state } }: { readonly asked: KeysSearch }) {
  const { t } = useWords()
  const [secret, setSecret] = useState<Secret>()
  return (
    <CompanyPart part="keys">
      <ShownSecret secret={secret} onClose={() => setSecret(undefined)} />
      <StateFilter state={state} />
      <CsvLink list="api-keys" query={{ state }} />
      <PagedList
        queryKey={['api-keys', state]}
        read={(page, signal) => listKeys(state, page, signal)}
        none={t(state === undefined ? 'connections.noKeys' : 'connections.noKeyFits')}
      >
        {(keys) => <KeyTable keys={keys} onSecret={setSecret} />}
      </PagedList>
      <div>
        <Ask
          ask={t('connections.addKey')}
          act={t('connections.addKeyNow')}
          effect={t('connections.addKeyEffect')}
          run={async (form) => setSecret(await createKey(draftOf(form)))}
        >
          <Field label={t('ourCompany.name')} hint={t('connections.keyNameHint')}>
            <input name="name" maxLength={100} pattern=".*\S.*" required />
          </Field>
          <ScopeBoxes />
          <Field label={t('connections.expires')} hint={t('connections.expiresHint')}>
            <input name="expiresOn" type="date" />
          </Field>
          <Field label={t('connections.networks')} hint={t('connections.networksHint')}>
            <textarea name="networks" rows={2} maxLength={3_000} />
          </Field>
        </Ask>
      </div>
    </CompanyPart>
  )
}

function draftOf(form: FormData): KeyDraft {
  const expiresOn = optionalText(form, 'expiresOn')
  const allowedCidrs = linesIn(form, 'networks')
  return {
    name: textOf(form, 'name'),
    scopes: scopesIn(form),
    ...(expiresOn !== null && { expiresAt: new Date(expiresOn).toISOString() }),
    ...(allowedCidrs.length > 0 && { allowedCidrs }),
  }
}

function StateFilter({ state }: { readonly state: KeysSearch['state'] | undefined }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const choose = (chosen: typeof state) => {
    void navigate({
      to: '/company/keys',
      search: chosen === undefined ? {} : { state: chosen },
      replace: true,
    })
  }
  return (
    <search className={parts.filters}>
      <Choice
        label={t('ourCompany.state')}
        any={t('ourCompany.anyState')}
        chosen={state}
        options={keyStates.map((id) => ({ id, name: t(`apiKey.state.${id}`) }))}
        onChoose={choose}
      />
    </search>
  )
}

type TableProps = {
  readonly keys: readonly ApiKey[]
  readonly onSecret: (secret: Secret) => void
}

function KeyTable({ keys, onSecret }: TableProps) {
  return (
    <Table
      heads={[
        'ourCompany.name',
        'connections.scopes',
        'apiKey.owner',
        'apiKey.lastUsed',
        'apiKey.expires',
        'ourCompany.state',
        'ourCompany.actions',
      ]}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} onSecret={onSecret} />
      ))}
    </Table>
  )
}

type RowProps = Pick<TableProps, 'onSecret'> & { readonly apiKey: ApiKey }

function KeyRow({ apiKey, onSecret }: RowProps) {
  const { t, list, instant, day } = useWords()
  const { nameOf } = useNames()
  const { id, name, state, keyStart, keyEnd, scopes, effectiveScopes, createdBy } = apiKey
  const { lastUsedAt, lastUsedFrom, expiresAt, replacedBy } = apiKey
  const lost = scopes.filter((scope) => !effectiveScopes.includes(scope))
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={lists.id}>
          {keyStart}…{keyEnd}
        </span>
      </th>
      <td className={lists.words}>
        {list(scopes.map((scope) => t(`connections.scope.${scope}`)))}
        {state === 'ACTIVE' && lost.length > 0 && (
          <div className={card.error}>
            {t('connections.lostScopes', {
              scopes: list(lost.map((scope) => t(`connections.scope.${scope}`))),
            })}
          </div>
        )}
      </td>
      <td className={lists.words}>{nameOf(createdBy)}</td>
      <td>
        {lastUsedAt === undefined
          ? t('apiKey.neverUsed')
          : t('apiKey.usedFrom', { time: instant(lastUsedAt), network: lastUsedFrom ?? '' })}
      </td>
      <td>{day(expiresAt)}</td>
      <td>
        {t(`apiKey.state.${state}`)}
        {replacedBy !== undefined && <div className={lists.quiet}>{t('connections.replaced')}</div>}
      </td>
      <td>
        {state === 'ACTIVE' && (
          <div className={lists.buttons}>
            {replacedBy === undefined && (
              <Ask
                ask={t('connections.rotate')}
                label={t('connections.rotateOf', { name })}
                act={t('connections.rotateNow')}
                effect={t('connections.rotateEffect')}
                run={async (form) => onSecret(await rotateKey(id, overlapIn(form)))}
              >
                <OverlapSelect />
              </Ask>
            )}
            <Ask
              ask={t('ourCompany.revoke')}
              label={t('apiKey.revokeOf', { name })}
              act={t('ourCompany.revokeNow')}
              effect={t('connections.revokeKeyEffect')}
              done={t('connections.revoked', { name })}
              run={() => revokeKey(id)}
            />
          </div>
        )}
      </td>
    </tr>
  )
}
