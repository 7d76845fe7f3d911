/**
 * The compiled model: the meaning of `schemas/` with every shorthand, default and reference resolved.
 *
 * Only the compiler (`generator/`) writes it; the server and the browser only read it. It is plain JSON (it is sent
 * over the wire and stored in files), so it holds no functions, no meaningful `undefined` and no cycles: one part names
 * another by its key.
 *
 * Nothing here is optional because "the author left it out": a default has already been applied. A field
 * is optional only when its absence has a meaning (no reason given, no tab, no limit).
 */
import type { TimesModel } from './times.ts'
import type { Expr } from './expr/types.ts'
import type { FieldType } from './fields.ts'

/** Text in both languages of the product. */
export interface Text {
  zh: string
  en: string
}

/** A language of the product. */
export type Lang = keyof Text

/** Meaning of a value or a cell, never a colour. The theme maps it to a colour. */
export type Tone = 'waiting' | 'active' | 'done' | 'attention' | 'failed' | 'off'

/** A fixed input: a wire literal, or an expression. */
export type Bound = { value: unknown } | { expr: Expr }
export type Bounds = Record<string, Bound>

/** A condition that must hold, and the message when it does not. */
export interface Condition {
  expr: Expr
  why: Text
}

/** Why something needs no grant: before sign-in, for all staff, for a signed-in customer. */
export interface Access {
  anyone?: string
  staff?: string
  client?: string
}

/** One value of a dictionary. `value` is used on the wire and in the database; `name` in files and conditions. */
export interface DictionaryValue {
  name: string
  value: string | number
  label: Text
  tone?: Tone
  /** What signed-in customers read instead. */
  clients?: Text
  retired: boolean
  was: string[]
}

/**
 * A list of values. `numeric`: all values are numbers (the column is an integer). `ordered`: they may be compared. `words`: they
 * are sentences that the server writes into text fields.
 */
export interface DictionaryModel {
  name: string
  label: Text
  ordered: boolean
  numeric: boolean
  words: boolean
  values: DictionaryValue[]
  was: string[]
}

/** The properties of a field of any type. `min`/`max` limit the length of text and lists, and the value of numbers (money in yuan). */
export interface BaseField {
  name: string
  /** The named type of `types.json` or the registered type it came from, for `explain`. */
  alias?: string
  label: Text
  help?: Text
  required: boolean
  /** Required only while this holds. */
  requiredIf?: Expr
  default?: Bound
  show?: Expr
  locked: boolean
  lockedIf?: Expr
  min?: number
  max?: number
  negative: boolean
  /** The only values allowed: technical words, or some of a dictionary's values. */
  in?: (string | number)[]
  /** Fixed inputs of the call that returns the choices. */
  with: Bounds
  /** Choosing a record copies these: field here → path on the chosen record. */
  fill: Record<string, string>
  /** Only the server sets it. */
  managed: boolean
  /** Fixed after creation. */
  once: boolean
  /** Stored, never sent. */
  secret: boolean
  /** Shown as 138****1234 without the product's masked code. */
  masked: boolean
  /** Button code needed to see it on any channel (`menuCode.button`, or a button code of any screen that reaches the row). */
  see?: string
  search: boolean
  /** Always computed. `stored`: kept in a column because it reads only the record and its child rows. */
  value?: Expr
  stored: boolean
  /** Has a column in the table of its resource. False for own, virtual resources' fields and values computed on read. */
  column: boolean
  /** What stands in its place while a condition over the record holds: words, or another field of it. */
  instead?: ({ if: Expr } & ({ text: Text } | { field: string; of: string }))[]
  /** May be empty: neither required nor defaulted nor computed. */
  nullable: boolean
  was: string[]
}

/**
 * The definition of a counted field (LANGUAGE § 4): the number of live rows of a resource whose `ref` names the record, the sum of
 * `value` over them, or the number of different values of `each`. `where` and `value` read columns of the counted row alone. Several are added up.
 */
export interface TallyModel {
  resource: string
  ref: string
  where?: Expr
  value?: Expr
  each?: string
}

/** Keys that only some types have. */
interface TypedKeys {
  /** Dictionary or resource. */
  of: string
  /** The field of the target whose value a reference holds (`id` nearly always). */
  key: string
  /** The name under which a path follows a reference (`customerId` → `customer`). */
  as: string
  /** The enum field that selects the kind of record, and wire value of that enum → resource. */
  by: string
  kinds: Record<string, string>
  /** The call that returns the choices. */
  lookup: string
  /** The fields of one entry. */
  fields: FieldModel[]
  digits: number
  /** A share of one, read and typed as percent. */
  percent: boolean
  unit: Text
  /** A regular expression; for a serial number its pattern. */
  pattern: string
  /** Field of the same record that holds this text in English. */
  en: string
  /** Dictionary of the sentences that the server writes here. */
  words: string
  /** What sample records say here. */
  samples: string[]
  /** Of regions only provinces. */
  level: 'province'
  /** A telephone number as the sign-in page asks for it. */
  loose: true
  /** Days from today that are offered at a click. */
  ahead: number[]
  /** A month, kept as its first day. */
  months: true
  /** Something lives since this day. */
  age: true
  /** The first and the last day that may be given now. */
  earliest: Expr
  latest: Expr
  /** The times of day that can be chosen. */
  times: TimesModel
}

