import { type Static, Type } from 'typebox'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { MoneyView } from '#platform/http'
import { Reference } from './reference.ts'

export const allocationsMax = 20

/** Decimals of a percentage. */
export const percentPlaces = 4

export const accountingFields = ['costCenter', 'glAccount', 'project'] as const

/** What the buyer's accounting books something on. */
export type Accounting = {
  readonly [Field in (typeof accountingFields)[number]]?: string | undefined
}

const percentForm = `^[0-9]{1,3}(\\.[0-9]{1,${percentPlaces}})?$`

/** A part of a line, as a request names it. */
export const RequestedAllocations = Type.Array(
  record('RequestedAllocation', 'A part of a line, and what your accounting books it on.', {
    costCenter: Type.Optional(Reference),
    glAccount: Type.Optional(Reference),
    project: Type.Optional(Reference),
    percent: Type.Optional(
      Type.String({
        pattern: percentForm,
        maxLength: 8,
        description: 'The part in percent, with up to four decimals.',
      }),
    ),
    quantity: Type.Optional(
      quantitySchema({ description: 'The part as a quantity, in the unit of the line.' }),
    ),
    amount: Type.Optional(
      withDescription(
        MoneyView,
        'The part as an amount of the line, after its discount and before tax.',
      ),
    ),
  }),
  {
    minItems: 1,
    maxItems: allocationsMax,
    description:
      'Divides the line among cost centres, GL accounts and projects, instead of its `costCenter`, `glAccount` and `project`. All allocations of a line say their part in the same way: `percent` (together exactly 100), `quantity` (together the quantity of the line) or `amount` (together the line after its discount and before tax). What an allocation does not name comes from the delivery or the order.',
    examples: [
      [
        { costCenter: '4711', percent: '60' },
        { costCenter: '4712', percent: '40' },
      ],
    ],
  },
)

/** A part of a line, as orders store and show it. */
export const AllocationViews = Type.Array(
  record('Allocation', 'A part of a line, and what the accounting of the buyer books it on.', {
    costCenter: Type.Optional(Type.String()),
    glAccount: Type.Optional(Type.String()),
    project: Type.Optional(Type.String()),
    percent: Type.Optional(
      Type.String({ description: 'Present if the buyer divided the line in percent.' }),
    ),
    quantity: Type.Optional(
      quantitySchema({ description: 'Present if the buyer divided the line by its quantity.' }),
    ),
    amount: withDescription(
      MoneyView,
      'The part of the line after its discount and before tax. The parts add up to the line.',
    ),
    tax: Type.Optional(
      withDescription(
        MoneyView,
        'The part of the tax of the line. Absent if the line has no tax of its own.',
      ),
    ),
  }),
  { description: 'Present if the line is divided among cost centres, GL accounts or projects.' },
)

export type RequestedAllocation = Static<typeof RequestedAllocations>[number]
export type Allocation = Static<typeof AllocationViews>[number]
