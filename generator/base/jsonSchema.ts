/** The part of JSON Schema that the meta-schemas use. A type, not an interface, so that it can be read as a record too. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  minLength?: number
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  required?: string[]
  dependentRequired?: Record<string, string[]>
  minProperties?: number
  properties?: Record<string, JsonSchema>
  propertyNames?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  unevaluatedProperties?: boolean
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: JsonSchema
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  not?: JsonSchema
  if?: JsonSchema
  then?: JsonSchema
  else?: JsonSchema
}