/** A field of these types with these keys. A key of another type reads as `undefined`. */
type FieldOf<
  T extends FieldType,
  Always extends keyof TypedKeys = never,
  Maybe extends keyof TypedKeys = never,
> = BaseField & { type: T } & Pick<TypedKeys, Always> &
  Partial<Pick<TypedKeys, Maybe>> &
  Partial<Record<Exclude<keyof TypedKeys, Always | Maybe>, undefined>>

export type EnumField = FieldOf<'enum' | 'enums', 'of'>
/** A reference to a record of one kind. */
export type RefField = FieldOf<'ref', 'of' | 'key' | 'as', 'lookup'>
/** A reference to a record of one of several kinds. */
export type ByRefField = FieldOf<'ref', 'by' | 'kinds' | 'key' | 'as', 'lookup'>
/** References to several records of one kind. */
export type RefsField = FieldOf<'refs', 'of' | 'key', 'lookup'>
export type LinkField = RefField | ByRefField | RefsField
/** Child rows. `fields`: which of theirs are shown and typed in, where that differs from their columns. */
export type OwnField = FieldOf<'own', 'of', 'fields'>
/** Entries stored inside the record, or one. `of`: the resource whose fields they borrow. `lookup`: what the entries are chosen from. */
export type NestedField = FieldOf<'rows' | 'group', 'fields', 'of' | 'lookup'>
export type NumberField = FieldOf<'int' | 'decimal' | 'money', never, 'digits' | 'percent' | 'unit'>
export type TextField = FieldOf<
  'string' | 'text' | 'phone' | 'email' | 'password' | 'serial' | 'region',
  never,
  'pattern' | 'en' | 'words' | 'samples' | 'level' | 'loose'
>
export type DayField = FieldOf<'date', never, 'ahead' | 'months' | 'age' | 'earliest' | 'latest'>
export type TimeField = FieldOf<'time', never, 'times'>
type SpecialField = EnumField | LinkField | OwnField | NestedField | NumberField | TextField | DayField | TimeField
export type PlainField = FieldOf<Exclude<FieldType, SpecialField['type']>>

/** A field of a resource, an input of a call, or a field of a nested row: one shape everywhere. */
export type FieldModel = SpecialField | PlainField

/** Who sees whose rows, before the role's data rule is applied. */
export type ScopeModel =
  | { kind: 'global' }
  | { kind: 'company' }
  /** Limited by the data rule of `module`; `org`/`owner` name the fields that carry department and person, or people (absent: createBy, and the owner's department); whoever sees the record that the ref `seenWith` names sees the row too, and so does whoever sees a record of `seenBeside`. `maker`: the field with who made or brought a row, and counts as an owner beside the one it has. `shared`: a row that nobody owns may be opened by the whole company. */
  | {
      kind: 'org'
      module: string
      org?: string
      owner: string
      seenWith?: string
      seenBeside?: BesideModel
      maker?: string
      shared?: true
    }
  /** Through the parent row, or a record of `seenBeside`. */
  | { kind: 'parent'; field: string; resource: string; seenBeside?: BesideModel }

/** Records that make a row seen: those of `resource` whose ref `by` holds what the row holds `at` that place. */
export interface BesideModel {
  resource: string
  by: string
  at: string
}

/**
 * A record of a person that narrows whose rows they see, beside the data rule of the role. `person`: its ref that leads to
 * the person. `fields`: each of its lists names the values that a field of the row may have, of the row itself or of
 * records it points at (`through`); an empty list limits nothing, and neither does a field without a value.
 */
export interface LimitModel {
  by: string
  person: string
  fields: { list: string; field: string; through?: { field: string; resource: string }[] }[]
}

/**
 * Only rows for which `where` holds are seen. `unless`: whoever is granted one of these calls sees all of them, and who made
 * a row sees it.
 */
export interface SeenModel {
  where: Expr
  unless?: string[]
}

/**
 * What a signed-in customer has of a resource. `by`: the ref that leads to the customer, or to a record that is the
 * customer's; `self`: the record is the customer; `everyone`: every customer has all rows. `link`: the field of a shared link that names the one row seen by it.
 * `fields`: what is read of a row, on every channel.
 */
export interface ClientModel {
  by: 'self' | 'everyone' | { field: string; resource: string }
  link?: string
  where?: Expr
  fields: string[]
}

/** Values that may not occur twice among live rows. Empty values, the record itself and deleted rows do not count. */
export interface UniqueModel {
  key: string
  field: string
  /** The field at which a span ends that begins with `field`: spans that overlap are the same then. */
  until?: string
  within: string[]
  where?: Expr
  everywhere: boolean
  message: Text
  /** Wire path of the call that checks while typing. */
  check?: string
}

/** A check over several fields, on both sides. */
export interface RuleModel {
  name: string
  expr: Expr
  why: Text
  field?: string
}

/** How a filter finds rows. */
export type FilterMatch =
  | { kind: 'contains'; paths: string[] }
  | { kind: 'is'; path: string }
  | { kind: 'range'; path: string }
  | { kind: 'has'; rows: string; field: string }
  | { kind: 'where'; expr: Expr }
  | { kind: 'opens' }

