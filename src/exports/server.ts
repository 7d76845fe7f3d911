/** The server for a product's own code: what it adds to the platform, and its demo data. */
export type { Product } from '../server/platform/product.ts'
export type { Demo, SeededApp, SeedOptions, SettableClock } from '../server/demo.ts'
export type { Account } from '../server/platform/accounts/first.ts'
export { handlersBelow } from '../server/platform/found.ts'
export { hashPassword } from '../server/auth/passwords.ts'
export { createRuntime, type Runtime, type RuntimeOptions } from '../server/runtime.ts'
export { Span } from '../server/engine/span.ts'
export type { Actor, AnswerParts, Colleague, FileStore, OwnContext, Queryable, SmsGateway } from '../server/types.ts'
