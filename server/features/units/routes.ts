import type { Route } from '../../http/serve.ts'
import { addRightHolder, changeRightHolder, removeRightHolder, replaceRightHolder } from './edit-holders.ts'
import { createWeightTable, deleteWeightTable, updateWeightTable } from './edit-tables.ts'
import { createUnit, deleteUnit, updateUnit } from './edit-units.ts'
import { exportUnits } from './export-units.ts'
import { listMyUnits } from './my-units.ts'
import { getRegister } from './read-register.ts'
import { listUnits, summariseUnits } from './units-list.ts'

export const unitRoutes: Route[] = [
  getRegister,
  listUnits,
  summariseUnits,
  exportUnits,
  listMyUnits,
  createUnit,
  updateUnit,
  deleteUnit,
  addRightHolder,
  changeRightHolder,
  replaceRightHolder,
  removeRightHolder,
  createWeightTable,
  updateWeightTable,
  deleteWeightTable,
]
