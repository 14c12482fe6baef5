import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Ask } from '../fields/ask.tsx'
import { optionalText } from '../fields/read-fields.ts'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import { Invitations } from './invitations.tsx'
import { changeOf, HeirSelect, MemberFields } from './member-fields.tsx'
import { changeMember, listAdmins, listMembers, type Member, removeMember } from './people-api.ts'
import type { UnitTree } from './unit-tree.ts'
import { useUnits } from './use-units.ts'

type Props = { readonly mayChange: boolean }

/** Who belongs to the company, with roles and units, and who is invited. */
export function People({ mayChange }: Props) {
  const { t } = useWords()
  const { data: tree } = useUnits()
  const found = useInfiniteQuery({
    queryKey: ['members', 'page'],
    queryFn: ({ pageParam, signal }) => listMembers(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  })
  const members = found.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <Refusal error={found.error} />
      <CsvLink list="members" />
      {members !== undefined && <MemberTable {...{ members, tree, mayChange }} />}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('catalogue.more')}
        </Button>
      )}
      {mayChange && <Invitations />}
    </>
  )
}

type TableProps = Props & {
  readonly members: readonly Member[]
  readonly tree: UnitTree | undefined
}

function MemberTable({ members, tree, mayChange }: TableProps) {
  const { t, list, instant } = useWords()
  return (
    <Table
      heads={[
        'ourCompany.name',
        'ourCompany.roles',
        'ourCompany.unit',
        'ourCompany.joined',
        mayChange && 'ourCompany.actions',
      ]}
    >
      {members.map((member) => (
        <tr key={member.userId}>
          <th scope="row">
            {member.name}
            <span className={lists.name}>{member.email}</span>
          </th>
          <td className={lists.words}>
            {list(member.roles.map((role) => t(`ourCompany.role.${role}`)))}
            {member.unitRoles?.map(({ role, unitId }) => (
              <div key={`${role} ${unitId}`}>
                {t('ourCompany.roleForUnit', {
                  role: t(`ourCompany.role.${role}`),
                  unit: tree?.pathOf(unitId) ?? '',
                })}
              </div>
            ))}
          </td>
          <td className={lists.words}>{member.unitId && tree?.pathOf(member.unitId)}</td>
          <td>
            <time dateTime={member.joinedAt}>{instant(member.joinedAt)}</time>
          </td>
          {mayChange && <td>{tree && <MemberActions member={member} tree={tree} />}</td>}
        </tr>
      ))}
    </Table>
  )
}

function MemberActions({ member, tree }: { readonly member: Member; readonly tree: UnitTree }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const { data: admins = [] } = useQuery({
    queryKey: ['members', 'admins'],
    queryFn: ({ signal }) => listAdmins(signal),
  })
  const { userId, name } = member
  const heirs = admins.filter((admin) => admin.userId !== userId)
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        effect={t('ourCompany.memberEffect')}
        run={(form) => changeMember(userId, changeOf(member, form))}
      >
        <MemberFields member={member} tree={tree} />
        <HeirSelect heirs={heirs} />
      </Ask>
      {me && me.person.id !== userId && (
        <Ask
          ask={t('ourCompany.remove')}
          label={t('ourCompany.removeOf', { name })}
          act={t('ourCompany.removeNow')}
          effect={t('ourCompany.removeEffect')}
          done={t('ourCompany.removed', { name })}
          run={(form) => removeMember(userId, optionalText(form, 'heir'))}
        >
          <HeirSelect heirs={heirs} />
        </Ask>
      )}
    </div>
  )
}