/** A filter on offer: one control. `control` is the field drawn; `wire` are the names on the wire (two for a range given as bounds, else one). */
export interface FilterModel {
  name: string
  label: Text
  control: FieldModel
  match: FilterMatch
  many: boolean
  range: boolean
  wire: [string] | [string | null, string | null]
  /** What asks for everything, as if the filter were not set. */
  all?: string | number
  /** Ranges offered beside typing: `count` of them, each `of` wide, from 0 on. */
  steps?: { of: number; count: number }
  /** What to type, in the empty field. */
  hint?: Text
  /** Start value on a screen; also the name of a period (today, thisWeek, thisMonth, lastMonth, last30Days). */
  default?: Bound
  /** Drawn where a view offers filters. False: a hidden filter, with which tabs, trees and drawers link rows. */
  offered: boolean
}

/** A column. `path` may follow refs (`customer.realName`); `field` is the field at its end. `sort`: an index supports it. */
export interface ColumnModel {
  path: string
  field: FieldModel
  label: Text
  total?: 'sum' | 'avg' | 'max' | 'min'
  tone?: Expr
  show?: Expr
  sort: boolean
}

/** One item of a form: a field as it appears here, or a section. */
export type FormItemModel =
  | { kind: 'field'; field: FieldModel; columns?: ColumnModel[] }
  | { kind: 'section'; label: Text; show?: Expr; items: FormItemModel[] }

/** A move of a state machine; values are wire values. */
export interface MoveModel {
  name: string
  field: string
  from: (string | number)[]
  to: string | number
  when: Condition[]
  set: Bounds
  /** Call paths that make it, or 'system'. */
  by: string[]
}
export interface MachineModel {
  field: string
  start?: string | number
  moves: MoveModel[]
  end?: (string | number)[]
}

/** A resource: a kind of record. Every stored record also has the BASE_FIELDS. */
export interface ResourceModel {
  name: string
  area: string
  label: Text
  title: string
  facts: string[]
  path: string
  key: string
  scope: ScopeModel
  limit?: LimitModel
  seen?: SeenModel
  client?: ClientModel
  /** Has a `companyId` (all but global ones). Rows of another company are never seen, whatever the scope. */
  company: boolean
  parent?: { field: string; resource: string }
  extends?: { field: string; resource: string }
  tree?: { parent: string; depth: number }
  append: boolean
  virtual: boolean
  audit: boolean
  fields: Record<string, FieldModel>
  /** Its rows are groups of figures over this resource, whose rows its calls and filters select. */
  figures?: string
  /** Counted fields: only the engine writes their columns. */
  tallies: Record<string, TallyModel[]>
  makes: MakeModel[]
  assignments: AssignmentModel[]
  unique: UniqueModel[]
  rules: RuleModel[]
  filters: Record<string, FilterModel>
  columns: ColumnModel[]
  form: FormItemModel[]
  detail: FormItemModel[]
  /** `createTime`, or `-createTime` for descending. */
  sort: string[]
  machines: MachineModel[]
  /** Names of the calls of this resource, standard ones first. */
  calls: string[]
  indexes: IndexModel[]
  /** Paths through refs that a screen or condition reads from a row of this resource: lists and details answer them nested. */
  follow: string[]
  was: string[]
}

/** A number of a group: computed from its rows (those for which `where` holds), or one measure divided by another. */
export type MeasureModel =
  | { fn: 'sum' | 'avg' | 'min' | 'max' | 'count'; field?: string; where?: Expr }
  | { fn: 'ratio'; of: [string, string] }

/**
 * The result of a call of kind stat. `text`: the title of a group is answered under this name. `sort`: measures in the order of
 * the groups, `-` for the greatest first.
 */
export interface StatModel {
  by: string[]
  /** Its groups are days and nothing else. */
  days?: true
  text?: string
  measures: Record<string, MeasureModel>
  sort?: string[]
}

/** A record of `of` that is created with each new record for which `when` holds; the ref `into` stores its id. */
export interface MakeModel {
  into: string
  of: string
  when?: Expr
  set: Bounds
}

/** A ref whose change is a change of hands. `org` changes hands with it, `at` is the moment of it. */
export interface AssignmentModel {
  field: string
  org?: string
  at?: string
  /** Only a change for which it holds counts. */
  when?: Expr
  /** What must hold of a person who is given it. */
  given: Condition[]
  /** The greatest number (0: none) that one person may have of the records for which `where` holds. */
  limit?: { most: Expr; where?: Expr }
  /** Field of the record pointed at that leads to the person who is told; absent: the ref is to that person. */
  tell?: string
  /** Fields of the history's record; absent: no history. */
  history?: Bounds
  notice?: {
    source: string
    /** Other sources by a value (name) of an enum field of the record. */
    sources?: { by: string; of: Record<string, string> }
    title: Text
    one: Text
    many: Text
  }
}

/** Fields every stored record has. `createName`/`updateName` are answered beside them. */
export const BASE_FIELDS = ['id', 'version', 'createTime', 'createBy', 'updateTime', 'updateBy'] as const

/** An index with the reasons for it. Columns are field names; every company-scoped one begins with the company and leaves deleted rows out. */
export interface IndexModel {
  kind: 'btree' | 'trigram' | 'gin' | 'unique'
  columns: string[]
  where?: Expr
  /** unique: over all companies. */
  everywhere: boolean
  reasons: string[]
}

