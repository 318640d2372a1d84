import {
  exportArrears,
  exportSubjectArrears,
  listArrears,
  listSubjectArrears,
  summariseArrears,
  summariseSubjectArrears,
} from './arrears-lists.ts'

export const arrearsRoutes = [
  listArrears,
  summariseArrears,
  exportArrears,
  listSubjectArrears,
  summariseSubjectArrears,
  exportSubjectArrears,
]
