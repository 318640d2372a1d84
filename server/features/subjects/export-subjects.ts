import * as contract from '@saldo/contract/registry/subjects'
import { exportReply } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { subjectColumns } from './subject-columns.ts'
import { subjectsList } from './subjects-list.ts'

export const exportSubjects = serveAcross(contract.exportSubjects, ({ as, services, query }) =>
  exportReply({ as, services, listing: subjectsList, query, columns: subjectColumns, name: 'anagrafica' }),
)