/** The kind of a call. */
export type CallKind =
  | 'query'
  | 'list'
  | 'detail'
  | 'add'
  | 'edit'
  | 'del'
  | 'select'
  | 'export'
  | 'move'
  | 'set'
  | 'check'
  | 'stat'
  | 'options'
  | 'import'
  | 'progress'
  | 'handler'

/** What happens after success: a sentence with `{field}` holes, and the next screen. */
export interface DoneModel {
  say?: Text
  open?: OpenModel
}

/** A call, or a preset of one. */
export interface CallModel {
  /** Wire path (`cashRegister/pay`). For a preset: `resource.name`, which never occurs on the wire. */
  id: string
  /** The wire path to call; the target's for a preset. */
  path: string
  resource: string
  name: string
  kind: CallKind
  /** A preset: calls the target with the inputs of `with` fixed. */
  preset: boolean
  label: Text
  /** A typed function in src/server/domain runs in the call's transaction. */
  handler: boolean
  /** The state move it makes. */
  move?: { field: string; name: string }
  /** It takes something away for good: it deletes, or moves to an end that is off or failed. */
  danger?: true
  set: Bounds
  /** On several records (`ids`). */
  many: boolean
  input: FieldModel[]
  /** Rows of this resource are answered … */
  rows?: string
  /** … or these fields. */
  output: FieldModel[]
  /** Several of them are answered: `data` is a list. */
  several?: true
  /** Of a look-up: its answer is offered as cards too, each with a picture and what stands below its name. */
  cards?: { image: string; lines: FieldModel[] }
  where?: Expr
  /** Wider than the resource; `seen`: what anybody sees by `seen` of the resource, whoever asks. */
  scope?: 'company' | 'global' | 'seen'
  with: Bounds
  when: Condition[]
  /** The output that is the address of a page to print. */
  print?: string
  /** The output that is the number of a job whose file is saved. */
  download?: string
  confirm?: true | Text
  done?: DoneModel
  /** A repeat with the same request number gets the first answer. */
  once: boolean | 'required'
  /** Whether it can be taken back for a while, where the schema says it; else what it does decides. */
  undo?: boolean
  also: string[]
  access?: Access
  /** The items of its dialog. */
  form: FormItemModel[]
  /** The call that fills the dialog. `own`: with the record that the call then changes; `whole`: with a list that the call replaces. */
  load?: { call: string; into?: string; own?: true; whole?: true }
  /** The call asked while its form is filled in: what would come of it. */
  preview?: string
  /** Earlier rows beside its form: the list call, its columns, and the inputs of both that say whose they are. */
  beside?: { call: string; resource: string; columns: ColumnModel[]; by: string[] }
  /** kind check: the uniqueness to check (keys of `unique`); the fields sent select one of several. */
  check?: { resource: string; uniques: string[] }
  options?: string
  stat?: StatModel
  import?: {
    fields: FieldModel[]
    match: string
    ask: string[]
    template?: string
    progress: string
    /** Records with the same value in `by` as a row in `match`: what the preview says of them. */
    known?: { of: string; by: string; where?: Expr; text: Text }[]
  }
}

/** A destination: the record in a side sheet, or a route with its query. */
export type OpenModel = { kind: 'drawer' } | { kind: 'route'; to: string; with: Bounds }

/** Who fills an input of an action's call. `explain` prints it; the browser uses it. */
export type FillSource =
  | { by: 'with'; bound: Bound; source: 'action' | 'call' | 'view' | 'group' }
  | { by: 'rowId' }
  /** The ids of the rows, or the refs they carry (`path`). */
  | { by: 'rowIds'; path?: string }
  /** The row's own ref to that kind, or the kind of the row (a `by` ref fills its enum). */
  | { by: 'row'; path: string }
  | { by: 'rowKind'; value: string | number }
  | { by: 'param'; name: string }
  | { by: 'load' }
  | { by: 'asked' }
  | { by: 'default' }
  | { by: 'none' }

/** A button. `code` is its button code inside the screen (`tab.key` inside a tab). Exactly one of `call` and `open`. */
export interface ActionModel {
  key: string
  code: string
  label: Text
  /** Id of the call or preset. */
  call?: string
  open?: OpenModel
  fills: Record<string, FillSource>
  /** The items of its dialog; empty: no dialog. */
  form: FormItemModel[]
  /** A call asked before the dialog opens. */
  check?: string
  when: Condition[]
  /** Holds of a record with which nothing is left to do: its row has no such button any more. */
  over?: Expr
  show?: Expr
  at: ('top' | 'row' | 'batch')[]
  confirm?: true | Text
  done?: DoneModel
  was: string[]
}

interface ViewBase {
  key: string
  label: Text
  actions: ActionModel[]
}

