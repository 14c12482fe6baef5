import { useState } from 'react'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { CsvLink } from '../csv-link.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { CompanyPart } from '../frame/company-part.tsx'
import { PagedList } from '../paged-list.tsx'
import { Table } from '../table.tsx'
import { linesIn, OverlapSelect, overlapIn, ScopeBoxes, scopesIn } from './connection-fields.tsx'
import {
  type AppDraft,
  createApp,
  listApps,
  type PartnerApp,
  revokeApp,
  rotateAppSecret,
  type Secret,
} from './connections-api.ts'
import { ShownSecret } from './shown-secret.tsx'

type OnSecret = { readonly onSecret: (secret: Secret | undefined) => void }

/** The partner apps that may ask people of the company to act for them. */
export function AppsPage() {
  const { t } = useWords()
  const [secret, setSecret] = useState<Secret>()
  return (
    <CompanyPart part="apps">
      <p>{t('connections.appsAbout')}</p>
      <ShownSecret secret={secret} onClose={() => setSecret(undefined)} />
      <CsvLink list="oauth-apps" />
      <PagedList queryKey={['oauth-apps']} read={listApps} none={t('connections.noApps')}>
        {(apps) => <AppTable apps={apps} onSecret={setSecret} />}
      </PagedList>
      <div>
        <Ask
          ask={t('connections.addApp')}
          act={t('connections.addAppNow')}
          effect={t('connections.addAppEffect')}
          run={async (form) => setSecret(await createApp(draftOf(form)))}
        >
          <Field label={t('ourCompany.name')} hint={t('connections.appNameHint')}>
            <input name="name" maxLength={100} pattern=".*\S.*" required />
          </Field>
          <Field label={t('ourCompany.kind')}>
            <select name="type" defaultValue="confidential">
              <option value="confidential">{t('connections.app.confidential')}</option>
              <option value="public">{t('connections.app.public')}</option>
            </select>
          </Field>
          <Field label={t('connections.redirects')} hint={t('connections.redirectsHint')}>
            <textarea name="redirects" rows={2} maxLength={10_000} required />
          </Field>
          <ScopeBoxes />
        </Ask>
      </div>
    </CompanyPart>
  )
}

function draftOf(form: FormData): AppDraft {
  return {
    name: textOf(form, 'name'),
    type: form.get('type') === 'public' ? 'public' : 'confidential',
    redirectUris: linesIn(form, 'redirects'),
    scopes: scopesIn(form),
  }
}

function AppTable({ apps, onSecret }: OnSecret & { readonly apps: readonly PartnerApp[] }) {
  return (
    <Table
      heads={[
        'ourCompany.name',
        'ourCompany.kind',
        'connections.scopes',
        'connections.redirects',
        'ourCompany.state',
        'ourCompany.actions',
      ]}
    >
      {apps.map((app) => (
        <AppRow key={app.id} app={app} onSecret={onSecret} />
      ))}
    </Table>
  )
}

function AppRow({ app, onSecret }: OnSecret & { readonly app: PartnerApp }) {
  const { t, list, instant } = useWords()
  const { id, name, clientId, type, scopes, redirectUris, revokedAt } = app
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={lists.id}>{clientId}</span>
      </th>
      <td>{t(`connections.app.${type}`)}</td>
      <td className={lists.words}>
        {list(scopes.map((scope) => t(`connections.scope.${scope}`)))}
      </td>
      <td className={lists.words}>{list(redirectUris)}</td>
      <td>
        {revokedAt === undefined
          ? t('ourCompany.state.ACTIVE')
          : t('connections.revokedAt', { time: instant(revokedAt) })}
      </td>
      <td>
        {revokedAt === undefined && (
          <div className={lists.buttons}>
            {type === 'confidential' && (
              <Ask
                ask={t('connections.rotateSecret')}
                label={t('connections.rotateSecretOf', { name })}
                act={t('connections.rotateNow')}
                effect={t('connections.rotateEffect')}
                run={async (form) => onSecret(await rotateAppSecret(id, overlapIn(form)))}
              >
                <OverlapSelect />
              </Ask>
            )}
            <Ask
              ask={t('ourCompany.revoke')}
              label={t('connections.revokeApp', { name })}
              act={t('ourCompany.revokeNow')}
              effect={t('connections.revokeAppEffect')}
              done={t('connections.revoked', { name })}
              run={() => revokeApp(id)}
            />
          </div>
        )}
      </td>
    </tr>
  )
}
