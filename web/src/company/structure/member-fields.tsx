import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import {
  type CompanyRole,
  companyRoles,
  type InvitationDraft,
  type Member,
  type MemberChange,
  rolesForUnits,
  type UnitRole,
} from './people-api.ts'
import { UnitSelect } from './unit-select.tsx'
import type { UnitTree } from './unit-tree.ts'

type Props = { readonly member: Member; readonly tree: UnitTree }

/** The roles and the unit of a member. Each role for a unit can be taken away, and one can be added. */
export function MemberFields({ member: { roles, unitId, unitRoles = [] }, tree }: Props) {
  const { t } = useWords()
  return (
    <>
      <RoleBoxes chosen={roles} />
      <UnitSelect
        name="unitId"
        label={t('ourCompany.unit')}
        none={t('ourCompany.noUnit')}
        tree={tree}
        chosen={unitId}
      />
      {unitRoles.length > 0 && (
        <fieldset className={lists.choices}>
          <legend>{t('ourCompany.unitRoles')}</legend>
          {unitRoles.map((unitRole) => (
            <label key={keyOf(unitRole)} className={lists.choice}>
              <input type="checkbox" name="unitRole" value={keyOf(unitRole)} defaultChecked />
              {t('ourCompany.roleForUnit', {
                role: t(`ourCompany.role.${unitRole.role}`),
                unit: tree.pathOf(unitRole.unitId),
              })}
            </label>
          ))}
        </fieldset>
      )}
      <AddedUnitRole tree={tree} />
    </>
  )
}

/** The unit of a new colleague, and one role for a unit. Shows nothing when the company has no units. */
export function UnitFields({ tree }: { readonly tree: UnitTree }) {
  const { t } = useWords()
  if (tree.all.length === 0) return null
  return (
    <>
      <UnitSelect
        name="unitId"
        label={t('ourCompany.unit')}
        none={t('ourCompany.noUnit')}
        tree={tree}
      />
      <AddedUnitRole tree={tree} />
    </>
  )
}

function AddedUnitRole({ tree }: { readonly tree: UnitTree }) {
  const { t } = useWords()
  if (tree.all.length === 0) return null
  return (
    <>
      <Field label={t('ourCompany.addRole')}>
        <select name="addedRole" defaultValue="">
          <option value="">{t('ourCompany.noRole')}</option>
          {rolesForUnits.map((role) => (
            <option key={role} value={role}>
              {t(`ourCompany.role.${role}`)}
            </option>
          ))}
        </select>
      </Field>
      <UnitSelect
        name="addedUnit"
        label={t('ourCompany.addRoleFor')}
        none={t('ourCompany.noUnit')}
        tree={tree}
      />
    </>
  )
}

/** The roles for the whole company. */
export function RoleBoxes({ chosen }: { readonly chosen: readonly string[] }) {
  const { t } = useWords()
  return (
    <fieldset className={lists.choices}>
      <legend>{t('ourCompany.roles')}</legend>
      {companyRoles.map((role) => (
        <label key={role} className={lists.choice}>
          <input type="checkbox" name="role" value={role} defaultChecked={chosen.includes(role)} />
          {t(`ourCompany.role.${role}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Who takes over the API keys that would lose rights. */
export function HeirSelect({ heirs }: { readonly heirs: readonly Member[] }) {
  const { t } = useWords()
  return (
    <Field label={t('ourCompany.heir')} hint={t('ourCompany.heirHint')}>
      <select name="heir" defaultValue="">
        <option value="">{t('ourCompany.noHeir')}</option>
        {heirs.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function rolesIn(form: FormData): CompanyRole[] {
  const chosen = form.getAll('role')
  return companyRoles.filter((role) => chosen.includes(role))
}

/** Only what differs: a colleague may change the rest meanwhile. */
export function changeOf(member: Member, form: FormData): MemberChange {
  const roles = rolesIn(form)
  const unitId = optionalText(form, 'unitId')
  const unitRoles = unitRolesIn(member, form)
  const heir = optionalText(form, 'heir')
  const before = member.unitRoles ?? []
  return {
    ...(!isSame(roles, member.roles) && {
      roles,
      ...(heir !== null && { handOverKeysTo: heir }),
    }),
    ...(unitId !== (member.unitId ?? null) && { unitId }),
    ...(!isSame(unitRoles.map(keyOf), before.map(keyOf)) && { unitRoles }),
  }
}

export function invitationIn(form: FormData): InvitationDraft {
  const unitId = optionalText(form, 'unitId')
  const unitRoles = addedUnitRoles(form)
  return {
    email: textOf(form, 'email'),
    roles: rolesIn(form),
    ...(unitId !== null && { unitId }),
    ...(unitRoles.length > 0 && { unitRoles }),
  }
}

/** One at most. */
function addedUnitRoles(form: FormData): UnitRole[] {
  const role = rolesForUnits.find((name) => name === form.get('addedRole'))
  const unitId = optionalText(form, 'addedUnit')
  return role !== undefined && unitId !== null ? [{ role, unitId }] : []
}

function unitRolesIn({ unitRoles = [] }: Member, form: FormData): UnitRole[] {
  const kept = form.getAll('unitRole')
  const all = [...unitRoles.filter((one) => kept.includes(keyOf(one))), ...addedUnitRoles(form)]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

const keyOf = ({ role, unitId }: UnitRole) => `${role} ${unitId}`

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join()
}
