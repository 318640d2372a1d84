import type { Route } from '../../http/serve.ts'
import { addRightHolder, changeRightHolder, removeRightHolder } from './edit-holders.ts'
import { createWeightTable, deleteWeightTable, updateWeightTable } from './edit-tables.ts'
import { createUnit, deleteUnit, updateUnit } from './edit-units.ts'
import { getRegister } from './read-register.ts'

export const unitRoutes: Route[] = [
  getRegister,
  createUnit,
  updateUnit,
  deleteUnit,
  addRightHolder,
  changeRightHolder,
  removeRightHolder,
  createWeightTable,
  updateWeightTable,
  deleteWeightTable,
]
