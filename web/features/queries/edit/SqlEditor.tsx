import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import CodeDifference from '../../../ui/code-editor/CodeDifference.tsx'
import CodeEditor from '../../../ui/code-editor/CodeEditor.tsx'
import { queryTablesQuery } from '../queries-query.ts'

/** The text of a query, completed with the tables and columns that queries may read. */
export default function SqlEditor(field: {
  value: string
  onChange: (value: string) => void
  onRun: () => void
  error: string | null
  autoFocus?: boolean
}) {
  const { data } = useQuery(queryTablesQuery)
  const language = useMemo(
    () =>
      sql({
        dialect: PostgreSQL,
        schema: Object.fromEntries(
          (data?.tables ?? []).map(({ name, columns }) => [
            name,
            columns.map((column) => ({ label: column.name, detail: column.type, type: 'property' })),
          ]),
        ),
      }),
    [data],
  )
  return <CodeEditor {...field} label="Testo SQL" language={language} />
}

const plain = sql({ dialect: PostgreSQL })

/** The text of one version beside another. */
export const SqlDifference = (texts: { before: string; after: string }) => (
  <CodeDifference {...texts} label="Cosa cambia nel testo" language={plain} />
)
