import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../form/FieldError.tsx'
import styles from './CodeEditor.module.css'
import { codeTheme } from './code-theme.ts'

/**
 * A field for code. Tab leaves it, as any field; Ctrl+Enter (⌘ on a Mac) calls `onRun`. `language` brings the colours and the
 * completion. Load it lazily: it weighs about 130 kB.
 */
export default function CodeEditor({
  label,
  value,
  onChange,
  onRun,
  language = [],
  error = null,
  autoFocus = false,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  onRun?: () => void
  /** Keep it the same object while it does not change. */
  language?: Extension
  error?: string | null
  autoFocus?: boolean
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const now = useRef({ onChange, onRun })
  now.current = { onChange, onRun }
  const parts = useRef({ language: new Compartment(), attributes: new Compartment() })
  const error_id = useId()
  const attributes = () =>
    EditorView.contentAttributes.of({
      'aria-label': label,
      ...(error && { 'aria-invalid': 'true', 'aria-describedby': error_id }),
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below bring it up to date
  useEffect(() => {
    const run = () => {
      now.current.onRun?.()
      return now.current.onRun !== undefined
    }
    const made = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: value,
        extensions: [
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
          basicSetup,
          codeTheme,
          EditorView.lineWrapping,
          // Put the list of completions into the page, because a small editor would cut it off.
          tooltips({ parent: document.body }),
          EditorState.phrases.of(italian),
          parts.current.language.of(language),
          parts.current.attributes.of(attributes()),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) now.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    if (autoFocus) made.focus()
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(language) })
  }, [language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the attributes are made of
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.attributes.reconfigure(attributes()) })
  }, [label, error])

  return (
    <div>
      <div ref={host} className={`${styles.editor} ${error ? styles.wrong : ''}`} />
      {error && (
        <p id={error_id} className={styles.error}>
          <FieldError>{error}</FieldError>
        </p>
      )}
    </div>
  )
}

/** The words of the editor's own panels and messages. */
const italian = {
  Find: 'Trova',
  Replace: 'Sostituisci',
  next: 'successivo',
  previous: 'precedente',
  all: 'tutti',
  'match case': 'maiuscole',
  regexp: 'espressione regolare',
  'by word': 'parola intera',
  replace: 'sostituisci',
  'replace all': 'sostituisci tutti',
  close: 'chiudi',
  'current match': 'trovato',
  'on line': 'alla riga',
  'Go to line': 'Vai alla riga',
  go: 'vai',
  Completions: 'Completamenti',
  'Folded lines': 'Righe nascoste',
  'Unfolded lines': 'Righe mostrate',
  'Fold line': 'Nascondi',
  'Unfold line': 'Mostra',
}
