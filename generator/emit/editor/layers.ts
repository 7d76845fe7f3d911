/** A file over one of the platform says only what differs: nothing is required, and lists are changed. */
import type { JsonSchema } from '../../base/jsonSchema.ts'

const ADDS: JsonSchema = { properties: { layer: { const: 'add' } }, required: ['layer'] }

/** Lets a meta-schema of a whole file stand for both. */
export function withLayers(schema: JsonSchema | undefined): void {
  if (!schema) return
  const { required, properties = {} } = schema
  delete schema.required
  if (required) schema.allOf = [...(schema.allOf ?? []), { if: ADDS, else: { required } }]
  for (const [key, said] of Object.entries(properties)) {
    for (const way of said.anyOf ?? []) delete way.required
    if (said.type === 'array' && said.items) properties[key] = changed(said)
  }
}

/** A list, or what is added to and dropped from the platform's. */
const changed = ({
  description,
  ...list
}: JsonSchema & { description?: string }): JsonSchema & { description?: string } => ({
  ...(description ? { description } : {}),
  anyOf: [
    list,
    {
      type: 'object',
      additionalProperties: false,
      properties: { add: list, drop: { type: 'array', items: { type: 'string' } } },
    },
  ],
})

/** `app.json` of a product lies over that of the platform without a word: what one of them lacks the other may say. */
export function ofLayers(app: JsonSchema | undefined): void {
  if (!app) return
  delete app.required
  delete app.$defs?.extension?.required
}
