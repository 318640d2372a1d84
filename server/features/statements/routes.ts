import { getStatement } from './get-statement.ts'
import { getStatementPdf } from './get-statement-pdf.ts'

export const statementRoutes = [getStatement, getStatementPdf]
