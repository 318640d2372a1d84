import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The look of code, in the colours of the theme; light and dark follow the page's variables. */
export const codeTheme = [
  EditorView.theme({
    '&': { color: 'var(--saldo-text)', backgroundColor: 'var(--saldo-paper)', fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: '20px' },
    '.cm-content': { caretColor: 'var(--saldo-text)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--saldo-text)' },
    '.cm-gutters': {
      backgroundColor: 'var(--saldo-desk)',
      color: 'var(--saldo-dim)',
      borderRight: '1px solid var(--saldo-line)',
    },
    '.cm-activeLine': { backgroundColor: 'transparent' },
    '.cm-activeLineGutter': { backgroundColor: 'var(--saldo-pick)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--saldo-info-tint)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
      backgroundColor: 'var(--saldo-warning-tint)',
      color: 'inherit',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--saldo-raised)',
      color: 'var(--saldo-text)',
      border: '1px solid var(--saldo-line)',
      boxShadow: 'var(--saldo-shadow)',
    },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--saldo-accent)',
      color: 'var(--saldo-on-accent)',
    },
    '.cm-panels': { backgroundColor: 'var(--saldo-desk)', color: 'var(--saldo-text)' },
    '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--saldo-success-tint)' },
    '.cm-deletedChunk': { backgroundColor: 'var(--saldo-danger-tint)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      {
        tag: [tags.keyword, tags.operatorKeyword, tags.tagName],
        color: 'var(--saldo-accent)',
        fontWeight: '600',
      },
      { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--saldo-success)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--saldo-info)' },
      {
        tag: [tags.comment, tags.lineComment, tags.blockComment],
        color: 'var(--saldo-dim)',
        fontStyle: 'italic',
      },
      { tag: [tags.typeName, tags.attributeName], color: 'var(--saldo-reversed)' },
    ]),
  ),
]
