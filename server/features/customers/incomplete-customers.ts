import * as contract from '@saldo/contract/registry/customers'
import { customerFieldNames } from '@saldo/domain/registry/customer'
import { summaryOf } from '../../db/listing.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { exportReply } from '../../exports/export-reply.ts'
import { serveWholeList } from '../../exports/serve-whole-list.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { customerColumns } from './customer-columns.ts'
import { requireGroupAndSector } from './groups-and-sectors.ts'
import { incompleteDetail, incompleteList, withMissing } from './incomplete-list.ts'

const listIncomplete = serveWholeList(contract.listIncomplete, incompleteList, withMissing)

const summariseIncomplete = serve(contract.summariseIncomplete, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, incompleteList, query, (of) => of`count(*) as count`)
  return { count }
})

const exportIncomplete = serveAcross(contract.exportIncomplete, ({ as, services, query }) =>
  exportReply({
    as,
    services,
    listing: incompleteList,
    query,
    columns: {
      ...customerColumns,
      missing: {
        header: 'Manca',
        kind: 'text',
        value: (row) =>
          Object.keys(withMissing(row).missing)
            .map((field) => customerFieldNames[field as keyof typeof customerFieldNames])
            .join(', '),
      },
    },
    name: 'clienti-incompleti',
  }),
)

const getIncomplete = serve(contract.getIncomplete, async ({ tx, params }) => {
  return incompleteDetail(tx, params.incomplete_id)
})

const saveIncomplete = serve(
  contract.saveIncomplete,
  async ({ tx, actor, body: { incomplete_id, ...body } }) => {
    await requireGroupAndSector(tx, body)
    const kept = omitUndefined(body)
    const [row] = incomplete_id
      ? await tx`
        update incomplete_customers set ${tx({ ...kept, updated_at: new Date().toISOString() })}
        where incomplete_id = ${incomplete_id} returning incomplete_id`
      : await tx`
        insert into incomplete_customers ${tx({ ...kept, created_by: actor.user_id })} returning incomplete_id`
    if (!row) throw notFound('Il cliente incompleto')
    return incompleteDetail(tx, row.incomplete_id)
  },
)

const removeIncomplete = serve(contract.removeIncomplete, async ({ tx, params }) => {
  const { count } = await tx`delete from incomplete_customers where incomplete_id = ${params.incomplete_id}`
  if (count === 0) throw notFound('Il cliente incompleto')
  return undefined
})

export const incompleteRoutes = [
  listIncomplete,
  summariseIncomplete,
  exportIncomplete,
  getIncomplete,
  saveIncomplete,
  removeIncomplete,
]
