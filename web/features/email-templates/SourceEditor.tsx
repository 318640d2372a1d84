import { xml } from '@codemirror/lang-xml'
import CodeEditor from '../../ui/code-editor/CodeEditor.tsx'

const language = xml()

/** The MJML of a design. The editor knows one line break only, so the others are put back: a source with CRLF keeps them. */
export default function SourceEditor({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) {
  const windows = value.includes('\r\n')
  return (
    <CodeEditor
      label="Sorgente MJML"
      language={language}
      value={windows ? value.replaceAll('\r\n', '\n') : value}
      onChange={(text) => {
        const source = windows ? text.replaceAll('\n', '\r\n') : text
        if (source !== value) onChange(source)
      }}
    />
  )
}
