import grapesjs, { type Editor } from 'grapesjs'
import 'grapesjs/dist/css/grapes.min.css'
import mjml from 'grapesjs-mjml'
import { useEffect, useRef } from 'react'
import styles from './EmailTemplate.module.css'
import { colourWords, editorWords, writingButtons } from './editor-words.ts'
import type { MergeTag } from './email-template-query.ts'
import { followAttributes } from './follow-attributes.ts'
import { written } from './written-tag.ts'

/**
 * The visual editor (GrapesJS with its MJML blocks). It loads nothing from anywhere: no icon font, no telemetry, no pictures of
 * others. Until something is changed in it, the source stays as it is, byte by byte.
 */
export default function MjmlEditor({
  source,
  project,
  tags,
  onChange,
}: {
  source: string
  project: unknown
  tags: readonly MergeTag[]
  onChange: (source: string, project: unknown) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const told = useRef(onChange)
  told.current = onChange
  const readable = isReadable(source)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once for each design that is opened.
  useEffect(() => {
    if (!readable) return
    const editor = grapesjs.init({
      container: place.current as HTMLElement,
      height: 'var(--editor-height)',
      width: 'auto',
      fromElement: false,
      storageManager: false,
      telemetry: false,
      cssIcons: '',
      noticeOnUnload: false,
      assetManager: { upload: false, embedAsBase64: true },
      plugins: [
        (of) =>
          plugin(of, { columnsPadding: '0', fonts: {}, blocks, useXmlParser: true, useCustomTheme: false }),
        (of) => followAttributes(of, source),
      ],
      // Defaults of attributes are no part of what is seen.
      canvasCss: 'mj-head { display: none }',
      colorPicker: colourWords as never,
      parser: { optionsHtml: { preParser: asXml } },
      i18n: { locale: 'it', detectLocale: false, messages: { it: editorWords } },
      ...(project ? { projectData: project as object } : { components: source }),
    })
    nameButtons(editor)
    addTags(editor, tags)
    let before = sourceOf(editor)
    editor.on('load', () => {
      before = sourceOf(editor)
      nameChoices(editor)
      editor.Panels.getButton('views', 'open-blocks')?.set('active', true)
    })
    editor.on('update', () => {
      const now = sourceOf(editor)
      if (now === before) return
      before = now
      told.current(now, editor.getProjectData())
    })
    return () => editor.destroy()
  }, [])
  if (!readable)
    return (
      <p className={styles.about}>
        L’editor non riesce ad aprire questa sorgente, perché un tag non è chiuso: correggila in Sorgente.
      </p>
    )
  return <div ref={place} className={styles.visual} />
}

/**
 * The editor reads MJML as XML, because HTML knows neither its empty tags nor rows outside a table. What a browser writes while a
 * text is edited is brought into that form: empty tags, named characters, a lone `&`.
 */
export const asXml = (html: string): string =>
  html
    .replace(/<(br|hr|img|col)\b((?:[^>"']|"[^"]*"|'[^']*')*?)\s*\/?>/gi, '<$1$2/>')
    .replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)(\w+;)?/gi, (_whole, name: string | undefined) =>
      name ? characterOf(`&${name}`) : '&amp;',
    )

function characterOf(entity: string): string {
  const text = new DOMParser().parseFromString(entity, 'text/html').body.textContent ?? ''
  return text === entity
    ? `&amp;${entity.slice(1)}`
    : [...text].map((each) => `&#${each.codePointAt(0)};`).join('')
}

const isReadable = (source: string): boolean =>
  new DOMParser().parseFromString(asXml(source), 'application/xml').querySelector('parsererror') === null

/** Words in place of an icon font that would come from elsewhere. */
function nameButtons(editor: Editor): void {
  for (const [id, label] of [
    ['open-blocks', 'Blocchi'],
    ['open-sm', 'Stile'],
    ['open-tm', 'Attributi'],
    ['open-layers', 'Livelli'],
  ] as const)
    editor.Panels.getButton('views', id)?.set({ label, className: '', attributes: { title: label } })
  // What they do is on the page already, or in the tab Sorgente.
  for (const id of ['sw-visibility', 'preview', 'fullscreen', 'export-template', 'mjml-import'])
    editor.Panels.removeButton('options', id)
}

/** The same for the choices of a style, and for the buttons above a text. */
function nameChoices(editor: Editor): void {
  for (const [name, title] of Object.entries(writingButtons)) {
    const button = editor.RichTextEditor.get(name) as { btn?: HTMLElement } | undefined
    if (button?.btn) button.btn.title = title
  }
  for (const property of editor.StyleManager.getSectors({ array: true }).flatMap((sector) =>
    sector.getProperties(),
  )) {
    if (property.getType() !== 'radio') continue
    const radio = property as unknown as { getOptions(): object[]; setOptions(options: object[]): void }
    radio.setOptions(radio.getOptions().map((option) => ({ ...option, className: '' })))
  }
}

/** The package is CommonJS: bundlers give its default export by itself or inside the module. */
const plugin = (mjml as unknown as { default?: typeof mjml }).default ?? mjml

/** Those of the allowed tags (server/mail/templates/markup-rules.ts). */
const blocks = [
  'mj-1-column',
  'mj-2-columns',
  'mj-3-columns',
  'mj-text',
  'mj-button',
  'mj-image',
  'mj-divider',
  'mj-spacer',
  'mj-wrapper',
] as never

const sourceOf = (editor: Editor): string => String(editor.runCommand('mjml-code') ?? editor.getHtml())

/** Placeholders as blocks: dragged into the mail, each is a text of its own. */
function addTags(editor: Editor, tags: readonly MergeTag[]): void {
  for (const tag of tags.filter(({ kind }) => kind === 'text' || kind === 'lines'))
    editor.Blocks.add(`tag-${tag.name}`, {
      label: escaped(tag.label),
      category: 'Segnaposti',
      content: `<mj-text>${written(tag)}</mj-text>`,
    })
  for (const tag of tags.filter(({ kind }) => kind === 'url'))
    editor.Blocks.add(`tag-${tag.name}`, {
      label: escaped(tag.label),
      category: 'Segnaposti',
      content: `<mj-button href="${written(tag)}">Apri</mj-button>`,
    })
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
