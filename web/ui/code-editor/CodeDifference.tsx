import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import styles from './CodeEditor.module.css'
import { codeTheme } from './code-theme.ts'

/** What changed between two texts, line by line; it cannot be edited. Load it lazily. */
export default function CodeDifference({
  label,
  before,
  after,
  language = [],
}: {
  label: string
  before: string
  after: string
  language?: Extension
}) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          codeTheme,
          language,
          EditorView.lineWrapping,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          unifiedMergeView({ original: before, mergeControls: false, gutter: true }),
        ],
      }),
    })
    return () => view.destroy()
  }, [label, before, after, language])
  return <div ref={host} className={styles.difference} />
}