/** Rows of a resource. Every list inside another view has this form too. */
export interface ListView extends ViewBase {
  view: 'list'
  resource: string
  call: string
  with: Bounds
  filters: FilterModel[]
  columns: ColumnModel[]
  sort: string[]
  /** A tab for each value of this filter, with counts; or different named views. */
  tabs?:
    | { kind: 'filter'; filter: string; by: FilterModel; all: boolean; counts: boolean }
    | { kind: 'views'; views: View[] }
  /** `first`: the rows belong to one of the left list, so its first is chosen to begin with. */
  left?: { view: View; sets: string; first: boolean }
  open?: OpenModel
  /** The view in the drawer, when a row opens one. */
  drawer?: DetailView
  layout: 'table' | 'cards' | 'timeline' | 'board' | 'wall'
  inline: InlineModel[]
  expand?: View
  /** Opened over the list by a button. */
  sheet?: View
  empty?: Text
  /** A scanned code finds its row by this text, which is a filter too: `press` is the button that is pressed then; none: the row is opened. */
  scan?: { by: string; press?: string }
}

/**
 * A field whose values are changed in the cells of a list, by `call`. `button`: the key of the row's button that makes
 * the same call: a cell may be changed where it may be pressed. Without one: by whoever has the view's right to edit.
 */
export interface InlineModel {
  field: string
  call: string
  button?: string
}

/** Rows that form a tree. */
export interface TreeView extends ViewBase {
  view: 'tree'
  resource: string
  call: string
  with: Bounds
  filters: FilterModel[]
  columns: ColumnModel[]
  drag?: string
  open?: OpenModel
  drawer?: DetailView
  empty?: Text
}

/** One record filled in on a page. `add`/`edit`: call ids; `edit` is used when `params.id` is given. */
export interface FormView extends ViewBase {
  view: 'form'
  resource: string
  add?: string
  edit?: string
  load?: string
  items: FormItemModel[]
  fills: Record<string, FillSource>
  done?: DoneModel
}

/** One record shown: head, first tab, further tabs, history. */
export interface DetailView extends ViewBase {
  view: 'detail'
  resource: string
  call: string
  id: Bound
  facts: ColumnModel[]
  items: FormItemModel[]
  tabs: View[]
  history: boolean
}

/** Several small lists, or the parameters of one resource as a grouped form. */
export interface SettingsView extends ViewBase {
  view: 'settings'
  tabs: View[]
  parameters?: { resource: string; by: string; query: string; save: string }
}

/**
 * Parts of a report. `takes`: wire names of the report's filters that the block's call accepts. `from`: the code of the
 * screen it is a piece of, whose rights it is under. `show`: not there at all unless it holds. `rows`: the key of the
 * table that lists the rows behind a figure. `aside`: it opens there alone.
 */
export type StatBlock = { from?: string; show?: Expr } & StatBlockBody

export type StatBlockBody =
  | {
      kind: 'numbers'
      key: string
      label?: Text
      call: string
      with: Bounds
      takes: string[]
      fields: { name: string; field: FieldModel }[]
      rows?: string
      /** The filter whose days are compared with those before: its names on the wire, from and to or one for both. */
      before?: string[]
      /** The stat call whose measures say how much the numbers of the same names are to come to. */
      goals?: string
    }
  | {
      kind: 'chart'
      key: string
      label: Text
      chart: 'line' | 'bar' | 'pie'
      call: string
      with: Bounds
      takes: string[]
      by: FieldModel[]
      measures: FieldModel[]
      rows?: string
    }
  | { kind: 'table'; key: string; label: Text; view: View; aside?: true }

/** Numbers, charts and tables under one set of filters. */
export interface StatView extends ViewBase {
  view: 'stat'
  filters: FilterModel[]
  blocks: StatBlock[]
}

/** A hand-written page. */
export interface PageView extends ViewBase {
  view: 'page'
  page: string
}

/** One step of a wizard. Skipped while `show` does not hold. */
export interface WizardStep {
  key: string
  label: Text
  show?: Expr
  items: FormItemModel[]
}

/**
 * Unfinished work, kept by itself as a record. `content`: its field for what was typed; `key`: the input of the wizard's
 * call that names it; `maker`: the filter that finds one's own.
 */
export interface DraftModel {
  resource: string
  add: string
  edit: string
  detail: string
  query: string
  del: string
  content: string
  key?: string
  maker: string
  copies: string[]
  /** Of these, what its list may be asked for: a page that says whose the record is to be is offered what anybody began for them. */
  about: string[]
}

/** One record filled in over several steps, with a summary always in sight. */
export interface WizardView extends ViewBase {
  view: 'wizard'
  resource: string
  /** Makes the record at the end. */
  call: string
  steps: WizardStep[]
  /** Fields shown live; rows (`own`, `rows`) as lines. */
  summary: ColumnModel[]
  /** Called with the values typed so far; its answer is the summary. Without it, values come from the form. */
  preview?: string
  /** Answers the record that the address names, where it is changed: its name stands above the steps. */
  load?: string
  draft?: DraftModel
  fills: Record<string, FillSource>
  done?: DoneModel
}

