/** The part of an OpenAPI 3.0 description that is used here. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  /** path, method */
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface Schema {
  $ref?: string
  type?: string
  nullable?: boolean
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  description?: string
  title?: string
  pattern?: string
  format?: string
  maxLength?: number
}
