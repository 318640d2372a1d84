import * as contract from '@saldo/contract/reports/audit'
import { actSentence, changesLine, labelInWords, nounNames } from '@saldo/domain/audit/audit-words'
import { formatDateTime } from '@saldo/domain/dates'
import { summaryOf } from '../../db/listing.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { auditList } from './audit-list.ts'

const listAuditLines = serveList(contract.listAuditLines, auditList)

const summariseAuditLines = serve(contract.summariseAuditLines, async ({ tx, query }) => {
  const sums = await summaryOf(tx, auditList, query, (of) => of`count(*)::int as count`)
  return sums as { count: number }
})

const columns: Record<string, ListColumn> = {
  at: { header: 'Quando', kind: 'text', value: ({ at }) => formatDateTime(at) },
  actor: {
    header: 'Chi',
    kind: 'text',
    value: ({ actor, flag_super_user, acted_for, acted_because }) => {
      if (!flag_super_user) return actor
      return acted_for === null
        ? `${actor} (backoffice)`
        : `${actor} (backoffice) per ${acted_for}: ${acted_because}`
    },
  },
  noun: { header: 'Che cosa', kind: 'text', value: ({ noun }) => nounNames[noun] ?? noun },
  label: { header: 'Nome', kind: 'text', value: ({ noun, label }) => labelInWords({ noun, label }) },
  act: { header: 'Azione', kind: 'text', value: ({ noun, part, act }) => actSentence({ noun, part, act }) },
  changes: {
    header: 'Che cosa è cambiato',
    kind: 'text',
    value: ({ noun, before, after }) => changesLine({ noun, before, after }),
  },
}

const exportAuditLines = serveAcross(contract.exportAuditLines, ({ as, services, query }) =>
  exportReply({ as, services, listing: auditList, query, columns, name: 'storia' }),
)

export const auditRoutes = [listAuditLines, summariseAuditLines, exportAuditLines]