/** Rows that are open; money taken or given for those chosen; a receipt. */
export interface CashdeskView extends ViewBase {
  view: 'cashdesk'
  resource: string
  /** Whether this person may take money now, how a shift begins, and the route where those who may are kept. */
  duty?: { check: string; start?: string; setup?: string }
  /** The first filter is the box that is typed into. Buttons of the screen are those of this list. */
  rows: ListView
  pay: {
    call: string
    /** Input that takes the chosen rows; without it one row is settled at a time. */
    rows?: string
    /** Money summed over the chosen rows. */
    due: FieldModel
    /** The least that is taken of a row; nothing is said where it is 0. */
    least?: FieldModel
    /** Rows that hold the same in this field ask for the least once. */
    leastOf?: string
    /** Who settles a row: the first of these fields that two rows both hold says whether they are of one person. */
    party?: FieldModel[]
    /**
     * Input that takes the money line by line; of an entry, `way` says how it is paid and `amount` how much.
     * `change`: more than is due may be handed over by it, and the rest is given back. It reads an entry, as `limit.when`
     * does: by such a way there is only `limit.amount` of what `limit.call` answers for `inputs` of the first row. By ways
     * of `worth` something is handed over whose number is `by`: `call` says of the rows what there is, and what each pays.
     */
    split?: {
      field: FieldModel
      way: string
      amount: string
      /** Which ways are offered, for each of the chosen rows (`parent`). */
      offer?: Expr
      change?: Expr
      limit?: { when: Expr; call: string; inputs: string[]; amount: FieldModel }
      worth?: { when: Expr; by: string; call: string; amount: FieldModel }
    }
    fills: Record<string, FillSource>
    /** Asked beside the split. */
    form: FormItemModel[]
    /**
     * A code that the customer scans. `amount`: the input of `call` that takes how much; `key`: the field of its answer
     * that names the record of the code, whose calls the others are.
     */
    code?: { call: string; amount: string; key: string; state: string; cancel: string; paid?: string }
    /** Asked, by the input `rows`, what became of rows that stood at the till and left the list, or of which another amount is due; answers `say`. */
    became?: string
    /** Call that answers the address of a printable receipt; `key`: its input, `from`: the field of the payment's answer for it. */
    receipt?: { call: string; key: string; from: string }
  }
}

/** The days shown at once. */
export type CalendarSpan = 'month' | 'week' | 'day'

/**
 * Days with what stands in them. With `load` the call answers one row a day, and a day shows its counts; otherwise it
 * answers entries, each at its time.
 */
export interface CalendarView extends ViewBase {
  view: 'calendar'
  resource: string
  call: string
  with: Bounds
  filters: FilterModel[]
  /** What may be shown, the usual one first. */
  spans: CalendarSpan[]
  /** Inputs that take the days shown: the first one, and the last one where the call asks for it; `pair`: both as one. */
  asks: { from: string; to?: string; pair?: true }
  /** The field of a row that says its day. */
  date: string
  /** Fields with the times of an entry. */
  from?: string
  to?: string
  /** Counts of a day: how much of `all` is taken. */
  load?: { taken: FieldModel; all: FieldModel }
  /** What a day or an entry shows besides, the first one in strong type. */
  columns: ColumnModel[]
  /** The field whose tone colours an entry. */
  state?: FieldModel
  /** A row for each record that a ref names; a press on a cell makes the first button of `press` that fits. */
  lines?: { by: FieldModel; press: string[] }
  /** The field that says a day is off, and the one that says why. */
  off?: { field: FieldModel; why?: string }
  /** What a day opens; reads a row that always has the day. */
  open?: OpenModel
  /** The button that an entry put on another day presses, and the input that gets the day. */
  drop?: { button: string; sets: string }
  /** Calendar programs may read the entries from an address of their own. */
  feed?: true
  /** The entry in a drawer. */
  drawer?: DetailView
  /** Resources whose changes show here. */
  live: string[]
}

/** Places in groups, each at its time: seats of a site, rooms of a house. One call answers the whole board. */
export interface SeatboardView extends ViewBase {
  view: 'seatboard'
  resource: string
  call: string
  with: Bounds
  filters: FilterModel[]
  /** The filter that is a day: the board leads from one day to the next. */
  day?: string
  /** Rows of the board, at their fields in the answer. `arrange`: a call takes the ids of the groups in another order. `seats.within`: the field of a group that holds its own seats. */
  groups: { field: string; view: ListView; arrange?: { button: string; takes: string } }
  seats: { field: string; within?: true; group: string; view: ListView }
  from: string
  to: string
  /** Enums, of which the first that a seat has gives it its word and tone. */
  states: FieldModel[]
  /** A moment after which a seat is free again. */
  until?: string
  /** The field that says the seat is kept by this person. */
  mine?: string
  /** The field that says not everybody may take the seat. */
  special?: FieldModel
  /** The field that says nobody has the seat, and its time has gone by: nothing is put on it. */
  over?: FieldModel
  /** The field of the board that says nothing is open, and the one that says why. */
  off?: { field: FieldModel; why?: string }
  /** Rows that wait for a seat: the chosen one gives `sets`, and a press on a seat makes the first button of `press` that fits. */
  waiting?: { view: ListView; sets: string; press: string[] }
  /** The next free places for the chosen row. */
  find?: ListView
  /** Rows that have a seat, on any board; a row opens its board. */
  placed?: ListView
  /** What this person keeps, in sight on every board. */
  holds?: { view: ListView; until: string }
  /**
   * A taken seat is picked up where `when` holds, and put down by a button of its row, on a seat for which `onto` holds.
   * `sets`: inputs of the buttons, each with the field of the new seat that it takes. Put on a seat that may be picked
   * up, too, it changes places with it by `swap`; `across`: on another board as well.
   */
  carry?: {
    when: Expr
    onto?: Expr
    sets: Record<string, string>
    here: string
    away: string
    swap?: { button: string; sets: Record<string, string>; across: boolean }
  }
  /** Resources whose changes show here. */
  live: string[]
}

