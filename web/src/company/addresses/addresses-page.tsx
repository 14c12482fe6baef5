import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import type { BookedAddress } from '../api.ts'
import { CsvLink } from '../csv-link.tsx'
import { AddressFields, addressIn, useAddressProblems } from '../fields/address-fields.tsx'
import { Ask } from '../fields/ask.tsx'
import { Field } from '../fields/field.tsx'
import { optionalText, textOf } from '../fields/read-fields.ts'
import { CompanyPart } from '../frame/company-part.tsx'
import { addressText } from '../orders/address-text.ts'
import { PagedList } from '../paged-list.tsx'
import { maySource } from '../rights.ts'
import { UnitFilter } from '../structure/unit-filter.tsx'
import type { UnitSearch } from '../structure/unit-search.ts'
import { UnitSelect } from '../structure/unit-select.tsx'
import type { UnitTree } from '../structure/unit-tree.ts'
import { useUnits } from '../structure/use-units.ts'
import { Table } from '../table.tsx'
import { useMe } from '../use-me.ts'
import {
  type AddressDraft,
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
} from './address-book-api.ts'

/** The address book: where goods and invoices go, for the company or for a unit. */
export function AddressesPage({ asked: { unit } }: { readonly asked: UnitSearch }) {
  const { t } = useWords()
  const { data: me } = useMe()
  const { data: tree } = useUnits()
  const mayChange = me !== undefined && maySource(me)
  const explain = useAddressProblems()
  return (
    <CompanyPart part="addresses">
      <p>{t('addressBook.about')}</p>
      <UnitFilter tree={tree} unit={unit} to="/company/addresses" />
      <CsvLink list="addresses" query={{ unitId: unit }} />
      <PagedList
        queryKey={['addresses', unit]}
        read={(page, signal) => listAddresses(unit, page, signal)}
        none={t(unit === undefined ? 'addressBook.none' : 'addressBook.noneOfUnit')}
      >
        {(addresses) => <AddressTable {...{ addresses, tree, mayChange }} />}
      </PagedList>
      {mayChange && tree && (
        <div>
          <Ask
            ask={t('addressBook.add')}
            act={t('ourCompany.add')}
            run={(form) => addAddress(draftOf(form))}
            explain={explain}
          >
            <BookFields tree={tree} unitId={unit} country={me.company.country} />
          </Ask>
        </div>
      )}
    </CompanyPart>
  )
}

type TableProps = {
  readonly addresses: readonly BookedAddress[]
  readonly tree: UnitTree | undefined
  readonly mayChange: boolean
}

function AddressTable({ addresses, tree, mayChange }: TableProps) {
  const { t } = useWords()
  return (
    <Table
      heads={[
        'ourCompany.name',
        'addressBook.address',
        'ourCompany.unit',
        'addressBook.default',
        mayChange && 'ourCompany.actions',
      ]}
    >
      {addresses.map((booked) => (
        <tr key={booked.id}>
          <th scope="row">{booked.label}</th>
          <td className={lists.words}>
            {addressText(booked.address)}
            <Contact address={booked.address} />
          </td>
          <td className={lists.words}>
            {booked.unitId === undefined
              ? t('addressBook.wholeCompany')
              : tree?.pathOf(booked.unitId)}
          </td>
          <td>
            <Defaults booked={booked} />
          </td>
          {mayChange && <td>{tree && <AddressActions booked={booked} tree={tree} />}</td>}
        </tr>
      ))}
    </Table>
  )
}

function Contact({ address: { phone, email } }: Pick<BookedAddress, 'address'>) {
  const { list } = useWords()
  const ways = [phone, email].filter((way) => way !== undefined)
  return ways.length > 0 && <div className={lists.quiet}>{list(ways)}</div>
}

function Defaults({ booked }: { readonly booked: BookedAddress }) {
  const { t, list } = useWords()
  return list([
    ...(booked.defaultShipTo ? [t('addressBook.shipTo')] : []),
    ...(booked.defaultBillTo ? [t('addressBook.billTo')] : []),
  ])
}

function AddressActions({
  booked,
  tree,
}: {
  readonly booked: BookedAddress
  readonly tree: UnitTree
}) {
  const { t } = useWords()
  const explain = useAddressProblems()
  const name = booked.label
  return (
    <div className={lists.buttons}>
      <Ask
        ask={t('ourCompany.change')}
        label={t('ourCompany.changeOf', { name })}
        act={t('ourCompany.save')}
        effect={t('addressBook.changeEffect')}
        run={(form) => changeAddress(booked, draftOf(form))}
        explain={explain}
      >
        <BookFields tree={tree} booked={booked} unitId={booked.unitId} />
      </Ask>
      <Ask
        ask={t('addressBook.delete')}
        label={t('addressBook.deleteOf', { name })}
        act={t('addressBook.deleteNow')}
        effect={t('addressBook.changeEffect')}
        done={t('addressBook.deleted', { name })}
        run={() => deleteAddress(booked.id)}
      />
    </div>
  )
}

type BookFieldsProps = {
  readonly tree: UnitTree
  readonly booked?: BookedAddress
  readonly unitId: string | undefined
  /** That of a new address. */
  readonly country?: string
}

function BookFields({ tree, booked, unitId, country }: BookFieldsProps) {
  const { t } = useWords()
  return (
    <>
      <Field label={t('addressBook.label')} hint={t('addressBook.labelHint')}>
        <input
          name="label"
          maxLength={100}
          pattern=".*\S.*"
          required
          defaultValue={booked?.label}
        />
      </Field>
      <AddressFields address={booked?.address ?? { ...(country !== undefined && { country }) }} />
      <UnitSelect
        name="unitId"
        label={t('ourCompany.unit')}
        none={t('addressBook.wholeCompany')}
        tree={tree}
        chosen={unitId}
      />
      <fieldset className={lists.choices}>
        <legend>{t('addressBook.default')}</legend>
        <label className={lists.choice}>
          <input type="checkbox" name="defaultShipTo" defaultChecked={booked?.defaultShipTo} />
          {t('addressBook.shipTo')}
        </label>
        <label className={lists.choice}>
          <input type="checkbox" name="defaultBillTo" defaultChecked={booked?.defaultBillTo} />
          {t('addressBook.billTo')}
        </label>
      </fieldset>
    </>
  )
}

function draftOf(form: FormData): AddressDraft {
  return {
    label: textOf(form, 'label'),
    address: addressIn(form),
    unitId: optionalText(form, 'unitId'),
    defaultShipTo: form.has('defaultShipTo'),
    defaultBillTo: form.has('defaultBillTo'),
  }
}
