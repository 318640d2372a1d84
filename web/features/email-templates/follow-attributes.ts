import type { Editor } from 'grapesjs'

type Attributes = Record<string, unknown>
type Model = { get(name: string): Attributes | undefined; getMjmlAttributes?(): Attributes }
type Kind = {
  model: { prototype: Model }
  view: { prototype: { getMjmlTemplate?(): { start: string; end: string } } }
}

/**
 * The editor draws each part of a mail by itself, in a document that has no head, and writes its own defaults into it. With this
 * plugin a part is drawn with what the head says of its tag and of its class, as in the mail; the source stays as it is.
 */
export function followAttributes(editor: Editor, source: string): void {
  const [attributes] = /<mj-attributes>[\s\S]*?<\/mj-attributes>/.exec(source) ?? []
  if (!attributes) return
  const begin = `<mjml><mj-head>${attributes}</mj-head><mj-body>`
  for (const { id } of editor.Components.getTypes().filter(({ id }) => id.startsWith('mj'))) {
    const { model, view } = editor.Components.getType(id) as unknown as Kind
    const { getMjmlAttributes } = model.prototype
    const { getMjmlTemplate } = view.prototype
    if (!getMjmlAttributes || !getMjmlTemplate) continue
    model.prototype.getMjmlAttributes = function () {
      const defaults = this.get('style-default') ?? {}
      const all = Object.entries(getMjmlAttributes.call(this))
      return Object.fromEntries(all.filter(([name, value]) => value !== defaults[name]))
    }
    view.prototype.getMjmlTemplate = function () {
      const { start, end } = getMjmlTemplate.call(this)
      return { start: start.replace('<mjml><mj-body>', begin), end }
    }
  }
}