/** Fields of a picture on a wall. */
export interface TileModel {
  /** Addresses of the small and of the large picture. */
  image: string
  large: string
  /** The address of a film, whose still the pictures are. */
  film?: string
  width?: string
  height?: string
  /** By how many degrees the picture is shown turned. */
  turn?: string
  /** What stands on the picture: the labels of bools that hold, else the values. */
  marks: FieldModel[]
  /** The call that answers the address of the original. */
  original?: string
  /** The call that is told that a picture was looked at. */
  look?: string
  /** Paths of the large picture that it was made from, and of its turn. */
  before?: { large: string; turn?: string }
}

/** A wall of pictures. Its only button is the one that takes pictures in; the others are those of the pictures. */
export interface GalleryView extends ViewBase {
  view: 'gallery'
  /** All of them on a wall, or one at a time. */
  mode: 'wall' | 'pages'
  pictures: ListView
  tile: TileModel
  /** `takes`: the input that gets the ids of files; `known`: what is there already, by the SHA-1 in the field `by`; `needs`: one of these inputs must be filled. */
  upload?: { takes: string; known?: { call: string; by: string }; needs: FieldModel[] }
  pick?: PickModel
  counter?: CounterModel
  /** Stars of a picture: their number, the most there are, and the button of a picture that says it. */
  stars?: { button: string; by: string; most: number }
  /** What is said of places on a picture: rows that point at it, with their place in shares of it; `put`: the button of that list which says more. */
  pins?: { view: ListView; x: string; y: string; put: string }
  /** The button that moves pictures behind another one: the inputs for those moved, and for that one. */
  arrange?: { button: string; takes: string; behind: string }
}

/** How far the choosing is: answers of a call; `warn`: too much where it is not zero. */
export interface CounterModel {
  call: string
  with: Bounds
  show: FieldModel[]
  warn?: string
}

/** Choosing among pictures. */
export interface PickModel {
  /** Key of the button whose call says what is thought of a picture. */
  button: string
  /** The input of that call that takes the picture. */
  takes: string
  /** What is thought of a picture: its field, and the input of the same name. */
  by: FieldModel
  /** Inputs that take back what was said. */
  out: Bounds
  /** The input that says what was thought until now, as a list: a step back is refused where another has said otherwise. */
  from?: string
  places?: PlacesModel
}

/** What chosen pictures go into: rows of a call. `sets`: inputs of the button that name a place. */
export interface PlacesModel {
  call: string
  title: string
  used: string
  full: string
  least?: string
  sets: string[]
  /** The list of its pictures, and in each row: which one, where it stands (an input of the button may have that name), its small image. */
  pictures: { in: string; picture: string; at: string; image: string }
}

/** Films of a list, one of them on the stage: by its address, else as a slide show. */
export interface PlayerView extends ViewBase {
  view: 'player'
  films: ListView
  source?: string
  cover?: string
  /** The pictures of a film: rows of a call that takes the film as `takes`, with their image and caption; music and length (seconds) are fields of the film. */
  slides?: { call: string; takes: string; image: string; caption?: string; music?: string; length?: string }
}

export type View =
  | ListView
  | TreeView
  | FormView
  | DetailView
  | SettingsView
  | StatView
  | WizardView
  | CashdeskView
  | CalendarView
  | SeatboardView
  | GalleryView
  | PageView
  | PlayerView

/** Kinds of views. `src/web/views/` and `generator/normalize/views/` hold one file each under the same name. */
export type ViewKind = View['view']

/** A screen: a route with its code and its view. */
export interface ScreenModel {
  route: string
  code?: string
  access?: Access
  label: Text
  /** Path of its menu group, if any. */
  group?: string
  order: number
  icon?: string
  /** In the sidebar. */
  menu: boolean
  cache: boolean
  tab: boolean
  pinned: boolean
  /** The hand-written page that stands here for somebody who is not signed in. */
  guest?: string
  /** With sidebar and top bar. */
  shell: boolean
  /** `label`: what the parameter names: a record of that kind; absent where it names none (a token). */
  params: { name: string; required: boolean; label?: Text }[]
  permits: { key: string; label: Text }[]
  view: View
  was: string[]
}

/** A group of the menu. */
export interface GroupModel {
  path: string
  label: Text
  icon?: string
  order: number
  with: Bounds
  access?: Access
}

/** Grants of a built-in role, resolved: menu code → button codes. `data`: data module → wire value of data_level. */
export interface RoleModel {
  name: string
  label: Text
  menus: Record<string, string[]>
  data: Record<string, number>
}

/** A call or preset that a grant reaches, by its id; with values, only requests with these values. */
export interface Reach {
  call: string
  with?: Bounds
}

/** What a menu code alone reaches, and what each button adds. Key of `permissions`: the menu code. */
export interface PermissionModel {
  code: string
  route: string
  label: Text
  see: Reach[]
  buttons: { code: string; label: Text; reach: Reach[]; masked: boolean }[]
}

