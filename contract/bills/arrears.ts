import { ageBands } from '@saldo/domain/arrears/arrears'
import { z } from 'zod'
import { Id, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, centsRange, listEndpoints } from '../list.ts'

const bands = {
  late_30: z.number(),
  late_90: z.number(),
  late_180: z.number(),
  late_365: z.number(),
  late_more: z.number(),
}
/** The overdue amount, split by days of lateness; the bands sum to `overdue`. Cents, as of today. */
const overdue = {
  ...bands,
  overdue: z.number(),
  oldest_due: fields.StoredDay.meta({ description: 'Due date of the oldest instalment that is not paid' }),
  act_by: fields.StoredDay.meta({
    description: 'Until when the administrator must have acted for the oldest debt (art. 1129 c.c.)',
  }),
}
const totals = z.object({ count: z.number(), overdue: z.number(), ...bands })
const bandIds = ageBands.map(({ id }) => id) as ['late_30', 'late_90', 'late_180', 'late_365', 'late_more']
const filters = {
  ...centsRange('overdue'),
  band: anyOf(bandIds).meta({ description: 'Those with something in any of these bands' }),
  act: z.enum(['passed', 'ahead']).optional().meta({ description: 'Whether act_by has passed' }),
}
const sorts = ['overdue', ...bandIds, 'oldest_due'] as const

export const AccountArrears = z
  .object({ account_id: z.number(), name: z.string(), subjects: z.number(), ...overdue })
  .meta({ id: 'AccountArrears' })
export type AccountArrears = z.infer<typeof AccountArrears>

export const {
  list: listArrears,
  summarise: summariseArrears,
  export: exportArrears,
} = listEndpoints('arrears', {
  records: 'Arrears by age, condominium by condominium',
  record: 'account',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: AccountArrears,
  totals,
  sorts: ['name', ...sorts],
  columns: ['name', 'subjects', 'overdue', ...bandIds, 'oldest_due', 'act_by'],
  filters,
})

export const SubjectArrears = z
  .object({
    subject_id: z.number(),
    nominative: z.string(),
    accounts: z.string(),
    bills: z.number(),
    ...overdue,
  })
  .meta({ id: 'SubjectArrears' })
export type SubjectArrears = z.infer<typeof SubjectArrears>

export const {
  list: listSubjectArrears,
  summarise: summariseSubjectArrears,
  export: exportSubjectArrears,
} = listEndpoints('arrears/subjects', {
  records: 'Arrears by age, person by person, of all condominiums or of one',
  record: 'subject',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  row: SubjectArrears,
  totals,
  sorts: ['nominative', ...sorts],
  columns: ['nominative', 'accounts', 'bills', 'overdue', ...bandIds, 'oldest_due', 'act_by'],
  filters: { account_id: Id('account').optional(), ...filters },
})
