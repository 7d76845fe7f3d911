/** Tables of the engine itself, beside those of the resources; safe to run at every start. */
export const ENGINE_TABLES = [
  // The last number used, by kind of number, company and period.
  'create table if not exists "serial_counter" ("key" text primary key, "value" bigint not null)',
  // Answers of calls that may be repeated (`once`), by person, call and request number.
  `create table if not exists "once_answer" (
    "key" text primary key, "input" text not null, "answer" jsonb, "createTime" timestamptz not null default now()
  )`,
  // What people compared masked values with, as hashes.
  `create table if not exists "compared" (
    "who" text not null, "value" text not null, "at" timestamptz not null, primary key ("who", "value")
  )`,
  // Rows as they were before a call that can be taken back, for ten minutes.
  `create table if not exists "undo" (
    "key" text primary key, "who" text not null, "call" text not null, "label" text not null, "rows" text not null, "at" timestamptz not null
  )`,
  // Counts changes of cached data: grants, settings.
  'create table if not exists "cache_version" ("name" text primary key, "version" bigint not null)',
]
