import { Link } from '@tanstack/react-router'
import { endIncident } from '../api.ts'
import type { Incident } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { Actions } from '../components/actions.tsx'
import card from '../components/card.module.css'
import { Facts } from '../components/facts.tsx'
import { Mark } from '../components/mark.tsx'
import { RecordFrame } from '../components/record.tsx'
import { useWords } from '../language/use-words.ts'
import { Details } from './details.tsx'
import { getIncident, silenceIncident } from './incidents-api.ts'
import type { RecordPageProps } from './record-kinds.ts'
import { RecordName } from './record-name.tsx'
import { Timeline, type TimelineEntry } from './timeline.tsx'

/** One incident: what is wrong, since when, and who does something about it. */
export function IncidentPage({ recordId }: RecordPageProps) {
  const { t } = useWords()
  return (
    <RecordFrame
      title={t('incident.title', { id: recordId })}
      queryKey={['record', recordId]}
      read={(signal) => getIncident(recordId, signal)}
    >
      {(incident) => (
        <>
          <IncidentFacts incident={incident} />
          {incident.status === 'firing' && <IncidentActions incident={incident} />}
          <Details title="incident.details" values={incident.details} />
          <History incident={incident} />
        </>
      )}
    </RecordFrame>
  )
}

function IncidentFacts({ incident }: { readonly incident: Incident }) {
  const { t, number, instant } = useWords()
  const { key, severity, status, summary, companyId, occurrences, notices, silenced } = incident
  return (
    <Facts
      facts={[
        [
          t('lists.column.state'),
          <span key="state" className={card.state}>
            <Mark tone={status === 'firing' ? severity : 'good'} />
            {t(`incident.status.${status}`)}
          </span>,
        ],
        [t('work.incidents.problem'), summary],
        [
          t('operations.runbook'),
          <Link key="key" to="/admin/runbooks/$name" params={{ name: key }}>
            {key}
          </Link>,
        ],
        [t('lists.column.company'), companyId && <RecordName id={companyId} />],
        [t('work.incidents.times'), number(occurrences)],
        [t('incident.notices'), number(notices)],
        [
          t('incident.silencedUntil'),
          silenced && (
            <>
              {t('incident.silenced', { time: instant(silenced.until), note: silenced.note })}
              <RecordName id={silenced.by} />
            </>
          ),
        ],
      ]}
    />
  )
}

const silences = ['60', '240', '1440', '10080', '0'] as const

function IncidentActions({ incident: { id } }: { readonly incident: Incident }) {
  const { t } = useWords()
  return (
    <Actions>
      <Action
        ask={t('work.incidents.resolve')}
        label={t('work.incidents.resolveOf', { id })}
        act={t('work.incidents.resolve')}
        effect={t('work.incidents.again')}
        fields={[
          {
            name: 'note',
            label: 'work.incidents.how',
            missing: 'work.incidents.sayHow',
            maxLength: 1_000,
          },
        ]}
        run={({ note = '' }) => endIncident(id, note)}
      />
      <Action
        ask={t('incident.silence')}
        label={t('incident.silenceOf', { id })}
        act={t('incident.silenceNow')}
        effect={t('incident.silenceEffect')}
        fields={[
          {
            name: 'minutes',
            label: 'incident.for',
            choices: silences.map((value) => ({ value, label: t(`incident.for.${value}`) })),
          },
          {
            name: 'note',
            label: 'records.actions.reason',
            missing: 'lists.sayWhy',
            maxLength: 1_000,
          },
        ]}
        run={({ minutes = '60', note = '' }) => silenceIncident(id, Number(minutes), note)}
      />
    </Actions>
  )
}

function History({ incident }: { readonly incident: Incident }) {
  const { t } = useWords()
  const { firedAt, lastSeenAt, lastNoticeAt, resolvedAt, ended } = incident
  const happened: TimelineEntry[] = [
    { at: firedAt, text: t('incident.timeline.fired') },
    { at: lastNoticeAt, text: t('incident.timeline.noticed') },
    { at: lastSeenAt, text: t('incident.timeline.seen') },
    ...(resolvedAt
      ? [{ at: resolvedAt, text: ended?.note ?? t('incident.timeline.resolved'), by: ended?.by }]
      : []),
  ]
  return <Timeline entries={happened.toSorted((one, other) => (one.at < other.at ? -1 : 1))} />
}