/** A business setting. `group`: its heading; `in`: the values to choose from, for text. */
export interface SettingModel {
  name: string
  type: 'int' | 'decimal' | 'money' | 'bool' | 'string'
  default: number | boolean | string
  label: Text
  group?: Text
  help?: Text
  in?: Record<string, Text>
  min?: number
}

/** Calls that the browser makes by itself, by purpose; every other call is named by a screen. */
export type EngineCall =
  | 'history'
  | 'reveal'
  | 'job'
  | 'stopJob'
  | 'template'
  | 'uploadImage'
  | 'upload'
  | 'user'
  | 'buttons'
  | 'signOut'
  | 'switchRole'
  | 'companies'
  | 'roles'
  | 'messages'
  | 'unread'
  | 'markRead'
  | 'views'
  | 'openView'
  | 'saveView'
  | 'dropView'
  | 'viewAsUsual'
  | 'undo'
  | 'asOf'
  | 'why'
  | 'viewRoles'
  | 'feeds'
  | 'makeFeed'
  | 'dropFeed'

/** `app.json`, resolved. */
export interface AppModel {
  name: Text
  languages: { available: Lang[]; default: Lang }
  theme: { accent: string; density: 'small' | 'middle' }
  home: string
  timezone: string
  /** Stands before each amount. */
  currency: { symbol: string }
  /** Telephone numbers: their form, the looser one that the sign-in page asks for, and the sentences for others. */
  phone: { pattern: string; signIn: string; message: Text; signInMessage: Text }
  storage: { token: string; sidebar: string; language: string } & Record<string, string>
  limits: {
    request: number
    upload: number
    lookupDelay: number
    switchLogout: number
    dialogClose: number
    pushRetries: number
    badge: number
    page: number
    pageMax: number
    /** Least width of a tree that pops up, px. */
    treeWidth: number
    /** How far ahead pictures are fetched, in heights of what is in sight. */
    preload: number
  } & Record<string, number>
  links: Record<string, string>
  /** What passwords must not hold beside the names of companies. */
  passwordWords: string[]
  maskedCode: string
  /** Button code that tells one masked value at a time, where the product has it. */
  revealCode?: string
  /** `menu.button`: lets a person share views of lists with roles, where the product has it. */
  shareCode?: string
  settings: SettingModel[]
  pages: Record<string, { reason: string; calls: string[] }>
  /** Calls that inputs of a field type make by themselves, by the name of the type. */
  typeCalls: Record<string, string[]>
  /** Records that the engine needs, and the resource of this product for each: person, department, company, role, place, log, file, menu … */
  records: Record<string, string>
  /** The screen of a notification: wire value of its source type → route, and the query from the source object. */
  messageRoutes: Record<string, { route: string; params: string[]; else: { route: string; params: string[] }[] }>
  /** Wire paths of the calls that the browser makes by itself. `file`: the input that takes the file of an upload. */
  engineCalls: Partial<Record<EngineCall, { path: string; file?: string; original?: string }>>
}

/** The whole product. Frozen; deterministic: the same schemas give the same bytes. */
export interface Model {
  /** Hash of the schemas and of the compiler that read them. */
  hash: string
  app: AppModel
  dictionaries: Record<string, DictionaryModel>
  resources: Record<string, ResourceModel>
  /** By wire path; aliases (`also`) are in `aliases`. */
  calls: Record<string, CallModel>
  presets: Record<string, CallModel>
  aliases: Record<string, string>
  screens: Record<string, ScreenModel>
  groups: Record<string, GroupModel>
  roles: Record<string, RoleModel>
  permissions: Record<string, PermissionModel>
  /** Routes and calls of the product that are not authored yet. */
  planned: { routes: string[]; calls: string[] }
}

/** A field with the default properties. */
export const PLAIN_FIELD = {
  required: false,
  locked: false,
  negative: false,
  with: {},
  fill: {},
  managed: false,
  once: false,
  secret: false,
  masked: false,
  search: false,
  stored: true,
  column: false,
  nullable: true,
  was: [] as string[],
} satisfies Partial<FieldModel>

const selects = new WeakMap<object, Map<string, CallModel>>()

/** How a record stands and whose it is: the fields of its states, and its owner. */
export const standingOf = ({ machines, scope, fields }: ResourceModel): string[] => [
  ...machines.map((machine) => machine.field),
  ...(scope.kind === 'org' && fields[scope.owner] ? [scope.owner] : []),
]

/** The default call that returns the choices of a resource. `calls`: all calls; none is added later. */
export function selectOf(calls: Readonly<Record<string, CallModel>>, resource: string): CallModel | undefined {
  let cached = selects.get(calls)
  if (!cached) {
    const found = Object.values(calls).filter((call) => call.kind === 'select' && !call.preset)
    // The first of several is used.
    cached = new Map(found.reverse().map((call) => [call.resource, call]))
    selects.set(calls, cached)
  }
  return cached.get(resource)
}

/** The call or preset with this id. */
export function callOf(model: Pick<Model, 'calls' | 'presets' | 'aliases'>, id: string): CallModel | undefined {
  return model.calls[id] ?? model.presets[id] ?? model.calls[model.aliases[id] ?? '']
}
