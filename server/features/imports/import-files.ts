import type { Endpoint, IdParams } from '@saldo/contract/endpoint'
import * as contract from '@saldo/contract/imports'
import * as registry from '@saldo/contract/registry-imports'
import type { z } from 'zod'
import { xlsxStream } from '../../exports/write-xlsx.ts'
import { notFound } from '../../http/errors.ts'
import { asFile, serve, serveAcross } from '../../http/serve.ts'
import { billsTemplate } from './bills/bills-template.ts'
import { registryTemplate } from './registry/registry-template.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const importTemplate = serve(contract.importTemplate, async () =>
  asFile(await billsTemplate(), 'Bollette da importare.xlsx', xlsx),
)

export const templateOfRegistry = serve(registry.registryTemplate, async () =>
  asFile(await registryTemplate(), 'Condomìni da importare.xlsx', xlsx),
)

/** The wrong rows with their reasons, as a file to correct beside the original. */
const errorsOf = (
  endpoint: Endpoint<Endpoint['route'], IdParams, z.ZodObject, z.ZodType, z.ZodUnknown>,
  kind: contract.ImportKind,
) =>
  serveAcross(endpoint, async ({ as, params }) => {
    const { file_name, rows } = await as(async (tx) => {
      const [stored] =
        await tx`select file_name from imports where import_id = ${params.id} and kind = ${kind}`
      if (!stored) throw notFound('L’importazione')
      const rows = await tx`
      select r.sheet, r.row, i->>'ref' as ref, i->>'header' as header, i->>'value' as value, i->>'message' as message
      from import_rows r, jsonb_array_elements(r.issues) i
      where r.import_id = ${params.id} and r.status in ('error', 'left_out')
      order by r.row_id limit 20000`
      return { file_name: stored.file_name, rows }
    })
    const columns = ['Foglio', 'Riga', 'Cella', 'Colonna', 'Valore', 'Che cosa non va'].map((header) => ({
      header,
      kind: header === 'Riga' ? ('number' as const) : ('text' as const),
    }))
    const cells = rows.map(({ sheet, row, ref, header, value, message }) => [
      sheet,
      row,
      ref,
      header,
      value,
      message,
    ])
    return asFile(xlsxStream(columns, cells), `Righe da correggere, ${file_name}.xlsx`, xlsx)
  })
export const importErrors = errorsOf(contract.importErrors, 'bills')
export const registryImportErrors = errorsOf(registry.registryImportErrors, 'registry')
