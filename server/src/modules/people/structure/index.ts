export { createStructure, type Structure } from './service.ts'
export { structureModule } from './structure-module.ts'
export { levelsMax } from './units/tree.ts'
export { UnitId } from './units/unit-schemas.ts'
export { findCompanyOfUnit, findUnit, listUnitsBelow, requireOpenUnit } from './units/unit-store.ts'
export {
  lineOfUnits,
  unitsAbove,
  unitsAround,
  unitsOfMember,
  unitsOfPurchase,
} from './units/units-of-member.ts'
export {
  type BuyingUnit,
  buyingUnitOf,
  isOfUnits,
  refusalOfUnit,
  unitsWithPermission,
  unitsWithScope,
} from './units/units-of-roles.ts'
