import {
  exportArrears,
  exportSubjectArrears,
  listArrears,
  listSubjectArrears,
  summariseArrears,
  summariseSubjectArrears,
} from './list-arrears.ts'

export const arrearsRoutes = [
  listArrears,
  summariseArrears,
  exportArrears,
  listSubjectArrears,
  summariseSubjectArrears,
  exportSubjectArrears,
]
