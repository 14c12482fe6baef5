export { createStructure, type Structure } from './service.ts'
export { structureModule } from './structure-module.ts'
export { findUnit, listUnitsBelow, requireOpenUnit } from './units/unit-store.ts'
export { unitsOfMember } from './units/units-of-member.ts'
