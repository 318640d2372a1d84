import type { MergeTag } from './email-template-query.ts'

/** How a tag is written into a template. */
export const written = ({ name, kind }: Pick<MergeTag, 'name' | 'kind'>, inner?: string): string =>
  kind === 'list'
    ? `{{#${name}}}${inner ?? '…'}{{/${name}}}`
    : kind === 'lines'
      ? `{{lines:${name}}}`
      : `{{${name}}}`
