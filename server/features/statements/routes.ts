import { getStatement } from './get-statement.ts'
import { getStatementPdf } from './get-statement-pdf.ts'
import { listMyStatements, myStatementPdf } from './my-statements.ts'

export const statementRoutes = [getStatement, getStatementPdf, listMyStatements, myStatementPdf]
