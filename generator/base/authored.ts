// Generated from schemas/meta by `atelier generate`. Do not edit.
// 607279d6b62c23ca

/**
 * A name: letters, digits, underscore.
 */
export type AuthoredName = string
/**
 * A CEL expression. Roots: row, old, input, output, value, params, user, settings, now (which of them depends on the place).
 */
export type AuthoredExpr = string
/**
 * A literal; text that begins with "=" is an expression.
 */
export type AuthoredValue = (string | number | boolean | null) | (string | number | boolean)[]
/**
 * An expression, or the name of a condition of the resource.
 */
export type AuthoredCondition = string
/**
 * One or several conditions; all must hold. A word alone names a condition of the resource. Without a reason one is made from the expression.
 */
export type AuthoredWhen = AuthoredCondition | AuthoredReason | (AuthoredCondition | AuthoredReason)[]
/**
 * Where to go: a route, "drawer" for the record in a side sheet.
 */
export type AuthoredOpen =
  | string
  | {
      /**
       * Route.
       */
      to: string
      with?: AuthoredWith
    }
/**
 * After success.
 */
export type AuthoredDone =
  | AuthoredText
  | {
      say?: AuthoredText
      open?: AuthoredOpen
      with?: AuthoredWith
    }
/**
 * Name or object.
 */
export type AuthoredShapeItem =
  | string
  | {
      /**
       * Name; "!" makes it required.
       */
      name: string
      /**
       * Borrow type, label and limits from this field (of this resource, or resource.field).
       */
      like?: string
      /**
       * Kind of value: decides column, widget, cell, filter, validation, export. Built-in, named in types.json, or registered under extensions.types in app.json.
       */
      type?:
        | (
            | 'string'
            | 'text'
            | 'int'
            | 'decimal'
            | 'money'
            | 'bool'
            | 'enum'
            | 'enums'
            | 'date'
            | 'datetime'
            | 'time'
            | 'phone'
            | 'email'
            | 'password'
            | 'serial'
            | 'ref'
            | 'refs'
            | 'own'
            | 'image'
            | 'images'
            | 'video'
            | 'file'
            | 'region'
            | 'rows'
            | 'group'
            | 'json'
          )
        | string
      /**
       * enum/enums: the dictionary. ref/refs/own/rows/group: the resource. With `by`: a map from the value of that enum to a resource.
       */
      of?:
        | string
        | {
            [k: string]: string
          }
      /**
       * The enum field that says which resource this ref points at (a ref to several resources).
       */
      by?: string
      /**
       * Name under which paths follow this ref (default: the field name without Id).
       */
      as?: string
      label?: AuthoredText
      /**
       * Field beside this one that holds the same text in English: it is what stands here in English.
       */
      en?: string
      /**
       * Dictionary of the sentences that the server writes here: each is shown in the language of the reader; other text stays as it is.
       */
      words?: string
      help?: AuthoredText
      unit?: AuthoredText
      /**
       * Must be filled; or an expression telling when.
       */
      required?: boolean | AuthoredExpr
      default?: AuthoredValue
      /**
       * Least value; least length of text; least count of a list.
       */
      min?: number
      /**
       * Greatest value, length or count; bytes of a json.
       */
      max?: number
      /**
       * Decimals of a decimal.
       */
      digits?: number
      /**
       * Numbers below 0 are allowed (default: no).
       */
      negative?: boolean
      /**
       * Of a member of an entry: shown as 138****1234 as a masked field is.
       */
      masked?: boolean
      /**
       * date: picked by the month, and kept as its first day.
       */
      months?: true
      /**
       * date: the first day that may be given, "=today()".
       */
      earliest?: string
      /**
       * date: the last day that may be given, "=today()".
       */
      latest?: string
      /**
       * date: since this day something lives; where a row is put in words, its age.
       */
      age?: true
      /**
       * A share of one that people read and type as percent: 0.05 is 5%.
       */
      percent?: boolean
      /**
       * string, text: texts as people would type them, for sample records (atelier preview, seed --sample).
       *
       * @minItems 1
       */
      samples?: string[]
      /**
       * phone: as the sign-in page asks for it (app.phone.signIn), blanks around it do not count.
       */
      loose?: true
      /**
       * region: only provinces are chosen. Without it a province or a city.
       */
      level?: 'province'
      /**
       * serial: how the number is made, as C{yyMMdd}{0000}. string: a regular expression.
       */
      pattern?: string
      /**
       * The only values allowed: technical words that no one reads, small number lists, or names of some of a dictionary's values.
       *
       * @minItems 1
       */
      in?: unknown[]
      show?: AuthoredExpr
      /**
       * Shown but not editable (while this holds).
       */
      locked?: boolean | AuthoredExpr
      with?: AuthoredWith
      /**
       * The call that offers the choices (default: select of the resource).
       */
      lookup?: string
      /**
       * Choosing a record also fills these fields: field here -> path on the chosen record.
       */
      fill?: {
        [k: string]: string
      }
      /**
       * rows/group: the fields of one entry. Names borrow from the resource in `of`.
       */
      fields?: AuthoredShapeItem[]
    }
export type AuthoredField = {
  /**
   * Kind of value: decides column, widget, cell, filter, validation, export. Built-in, named in types.json, or registered under extensions.types in app.json.
   */
  type:
    | (
        | 'string'
        | 'text'
        | 'int'
        | 'decimal'
        | 'money'
        | 'bool'
        | 'enum'
        | 'enums'
        | 'date'
        | 'datetime'
        | 'time'
        | 'phone'
        | 'email'
        | 'password'
        | 'serial'
        | 'ref'
        | 'refs'
        | 'own'
        | 'image'
        | 'images'
        | 'video'
        | 'file'
        | 'region'
        | 'rows'
        | 'group'
        | 'json'
      )
    | string
  /**
   * enum/enums: the dictionary. ref/refs/own/rows/group: the resource. With `by`: a map from the value of that enum to a resource.
   */
  of?:
    | string
    | {
        [k: string]: string
      }
  /**
   * The enum field that says which resource this ref points at (a ref to several resources).
   */
  by?: string
  /**
   * Name under which paths follow this ref (default: the field name without Id).
   */
  as?: string
  label?: AuthoredText
  help?: AuthoredText
  unit?: AuthoredText
  /**
   * Must be filled; or an expression telling when.
   */
  required?: boolean | AuthoredExpr
  default?: AuthoredValue
  /**
   * Least value; least length of text; least count of a list.
   */
  min?: number
  /**
   * Greatest value, length or count; bytes of a json.
   */
  max?: number
  /**
   * Decimals of a decimal.
   */
  digits?: number
  /**
   * Numbers below 0 are allowed (default: no).
   */
  negative?: boolean
  /**
   * A share of one that people read and type as percent: 0.05 is 5%.
   */
  percent?: boolean
  /**
   * date: offered at a click, as so many days from today.
   *
   * @minItems 1
   */
  ahead?: number[]
  /**
   * date: picked by the month, and kept as its first day.
   */
  months?: true
  /**
   * date: the first day that may be given, "=today()".
   */
  earliest?: string
  /**
   * date: the last day that may be given, "=today()".
   */
  latest?: string
  /**
   * date: since this day something lives; where a row is put in words, its age.
   */
  age?: true
  /**
   * string, text: texts as people would type them, for sample records (atelier preview, seed --sample).
   *
   * @minItems 1
   */
  samples?: string[]
  /**
   * phone: as the sign-in page asks for it (app.phone.signIn), blanks around it do not count.
   */
  loose?: true
  /**
   * region: only provinces are chosen. Without it a province or a city.
   */
  level?: 'province'
  /**
   * serial: how the number is made, as C{yyMMdd}{0000}. string: a regular expression.
   */
  pattern?: string
  /**
   * The only values allowed: technical words that no one reads, small number lists, or names of some of a dictionary's values.
   *
   * @minItems 1
   */
  in?: unknown[]
  show?: AuthoredExpr
  /**
   * Shown but not editable (while this holds).
   */
  locked?: boolean | AuthoredExpr
  with?: AuthoredWith
  /**
   * The call that offers the choices (default: select of the resource).
   */
  lookup?: string
  /**
   * Choosing a record also fills these fields: field here -> path on the chosen record.
   */
  fill?: {
    [k: string]: string
  }
  /**
   * rows/group: the fields of one entry. Names borrow from the resource in `of`.
   */
  fields?: AuthoredShapeItem[]
  /**
   * While a condition over the record holds, what stands in its place: of money words, of an enum another enum of the record. The first that holds.
   *
   * @minItems 1
   */
  instead?: {
    if: AuthoredExpr
    text?: AuthoredText
    /**
     * enum: the other field of the record.
     */
    field?: string
  }[]
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  /**
   * Only the server sets it; never accepted from a client.
   */
  managed?: boolean
  /**
   * Cannot be changed after the record is created.
   */
  once?: boolean
  /**
   * Field of the same record that holds this name in English: it is what stands here in English.
   */
  en?: string
  /**
   * Dictionary of the sentences that the server writes here: each is shown in the language of the reader; other text stays as it is.
   */
  words?: string
  /**
   * Stored, never sent.
   */
  secret?: boolean
  /**
   * Shown as 138****1234 unless the screen grants the masked code of app.json.
   */
  masked?: boolean
  /**
   * Button code needed to see this field on any channel.
   */
  see?: string
  /**
   * The quick search and the look-up search in it.
   */
  search?: boolean
  value?: AuthoredExpr
  /**
   * How many records point here: resource.ref, or { of, where, each }, or a list of these, added up. Kept true by the engine.
   */
  count?: AuthoredCounted | AuthoredCounted[]
  /**
   * What a value comes to over the records that point here: { of, value, where }, or a list of these. Kept true by the engine.
   */
  sum?: AuthoredSummed | AuthoredSummed[]
}
/**
 * Records that are counted.
 */
export type AuthoredCounted =
  | string
  | {
      /**
       * resource.ref: the records, and their ref that points here.
       */
      of: string
      where?: AuthoredExpr
      /**
       * A field of the counted records: each of its values counts once.
       */
      each?: string
    }
/**
 * A named type, or an object.
 */
export type AuthoredFieldOrName = string | AuthoredField
/**
 * Name or object.
 */
export type AuthoredColumn =
  | string
  | {
      /**
       * Field, or path through refs such as customer.realName.
       */
      field: string
      label?: AuthoredText
      /**
       * At the foot: over all rows of the filter, not only this page.
       */
      total?: 'sum' | 'avg' | 'max' | 'min'
      tone?: AuthoredExpr
      show?: AuthoredExpr
    }
/**
 * Exactly these, or the usual ones of the resource with changes.
 */
export type AuthoredColumns =
  | AuthoredColumn[]
  | {
      /**
       * Put after the usual ones.
       *
       * @minItems 1
       */
      add?: AuthoredColumn[]
      /**
       * Leave these out.
       *
       * @minItems 1
       */
      drop?: string[]
    }
/**
 * Name or object.
 */
export type AuthoredFilterItem =
  | string
  | {
      /**
       * Filter of the resource.
       */
      field: string
      label?: AuthoredText
      /**
       * Only these values of its dictionary are offered here, as choices or as tabs.
       *
       * @minItems 1
       */
      in?: string[]
      default?: AuthoredValue
    }
  | {
      /**
       * A filter of this screen only.
       */
      name: string
      /**
       * Kind of value: decides column, widget, cell, filter, validation, export. Built-in, named in types.json, or registered under extensions.types in app.json.
       */
      type:
        | (
            | 'string'
            | 'text'
            | 'int'
            | 'decimal'
            | 'money'
            | 'bool'
            | 'enum'
            | 'enums'
            | 'date'
            | 'datetime'
            | 'time'
            | 'phone'
            | 'email'
            | 'password'
            | 'serial'
            | 'ref'
            | 'refs'
            | 'own'
            | 'image'
            | 'images'
            | 'video'
            | 'file'
            | 'region'
            | 'rows'
            | 'group'
            | 'json'
          )
        | string
      /**
       * enum/enums: the dictionary. ref/refs/own/rows/group: the resource. With `by`: a map from the value of that enum to a resource.
       */
      of?:
        | string
        | {
            [k: string]: string
          }
      label?: AuthoredText
      default?: AuthoredValue
      with?: AuthoredWith
    }
/**
 * Exactly these (none: an empty list), or the usual ones with changes. Default: all filters of the resource.
 */
export type AuthoredFilters =
  | AuthoredFilterItem[]
  | {
      /**
       * Put after the usual ones.
       *
       * @minItems 1
       */
      add?: AuthoredFilterItem[]
      /**
       * Leave these out.
       *
       * @minItems 1
       */
      drop?: string[]
    }
/**
 * A field, a field that differs here, or a section.
 */
export type AuthoredFormItem =
  | string
  | {
      /**
       * Field or input.
       */
      field: string
      label?: AuthoredText
      help?: AuthoredText
      /**
       * Must be filled; or an expression telling when.
       */
      required?: boolean | AuthoredExpr
      show?: AuthoredExpr
      /**
       * Shown but not editable (while this holds).
       */
      locked?: boolean | AuthoredExpr
      default?: AuthoredValue
      with?: AuthoredWith
      /**
       * Choosing a record also fills these fields: field here -> path on the chosen record.
       */
      fill?: {
        [k: string]: string
      }
      /**
       * The call that offers the choices (default: select of the resource).
       */
      lookup?: string
      columns?: AuthoredColumns
    }
  | {
      section: AuthoredText
      fields: AuthoredForm
      show?: AuthoredExpr
    }
/**
 * What a form asks, in order.
 */
export type AuthoredForm = AuthoredFormItem[]
/**
 * A button. Its key is its button code.
 */
export type AuthoredAction =
  | true
  | {
      label?: AuthoredText
      /**
       * The call it makes. Default: the call with the name of this action.
       */
      call?: string
      open?: AuthoredOpen
      with?: AuthoredWith
      form?: AuthoredForm
      /**
       * A call asked before the dialog opens; its problems are shown instead.
       */
      check?: string
      when?: AuthoredWhen
      show?: AuthoredExpr
      /**
       * Where it stands. Default: ids -> row and batch, id -> row, else top.
       */
      at?: ('top' | 'row' | 'batch') | ('top' | 'row' | 'batch')[]
      /**
       * Stands behind the buttons without it, also behind those that a screen like this one adds.
       */
      last?: true
      /**
       * Ask once, naming the record.
       */
      confirm?: boolean | AuthoredText
      done?: AuthoredDone
      /**
       * Former name(s). Data, grants and saved filters are carried over.
       */
      was?: string | string[]
    }
export type AuthoredFieldPath = string
/**
 * A picture of the menu.
 */
export type AuthoredIcon =
  | 'bell'
  | 'bug'
  | 'calendar'
  | 'camera'
  | 'chart'
  | 'clipboard'
  | 'component'
  | 'crown'
  | 'dashboard'
  | 'desktop'
  | 'documentation'
  | 'drag'
  | 'edit'
  | 'education'
  | 'email'
  | 'excel'
  | 'exit-fullscreen'
  | 'eye-open'
  | 'flash'
  | 'form'
  | 'fullscreen'
  | 'gift'
  | 'guide'
  | 'heart'
  | 'home'
  | 'inbox'
  | 'international'
  | 'language'
  | 'link'
  | 'list'
  | 'lock'
  | 'magic'
  | 'medal'
  | 'message'
  | 'money'
  | 'nested'
  | 'organization'
  | 'password'
  | 'pdf'
  | 'people'
  | 'peoples'
  | 'phone'
  | 'picture'
  | 'price'
  | 'printer'
  | 'profile'
  | 'qq'
  | 'refresh'
  | 'schedule'
  | 'scissors'
  | 'search'
  | 'setting'
  | 'shop'
  | 'shopping'
  | 'size'
  | 'star'
  | 'table'
  | 'tag'
  | 'theme'
  | 'tool'
  | 'tree'
  | 'tree-table'
  | 'truck'
  | 'user'
  | 'video'
  | 'wallet'
  | 'warning'
  | 'wechat'
  | 'zip'

/**
 * Each kind of file, and their parts.
 */
export interface AuthoredProduct {
  AuthoredExtension?: AuthoredExtension
  AuthoredApp?: AuthoredApp
  AuthoredName?: AuthoredName
  AuthoredText?: AuthoredText
  AuthoredExpr?: AuthoredExpr
  AuthoredValue?: AuthoredValue
  AuthoredWith?: AuthoredWith
  AuthoredReason?: AuthoredReason
  AuthoredBeside?: AuthoredBeside
  AuthoredCondition?: AuthoredCondition
  AuthoredWhen?: AuthoredWhen
  AuthoredOpen?: AuthoredOpen
  AuthoredDone?: AuthoredDone
  AuthoredAccess?: AuthoredAccess
  AuthoredShapeItem?: AuthoredShapeItem
  AuthoredField?: AuthoredField
  AuthoredMeasures?: AuthoredMeasures
  AuthoredCounted?: AuthoredCounted
  AuthoredSummed?: AuthoredSummed
  AuthoredFieldOrName?: AuthoredFieldOrName
  AuthoredColumn?: AuthoredColumn
  AuthoredColumns?: AuthoredColumns
  AuthoredFilterItem?: AuthoredFilterItem
  AuthoredFilters?: AuthoredFilters
  AuthoredFormItem?: AuthoredFormItem
  AuthoredForm?: AuthoredForm
  AuthoredAction?: AuthoredAction
  AuthoredActions?: AuthoredActions
  AuthoredFieldPath?: AuthoredFieldPath
  AuthoredCall?: AuthoredCall
  AuthoredIcon?: AuthoredIcon
  AuthoredFilter?: AuthoredFilter
  AuthoredDictionary?: AuthoredDictionary
  AuthoredGroup?: AuthoredGroup
  AuthoredPlanned?: AuthoredPlanned
  AuthoredResource?: AuthoredResource
  AuthoredRole?: AuthoredRole
  AuthoredTypes?: AuthoredTypes
  AuthoredView?: AuthoredView
  AuthoredScreen?: AuthoredScreen
}
export interface AuthoredExtension {
  /**
   * Why metadata cannot say it.
   */
  reason: string
  /**
   * Calls it makes; counted in the permission table.
   *
   * @minItems 1
   */
  calls?: string[]
}
export interface AuthoredApp {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  /**
   * What the product builds on: its files lie over those of the platform.
   */
  layers?: 'platform'[]
  name: AuthoredText
  /**
   * Languages.
   */
  languages: {
    /**
     * Languages.
     *
     * @minItems 1
     */
    available: ('zh' | 'en')[]
    /**
     * First shown.
     */
    default: 'zh' | 'en'
  }
  /**
   * Look.
   */
  theme?: {
    /**
     * Accent colour.
     */
    accent?: string
    /**
     * Component size.
     */
    density?: 'small' | 'middle'
  }
  /**
   * First route.
   */
  home: string
  /**
   * How amounts are written.
   */
  currency?: {
    /**
     * Stands before each amount: `$`, `CHF `.
     */
    symbol: string
  }
  /**
   * The form of telephone numbers.
   */
  phone?: {
    /**
     * A regular expression over the whole number.
     */
    pattern: string
    /**
     * A looser one, which the sign-in page asks for.
     */
    signIn?: string
    message: AuthoredText
  }
  /**
   * Where days begin.
   */
  timezone?: string
  /**
   * The times of day that can be chosen and are taken: from, to, every so many minutes.
   */
  times?: {
    /**
     * The first.
     */
    from: string
    /**
     * The last.
     */
    to: string
    /**
     * Minutes between two.
     */
    step: number
  }
  /**
   * Browser storage keys.
   */
  storage?: {
    [k: string]: string
  }
  /**
   * Limits and timings of the product.
   */
  limits?: {
    [k: string]: number
  }
  /**
   * Document and help links.
   */
  links?: {
    [k: string]: string
  }
  /**
   * Words of this house that passwords must not hold: its name in letters, for one. Names of companies need not be said.
   */
  passwordWords?: string[]
  /**
   * Button code that shows masked fields.
   */
  maskedCode?: string
  /**
   * Button code that tells one masked value at a time; each asking is logged. The call: engineCalls.reveal.
   */
  revealCode?: string
  /**
   * Button that lets a person share views of lists with roles, as "menu.button".
   */
  shareCode?: string
  /**
   * Parts the engine itself needs, and the resource (or dictionary) that plays each.
   */
  records?: {
    /**
     * Members of staff.
     */
    person?: string
    /**
     * What a person signs in by.
     */
    account?: string
    /**
     * A role that an account holds.
     */
    membership?: string
    /**
     * Departments, a tree.
     */
    department?: string
    /**
     * The firm whose rows one sees.
     */
    company?: string
    /**
     * What a person may do.
     */
    role?: string
    /**
     * What makes a person one of those who do duty at a till: `user.dutyId`.
     */
    duty?: string
    /**
     * Those whom the product serves.
     */
    customer?: string
    /**
     * Links by which customers come to what is theirs.
     */
    link?: string
    /**
     * Screens that may be granted.
     */
    menu?: string
    /**
     * Buttons that may be granted.
     */
    button?: string
    /**
     * What a role is granted.
     */
    grant?: string
    /**
     * Whose rows of a module a role sees.
     */
    dataRule?: string
    /**
     * Saved values of the settings below.
     */
    setting?: string
    /**
     * The record of writes.
     */
    log?: string
    /**
     * Uploaded files.
     */
    file?: string
    /**
     * Notifications to a person.
     */
    message?: string
    /**
     * The history of who had what in hand.
     */
    assignment?: string
    /**
     * Sessions of signed-in people.
     */
    session?: string
    /**
     * Imports and exports.
     */
    import?: string
    /**
     * Lists of values as staff see them.
     */
    dictionary?: string
    /**
     * Dictionary: modules that data rules speak of.
     */
    dataModules?: string
    /**
     * Dictionary: levels of data rules.
     */
    dataLevels?: string
    /**
     * Dictionary: what a notification is about.
     */
    messageSources?: string
  }
  /**
   * Calls that the browser makes by itself, and their wire paths.
   */
  engineCalls?: {
    /**
     * Writes of one record.
     */
    history?: string
    /**
     * Tells one masked value in full.
     */
    reveal?: string
    /**
     * Progress of a job.
     */
    job?: string
    /**
     * Stops a job of the own.
     */
    stopJob?: string
    /**
     * Address of a template file.
     */
    template?: string
    /**
     * Takes a picture.
     */
    uploadImage?: string
    /**
     * Takes any other file.
     */
    upload?: string
    /**
     * The person signed in, with the menus.
     */
    user?: string
    /**
     * Button grants of the person.
     */
    buttons?: string
    /**
     * Ends the session.
     */
    signOut?: string
    /**
     * Goes on in another company or role.
     */
    switchRole?: string
    /**
     * Companies the person may look into.
     */
    companies?: string
    /**
     * Roles the person holds in a company.
     */
    roles?: string
    /**
     * Notifications of the person.
     */
    messages?: string
    /**
     * Number of unread notifications.
     */
    unread?: string
    /**
     * Saved views of lists: own ones and shared ones.
     */
    views?: string
    /**
     * One saved view, by the id in a link.
     */
    openView?: string
    /**
     * Saves a view under a name.
     */
    saveView?: string
    /**
     * Deletes an own view.
     */
    dropView?: string
    /**
     * Opens a list with a view from now on, or no longer.
     */
    viewAsUsual?: string
    /**
     * A record as it stood at a moment.
     */
    asOf?: string
    /**
     * Why a computed or counted number is what it is.
     */
    why?: string
    /**
     * Takes back what the person just did.
     */
    undo?: string
    /**
     * Roles that a view may be shared with.
     */
    viewRoles?: string
    /**
     * Own addresses from which calendar programs read a screen.
     */
    feeds?: string
    /**
     * Makes such an address.
     */
    makeFeed?: string
    /**
     * Withdraws such an address.
     */
    dropFeed?: string
    /**
     * Marks a notification as read.
     */
    markRead?: string
  }
  /**
   * Where a notification leads: name of its source type -> screen.
   */
  messageRoutes?: {
    [k: string]: {
      /**
       * The screen.
       */
      route: string
      /**
       * Fields of the source object that its query takes (default: id; empty: none).
       */
      params?: string[]
      /**
       * Screens for whoever may not open the first: the first that they may open.
       *
       * @minItems 1
       */
      else?: (
        | string
        | {
            /**
             * The screen.
             */
            route: string
            /**
             * Fields of the source object that its query takes.
             *
             * @minItems 1
             */
            params: string[]
          }
      )[]
    }
  }
  /**
   * Business parameters, read as settings.name.
   */
  settings?: {
    [k: string]: {
      /**
       * Type.
       */
      type: 'int' | 'decimal' | 'money' | 'bool' | 'string'
      /**
       * Value until changed.
       */
      default: number | boolean | string
      label?: AuthoredText
      group?: AuthoredText
      help?: AuthoredText
      /**
       * string: the values offered, by name.
       */
      in?: {
        [k: string]: AuthoredText
      }
      /**
       * int, decimal, money: the least (default: 0).
       */
      min?: number
    }
  }
  /**
   * The code this product adds.
   */
  extensions?: {
    /**
     * Field types written in code.
     */
    types?: {
      [k: string]: AuthoredExtension
    }
    /**
     * Hand-written pages written in code.
     */
    pages?: {
      [k: string]: AuthoredExtension
    }
  }
}
/**
 * Text in both languages, where it stands.
 */
export interface AuthoredText {
  /**
   * Chinese.
   */
  zh: string
  /**
   * English.
   */
  en: string
}
/**
 * Fixed inputs: name -> literal or "=expression".
 */
export interface AuthoredWith {
  [k: string]: AuthoredValue
}
/**
 * A condition with its reason.
 */
export interface AuthoredReason {
  if: AuthoredExpr
  why: AuthoredText
}
/**
 * Whoever sees a record of another resource that points at this row, or where this row points, sees this row too.
 */
export interface AuthoredBeside {
  /**
   * The other resource.
   */
  resource: string
  /**
   * Its ref to this row, or to the record that this row points at by the same name.
   */
  by: string
}
/**
 * Reachable without a permission code, and why.
 */
export interface AuthoredAccess {
  /**
   * Before login; the reason.
   */
  anyone?: string
  /**
   * Any signed-in member of staff; the reason.
   */
  staff?: string
  /**
   * A signed-in customer, own rows only; the reason.
   */
  client?: string
}
/**
 * Records that are summed.
 */
export interface AuthoredSummed {
  /**
   * resource.ref: the records, and their ref that points here.
   */
  of: string
  value: AuthoredExpr
  where?: AuthoredExpr
}
/**
 * Name -> what it comes to in a group.
 */
export interface AuthoredMeasures {
  [k: string]: string
}
/**
 * Buttons, in order. Key = button code = name of the call unless `call` says otherwise.
 */
export interface AuthoredActions {
  [k: string]: AuthoredAction
}
/**
 * A call of the server.
 */
export interface AuthoredCall {
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  label?: AuthoredText
  /**
   * As that list/detail call, with own path.
   */
  like?: string
  /**
   * A preset of another call: same path and server code, fewer inputs. Has no path of its own.
   */
  use?: string
  /**
   * Makes this move.
   */
  move?: string
  set?: AuthoredWith
  /**
   * Answers whether a value of this unique field is taken; of several, the fields sent say which. `resource.field` for another resource.
   */
  check?: string | string[]
  /**
   * Grouped numbers.
   */
  stat?: {
    /**
     * Group by.
     *
     * @minItems 1
     */
    by: string[]
    measures?: AuthoredMeasures
    /**
     * Order of the groups: measures, - for the greatest first (default: days in order, else the first measure).
     *
     * @minItems 1
     */
    sort?: string[]
  }
  /**
   * Offers the values of a dictionary.
   */
  options?: string
  /**
   * Rows from a file: preview, progress, rejected rows back as a file.
   */
  import?: {
    /**
     * Columns of the file.
     *
     * @minItems 1
     */
    fields: AuthoredShapeItem[]
    /**
     * Field that finds an existing row.
     */
    match: string
    /**
     * Asked once for the whole file.
     *
     * @minItems 1
     */
    ask?: string[]
    /**
     * Code of the template file.
     */
    template?: string
    /**
     * Records that say who stands in a row, told in the preview as a hint: the row is taken all the same.
     *
     * @minItems 1
     */
    known?: {
      /**
       * Resource.
       */
      of: string
      /**
       * Its field that is compared with the matching column.
       */
      by: string
      where?: AuthoredExpr
      text: AuthoredText
    }[]
    /**
     * Path of the progress call.
     */
    progress: string
  }
  /**
   * The list as a file, same rows and masks.
   */
  export?: boolean
  /**
   * Written in src/server/domain/<area>/.
   */
  handler?: boolean
  where?: AuthoredExpr
  /**
   * Wider than the resource; or only what anybody sees by its `seen`, whoever asks.
   */
  scope?: 'company' | 'global' | 'seen'
  with?: AuthoredWith
  /**
   * Inputs: names of fields, objects, "...name" for a list of types.json; or those of another call with `add` and `drop`.
   */
  input?:
    | AuthoredShapeItem[]
    | {
        /**
         * The call whose inputs they are (default: those of `add`, in an `edit`, which then takes `id!` too).
         */
        like?: string
        /**
         * Leave these out.
         *
         * @minItems 1
         */
        drop?: string[]
        /**
         * Put behind them.
         *
         * @minItems 1
         */
        add?: AuthoredShapeItem[]
      }
  /**
   * Answer.
   */
  output?:
    | AuthoredShapeItem[]
    | {
        /**
         * Rows of this resource.
         */
        rows: string
      }
    | {
        /**
         * One row of this resource.
         */
        row: string
      }
  /**
   * Of a hand-written call: it answers a list of what its output says.
   */
  several?: true
  /**
   * Of a look-up: what it answers may be chosen from as cards with a picture, in child rows several at once.
   */
  cards?: {
    /**
     * The answered field that is the picture (of several the first).
     */
    image: string
    /**
     * Answered fields that stand below its name.
     *
     * @minItems 1
     */
    lines: string[]
  }
  form?: AuthoredForm
  /**
   * Call asked with what is typed so far; what it answers is shown below the form.
   */
  preview?: string
  /**
   * List call whose newest rows about the same record stand beside the form; asked with the inputs that are not typed.
   */
  beside?: string
  /**
   * Fills the dialog.
   */
  load?: {
    /**
     * Asked first.
     */
    call: string
    /**
     * Input its answer fills (default: same names).
     */
    into?: string
  }
  when?: AuthoredWhen
  /**
   * Ask once.
   */
  confirm?: boolean | AuthoredText
  done?: AuthoredDone
  /**
   * Output that is the number of a job that makes a file: the button waits for it, saves the file, and changes nothing.
   */
  download?: string
  /**
   * Output that is the address of a page: the button prints it, and changes nothing.
   */
  print?: string
  /**
   * Carries requestNo: a repeat returns the first answer. "required": refused without one.
   */
  once?: true | false | 'required'
  /**
   * Can be taken back for ten minutes where nothing else touched the rows. Default: a deletion, move or set of the engine that changes no money and tells nobody.
   */
  undo?: boolean
  /**
   * Further paths that answer the same.
   *
   * @minItems 1
   */
  also?: string[]
  access?: AuthoredAccess
}
/**
 * How a filter finds rows.
 */
export interface AuthoredFilter {
  /**
   * A filter of types.json, or one looked at through a ref: `customer.nameOrTel`.
   */
  like?: string
  label?: AuthoredText
  /**
   * Kind of value: decides column, widget, cell, filter, validation, export. Built-in, named in types.json, or registered under extensions.types in app.json.
   */
  type?:
    | (
        | 'string'
        | 'text'
        | 'int'
        | 'decimal'
        | 'money'
        | 'bool'
        | 'enum'
        | 'enums'
        | 'date'
        | 'datetime'
        | 'time'
        | 'phone'
        | 'email'
        | 'password'
        | 'serial'
        | 'ref'
        | 'refs'
        | 'own'
        | 'image'
        | 'images'
        | 'video'
        | 'file'
        | 'region'
        | 'rows'
        | 'group'
        | 'json'
      )
    | string
  /**
   * enum/enums: the dictionary. ref/refs/own/rows/group: the resource. With `by`: a map from the value of that enum to a resource.
   */
  of?:
    | string
    | {
        [k: string]: string
      }
  /**
   * The only values allowed: technical words that no one reads, small number lists, or names of some of a dictionary's values.
   *
   * @minItems 1
   */
  in?: unknown[]
  /**
   * Equal to this path (any of, when it is a list).
   */
  is?: string
  /**
   * Several may be chosen.
   */
  many?: boolean
  /**
   * The value that asks for everything, as if the filter were not set (-1, 0).
   */
  all?: number | string
  /**
   * Text found in any of these paths.
   *
   * @minItems 1
   */
  contains?: string[]
  /**
   * Of people: whoever may open a screen of the resource that is named by the value.
   */
  opens?: true
  /**
   * From - to over this path.
   */
  range?: string
  /**
   * Names of from and to on the wire.
   *
   * @minItems 2
   * @maxItems 2
   */
  wire?: (string | null)[]
  /**
   * Ranges of numbers to choose from beside typing: `count` of them, each `of` wide, from 0 on.
   */
  steps?: {
    /**
     * How wide one is.
     */
    of: number
    /**
     * How many there are.
     */
    count: number
  }
  hint?: AuthoredText
  /**
   * Some child row has it: children.field.
   */
  has?: string
  where?: AuthoredExpr
}
export interface AuthoredDictionary {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * The platform has a file of this name: this one adds to it key by key (`null` takes a key away, lists take `add` and `drop`), or stands in its place.
   */
  layer?: 'add' | 'replace'
  /**
   * Notes of `check --notes` that this file gives on purpose: code -> why. They are not told.
   */
  answers?: {
    [k: string]: string
  }
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  label: AuthoredText
  /**
   * The values are numbers with an order: they may be compared with < and >, and filtered by a range.
   */
  ordered?: boolean
  /**
   * Its values are sentences that the server writes into text fields (`words` of a field); a `{hole}` is what differs.
   */
  words?: boolean
  /**
   * Name -> value, in the order of display. Conditions and files use the name, never the number.
   */
  values: {
    [k: string]: {
      /**
       * On the wire and in the database (default: the name; of words the Chinese).
       */
      value?: number | string
      /**
       * Chinese.
       */
      zh: string
      /**
       * English.
       */
      en: string
      /**
       * grey, blue, green, amber, red, struck out.
       */
      tone?: 'waiting' | 'active' | 'done' | 'attention' | 'failed' | 'off'
      clients?: AuthoredText
      /**
       * Shown on old records, no longer offered.
       */
      retired?: boolean
      /**
       * Former name(s). Data, grants and saved filters are carried over.
       */
      was?: string | string[]
    }
  }
}
export interface AuthoredGroup {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * The platform has a file of this name: this one adds to it key by key (`null` takes a key away, lists take `add` and `drop`), or stands in its place.
   */
  layer?: 'add' | 'replace'
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  label: AuthoredText
  icon?: AuthoredIcon
  /**
   * Place in the sidebar.
   */
  order: number
  with?: AuthoredWith
  access?: AuthoredAccess
}
/**
 * Names of the product that may be referred to before they exist.
 */
export interface AuthoredPlanned {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Screens.
   */
  routes?: string[]
  /**
   * Wire paths.
   */
  calls?: string[]
  /**
   * Permission codes of those screens.
   */
  codes?: string[]
}
export interface AuthoredResource {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * The platform has a file of this name: this one adds to it key by key (`null` takes a key away, lists take `add` and `drop`), or stands in its place.
   */
  layer?: 'add' | 'replace'
  /**
   * Notes of `check --notes` that this file gives on purpose: code -> why. They are not told.
   */
  answers?: {
    [k: string]: string
  }
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  label: AuthoredText
  many?: AuthoredText
  /**
   * Field that names a record.
   */
  title: string
  /**
   * The few fields that tell records apart: look-ups, detail head, phone cards, global search.
   *
   * @minItems 1
   */
  facts?: string[]
  /**
   * First part of its calls (default: file name).
   */
  path?: string
  /**
   * Field that refs carry (default id).
   */
  key?: string
  /**
   * Required ref: this is a 1:1 detail of that record; its fields, filters, states and calls count as own.
   */
  extends?: string
  /**
   * Ref to the owner: rows live and die with it, and are limited by it.
   */
  parent?: string
  /**
   * Whose rows one sees, on every channel (default company).
   */
  scope?:
    | ('global' | 'company')
    | {
        /**
         * Limited by the data rules of the role.
         */
        by: 'org'
        /**
         * Data module of the rule (default: resource name).
         */
        module?: string
        /**
         * Field with the department.
         */
        org?: string
        /**
         * Field with the person, or the people (`refs`).
         */
        owner?: string
        /**
         * Ref; whoever sees the record it names sees this row too.
         */
        seenWith?: string
        seenBeside?: AuthoredBeside
        /**
         * Who made a row sees it too, whoever owns it by now; or the field with who brought it.
         */
        maker?: true | string
        /**
         * A row that nobody owns may be opened by everybody of the company: a pool to take from.
         */
        shared?: true
      }
    | {
        /**
         * Seen through the record named by `parent`.
         */
        by: 'parent'
        seenBeside: AuthoredBeside
      }
  /**
   * A record of a person that narrows what they see of these rows, beside the data rule.
   */
  limit?: {
    /**
     * The resource of such records.
     */
    by: string
    /**
     * Its ref that leads to the person.
     */
    person: string
    /**
     * Its lists -> the field of a row, or of a record the row points at, that must be in the list. An empty list limits nothing.
     */
    fields: {
      [k: string]: string
    }
  }
  /**
   * Only rows that are so are seen, on every channel. Must translate to SQL.
   */
  seen?:
    | AuthoredExpr
    | {
        where: AuthoredExpr
        /**
         * Calls of the resource: whoever is granted one of them sees all rows, and who made a row sees it.
         *
         * @minItems 1
         */
        unless: string[]
      }
  /**
   * What a signed-in customer has of it. Without this no row of it is there for customers.
   */
  client?: {
    /**
     * Ref to the customer, or to a record that is the customer's; `id` of the customer's own record; `everyone`: all customers have its rows.
     */
    by: string
    /**
     * Ref of a shared link: whoever came by a link that names a row sees that row alone.
     */
    link?: string
    where?: AuthoredExpr
    /**
     * What a customer reads of a row, on every channel.
     *
     * @minItems 1
     */
    fields: string[]
  }
  /**
   * Rows are only added; a correction is a new row.
   */
  append?: boolean
  /**
   * No table; its calls are handlers.
   */
  virtual?: boolean
  /**
   * Its rows are groups of figures over another resource: filters and groups are fields of that one, measures are fields of this one.
   */
  figures?: {
    /**
     * The resource whose rows are grouped.
     */
    of: string
    /**
     * Field that holds what people call the group.
     */
    text: string
    measures: AuthoredMeasures
  }
  /**
   * Rows form a tree; no cycles.
   */
  tree?: {
    /**
     * Ref to the parent.
     */
    parent: string
    /**
     * Greatest depth.
     */
    depth?: number
  }
  /**
   * Usual order (default -createTime).
   *
   * @minItems 1
   */
  sort?: string[]
  /**
   * Log writes (default yes).
   */
  audit?: boolean
  /**
   * Fields. Besides: id, version, createTime, createBy, updateTime, updateBy.
   */
  fields: {
    [k: string]: AuthoredFieldOrName
  }
  /**
   * Records made together with a new one. Key = the managed ref that keeps the record made.
   */
  makes?: {
    [k: string]: {
      when?: AuthoredExpr
      set: AuthoredWith
    }
  }
  given?: AuthoredWhen
  /**
   * Who has a record in hand: each change is checked, kept in the history and told.
   */
  assignment?: {
    /**
     * The refs whose change is a change of hands. Key = the ref; true = nothing beyond the ref.
     */
    to: {
      [k: string]:
        | true
        | {
            /**
             * Ref to the department; its change is a change of hands too.
             */
            org?: string
            /**
             * Moment since when; empty while nobody has it.
             */
            at?: string
            when?: AuthoredExpr
            /**
             * How many records one person may have in hand.
             */
            limit?: {
              most: AuthoredExpr
              where?: AuthoredExpr
            }
            /**
             * Field of the record pointed at that leads to the person who is told, where the ref is to no person.
             */
            tell?: string
            history?: AuthoredWith
          }
    }
    history?: AuthoredWith
    /**
     * The notification to whom a record is given by somebody else. {field} is a field of the record.
     */
    notice?: {
      /**
       * What it is about: a value of the message sources.
       */
      source: string
      /**
       * Other sources, by a value of an enum field of the record.
       */
      sources?: {
        by: AuthoredName
        /**
         * Value of the field to value of the message sources.
         */
        of: {
          [k: string]: string
        }
      }
      title: AuthoredText
      one: AuthoredText
      many: AuthoredText
    }
  }
  /**
   * What may not occur twice among live rows; key = field.
   */
  unique?: {
    [k: string]: {
      /**
       * The field, when the key is another name.
       */
      field?: string
      /**
       * The field where a span ends that begins with this one: no two may overlap.
       */
      until?: string
      /**
       * Unique together with these.
       *
       * @minItems 1
       */
      within?: string[]
      where?: AuthoredExpr
      /**
       * Over all companies.
       */
      everywhere?: boolean
      message?: AuthoredText
      /**
       * Call that answers while typing.
       */
      check?: string
    }
  }
  /**
   * What several "when" ask of a row, said once by name.
   */
  conditions?: {
    [k: string]: AuthoredReason
  }
  /**
   * Checks over several fields, on both sides.
   */
  rules?: {
    [k: string]: {
      if: AuthoredExpr
      why: AuthoredText
      /**
       * Where it is said.
       */
      field?: string
    }
  }
  /**
   * Filters on offer, in order; true = by the field of that name.
   */
  filters?: {
    [k: string]: true | string | AuthoredFilter
  }
  /**
   * Usual columns.
   *
   * @minItems 1
   */
  columns?: AuthoredColumn[]
  form?: AuthoredForm
  detail?: AuthoredForm
  /**
   * State machines: enum field -> moves, and `end`.
   */
  states?: {
    [k: string]: {
      /**
       * The values where it ends. Saying it means that every move is written here: a dead end or a value that no move reaches is then an error.
       */
      end?: string[]
      [k: string]:
        | {
            /**
             * Values it may start from.
             */
            from: string | string[]
            /**
             * Value after.
             */
            to: string
            when?: AuthoredWhen
            /**
             * Calls of other resources that make it, or "system". Default: the call with move = this name.
             */
            by?: string | string[]
            set?: AuthoredWith
          }
        | string[]
        | undefined
    }
  }
  /**
   * Which standard calls exist (default all).
   */
  standard?: ('query' | 'list' | 'detail' | 'add' | 'edit' | 'del' | 'select' | 'export')[]
  /**
   * Further calls, or changes to standard ones. Key = last part of the wire path, or the whole path.
   */
  calls?: {
    [k: string]: AuthoredCall
  }
}
export interface AuthoredRole {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * The platform has a file of this name: this one adds to it key by key (`null` takes a key away, lists take `add` and `drop`), or stands in its place.
   */
  layer?: 'add' | 'replace'
  /**
   * Notes of `check --notes` that this file gives on purpose: code -> why. They are not told.
   */
  answers?: {
    [k: string]: string
  }
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  label: AuthoredText
  /**
   * Menu code or pattern -> everything, all buttons but full numbers, only looking, or these buttons.
   */
  grants: {
    [k: string]: 'whole' | 'all' | 'view' | string[]
  }
  /**
   * Data module -> whose rows.
   */
  data?: {
    [k: string]: 'self' | 'department' | 'departmentBelow' | 'company' | 'all'
  }
}
export interface AuthoredTypes {
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  /**
   * Name -> the keys a field of this type has. The own keys of the field win.
   */
  types: {
    [k: string]: AuthoredField
  }
  /**
   * Name -> inputs or entries of answers that several calls have. Used as "...name".
   */
  lists?: {
    /**
     * @minItems 1
     */
    [k: string]: AuthoredShapeItem[]
  }
  /**
   * Name -> a filter that several resources have, over themselves or through a ref.
   */
  filters?: {
    [k: string]: AuthoredFilter
  }
}
export interface AuthoredView {
  /**
   * Kind of screen.
   */
  view?:
    | 'list'
    | 'tree'
    | 'form'
    | 'detail'
    | 'settings'
    | 'wizard'
    | 'stat'
    | 'calendar'
    | 'seatboard'
    | 'gallery'
    | 'cashdesk'
    | 'player'
    | 'page'
  label?: AuthoredText
  sets?: string
  note?: string
  resource?: string
  call?: string
  with?: AuthoredWith
  filters?: AuthoredFilters
  /**
   * @minItems 1
   */
  spans?: ('month' | 'week' | 'day')[]
  days?: string | string[]
  date?: string
  /**
   * @minItems 2
   * @maxItems 2
   */
  time?: string[]
  /**
   * @minItems 2
   * @maxItems 2
   */
  load?: string[]
  columns?: AuthoredColumns
  state?: string
  lines?: {
    /**
     * The ref.
     */
    by: string
    /**
     * Buttons of an entry: a press on a cell makes the first one that fits.
     *
     * @minItems 1
     */
    press?: string[]
  }
  off?:
    | string
    | {
        /**
         * The bool.
         */
        field: string
        /**
         * Text with the reason.
         */
        why?: string
      }
  open?: AuthoredOpen | (false | AuthoredOpen)
  drop?: {
    /**
     * Key of the button.
     */
    button: string
    /**
     * Input that gets the day.
     */
    sets: string
  }
  feed?: true
  actions?: AuthoredActions
  duty?: {
    /**
     * Asked when the screen opens; answers `ok`, a `reason` when not, and a `notice` to know beside it.
     */
    check: string
    /**
     * Begins the shift.
     */
    start?: string
    /**
     * Route where those who may take money are kept.
     */
    setup?: string
  }
  rows?: AuthoredView
  pay?: {
    /**
     * Takes or gives the money, once.
     */
    call: string
    with?: AuthoredWith
    form?: AuthoredForm
    /**
     * Input that takes the chosen rows; without it one row is settled at a time.
     */
    rows?: string
    /**
     * Money of a row, summed as the amount; with a label where its own will not do.
     */
    due:
      | string
      | {
          /**
           * Money of a row.
           */
          field: string
          label?: AuthoredText
        }
    /**
     * Money of a row, summed like `due`: the least that is taken, said beside it where there is one.
     */
    least?: string
    /**
     * What the least is asked for: rows that hold the same in this field ask for it together, once.
     */
    leastOf?: string
    /**
     * Fields that say whose a row is. The first that two rows both hold decides whether they are settled together.
     *
     * @minItems 1
     */
    party?: string[]
    /**
     * Input that takes the money line by line: a way of paying and an amount each.
     */
    split?:
      | string
      | {
          /**
           * Input of the call.
           */
          input: string
          offer?: AuthoredExpr
          change?: AuthoredExpr
          /**
           * Of some ways there is only so much: what a call answers for the first row.
           */
          limit?: {
            when: AuthoredExpr
            /**
             * Asked with the fields of the row that it has inputs for.
             */
            call: string
            /**
             * Money of its answer.
             */
            amount: string
          }
          /**
           * By some ways something is handed over that pays so much: what a call answers for the rows.
           */
          worth?: {
            when: AuthoredExpr
            /**
             * The text of an entry that says what is handed over: its number.
             */
            by: string
            /**
             * Asked by the same input as the payment for what there is: rows with the number (named as `by`), its `label`, and how much it pays; with a number, of that one alone, or `why` it pays nothing.
             */
            call: string
            /**
             * Money of its answer.
             */
            amount: string
          }
        }
    /**
     * A code that the customer scans to pay: a record of its own, opened over rows, asked until it is paid.
     */
    code?: {
      /**
       * Opens a code over the rows and an amount; answers the record, what its QR code says (`address`), and `byHand` where a person says that it was paid.
       */
      call: string
      /**
       * Asked of the record while it waits; answers `paid`, `secondsLeft`, and what the payment answers.
       */
      state: string
      /**
       * Ends the code; answers the same.
       */
      cancel: string
      /**
       * Says by hand that it was paid; answers the same.
       */
      paid?: string
    }
    /**
     * Call that is asked, by the same input as the payment, what became of rows that left the list, or of which another amount is due than before; answers `say`.
     */
    became?: string
    /**
     * Call that answers the address (`url`) of what is printed.
     */
    receipt?: string
  }
  id?: AuthoredValue
  /**
   * @minItems 1
   */
  facts?: string[]
  form?: AuthoredForm
  tabs?:
    | {
        [k: string]: true | AuthoredView
      }
    | string
    | (
        | string
        | {
            [k: string]: AuthoredView
          }
      )
    | {
        [k: string]: AuthoredView
      }
  done?: AuthoredDone
  mode?: 'wall' | 'pages'
  /**
   * @minItems 1
   */
  sort?: string[]
  tile?: {
    /**
     * Address of a film: then the pictures are films, and are played.
     */
    film?: string
    /**
     * Address of the small picture.
     */
    image: string
    /**
     * Address of the large one (default: the small one).
     */
    large?: string
    /**
     * Width and height.
     *
     * @minItems 2
     * @maxItems 2
     */
    size?: string[]
    /**
     * By how many degrees it is shown turned.
     */
    turn?: string
    /**
     * What stands on a picture: the labels of bools that hold, and the values of enums and references.
     *
     * @minItems 1
     */
    marks?: string[]
    /**
     * The picture that it was made from: a reference to another picture of this resource. Both are shown side by side.
     */
    before?: string
    /**
     * Call that answers the address of the original, by its id.
     */
    original?: string
    /**
     * Call that is told, by its id, that a picture was looked at.
     */
    look?: string
  }
  upload?: {
    /**
     * Key of the button whose call takes them in.
     */
    button: string
    /**
     * Input of that call that gets the ids of the files.
     */
    takes: string
    /**
     * Call that answers what is there already; takes the same inputs.
     */
    known?: string
    /**
     * Field of its rows with the SHA-1 of the content.
     */
    by?: string
    /**
     * Inputs of which one must be filled before anything can be added.
     *
     * @minItems 1
     */
    needs?: string[]
  }
  stars?: {
    /**
     * Key of the button of a picture whose call takes them.
     */
    button: string
    /**
     * Number of a picture with a `max`, and input of that call.
     */
    by: string
  }
  arrange?: {
    /**
     * Key of the button whose call moves pictures.
     */
    button: string
    /**
     * Input of that call that gets the ids of those moved.
     */
    takes: string
    /**
     * Input of that call that names the picture they come behind; empty: the first place.
     */
    behind: string
  }
  pins?: {
    rows: AuthoredView
    /**
     * Two numbers of such a row from 0 to 1: how far across, and how far down. Empty: it is said of the whole picture.
     *
     * @minItems 2
     * @maxItems 2
     */
    at: string[]
    /**
     * Key of the button of that list which says something; pressed for a place, its call gets the two numbers.
     */
    put: string
  }
  counter?: {
    /**
     * Call that answers it.
     */
    call: string
    with?: AuthoredWith
    /**
     * Which of its answers are shown.
     *
     * @minItems 1
     */
    show: string[]
    /**
     * The one that is too much when it is not zero.
     */
    warn?: string
  }
  pick?: {
    /**
     * Key of the button of a picture whose call says what is thought of it.
     */
    button: string
    /**
     * Enum of a picture, and input of that call: what is thought of it.
     */
    by: string
    /**
     * Input of that call, a list: what was thought of the picture until now. With it a person takes steps back, but for those that another has changed since.
     */
    from?: string
    out: AuthoredWith
    /**
     * What the pictures go into.
     */
    places?: {
      /**
       * Call that answers the places, with their pictures.
       */
      call: string
      /**
       * Name of a place.
       */
      title: string
      /**
       * How many pictures it has.
       */
      used: string
      /**
       * How many it takes.
       */
      full: string
      /**
       * How many it needs.
       */
      least?: string
      /**
       * Inputs of the button that name the place, by the same name as in its row.
       *
       * @minItems 1
       */
      sets: string[]
      /**
       * Its pictures: a list of rows.
       */
      pictures: string
      /**
       * In those rows: which picture.
       */
      picture: string
      /**
       * In those rows: where it stands.
       */
      at: string
      /**
       * In those rows: address of the small picture.
       */
      image: string
    }
  }
  empty?: AuthoredText
  left?: AuthoredView
  layout?: 'table' | 'cards' | 'timeline' | 'board'
  /**
   * @minItems 1
   */
  inline?: string[]
  expand?: AuthoredView
  sheet?: AuthoredView
  scan?: {
    /**
     * Text of a row that the code says, and filter of the same name.
     */
    by: string
    /**
     * Key of the button (default: the row is opened).
     */
    press?: string
  }
  page?: string
  source?: string
  cover?: string
  slides?: {
    /**
     * Call that brings them, in order.
     */
    call: string
    /**
     * Its input that takes the film.
     */
    takes: string
    /**
     * Field of its rows with the address of the picture.
     */
    image: string
    /**
     * Field of its rows with the words under it.
     */
    caption?: string
    /**
     * Field of the film with the address of its music.
     */
    music?: string
    /**
     * Field of the film with its length in seconds (default: four a picture).
     */
    length?: string
  }
  materials?: AuthoredView
  day?: string
  groups?: {
    /**
     * Field of the answer that holds them.
     */
    in: string
    rows: AuthoredView
    /**
     * They are put in order by hand.
     */
    arrange?: {
      /**
       * Key of the button of a group whose call takes the order.
       */
      button: string
      /**
       * Input of that call that gets the ids of all groups, in order.
       */
      takes: string
    }
  }
  seats?: {
    /**
     * Field of the answer, or of a group, that holds them.
     */
    in: string
    rows: AuthoredView
    /**
     * Ref to the group.
     */
    group: string
    /**
     * Fields with the times: begin, end.
     *
     * @minItems 2
     * @maxItems 2
     */
    time: string[]
    /**
     * Enum whose word and tone a seat has; of several the first that is not empty.
     */
    state: string | string[]
    /**
     * Moment after which a seat that is kept is free again.
     */
    until?: string
    /**
     * Bool: this person keeps it.
     */
    mine?: string
    /**
     * Bool: not everybody may take it.
     */
    special?: string
    /**
     * Bool: nobody has it, and its time has gone by.
     */
    over?: string
  }
  waiting?: {
    rows: AuthoredView
    /**
     * Input that gets the chosen row.
     */
    sets: string
    /**
     * Buttons of the seats: a press on a seat makes the first one that fits while a row is chosen.
     *
     * @minItems 1
     */
    press: string[]
  }
  find?: AuthoredView
  placed?: AuthoredView
  holds?: {
    rows: AuthoredView
    /**
     * Moment at which it ends.
     */
    until: string
  }
  carry?: {
    when: AuthoredCondition
    onto?: AuthoredCondition
    /**
     * Inputs that the new seat fills: one that names it, and fields of it by their names.
     */
    sets: string | string[]
    /**
     * Button of the seats for another seat of this board.
     */
    here: string
    /**
     * Button of the seats for a seat of another board.
     */
    away: string
    /**
     * What is put down on a seat that could be picked up, too, changes places with it (default: it is not put down there).
     */
    swap?: {
      /**
       * Button of the seats. It asks first.
       */
      button: string
      /**
       * Inputs that the other seat fills, as those of `carry`.
       */
      sets: string | string[]
      /**
       * Also with a seat of another board.
       */
      across?: boolean
    }
  }
  by?: string
  blocks?: {
    [k: string]: (
      | {
          [k: string]: unknown
        }
      | {
          [k: string]: unknown
        }
      | {
          [k: string]: unknown
        }
    ) & {
      /**
       * The route of the screen that this is a piece of: it is there for whoever may open that screen, and its calls and buttons are of that screen's rights.
       */
      from?: string
      show?: AuthoredExpr
      label?: AuthoredText
      /**
       * Number cards.
       *
       * @minItems 1
       */
      numbers?: string[]
      /**
       * A chart of a stat call.
       */
      chart?: 'line' | 'bar' | 'pie'
      /**
       * Of a chart: the measures that are drawn; else all of its call.
       *
       * @minItems 1
       */
      measures?: string[]
      rows?: AuthoredName
      /**
       * Of numbers: beside each, what it was in the period before, as long as the one chosen.
       */
      compare?: true
      /**
       * Of numbers: a stat call whose measures have the names of some of them: how much each is to come to.
       */
      goals?: string
      /**
       * Of a table: it is not on the page, and opens where a figure names it in `rows`.
       */
      aside?: true
      table?: AuthoredView
      /**
       * Where the numbers come from.
       */
      call?: string
      with?: AuthoredWith
    }
  }
  drag?: string
  draft?: string
  preview?: string
  steps?: {
    [k: string]: {
      label: AuthoredText
      form: AuthoredForm
      show?: AuthoredExpr
    }
  }
  /**
   * @minItems 1
   */
  summary?: string[]
}
/**
 * What every screen says, whatever its kind.
 */
export interface AuthoredScreen extends AuthoredView {
  /**
   * The route of the screen it is like. That one stands alone.
   */
  like?: string
  /**
   * Which meta-schema this file obeys; gives completion in the editor.
   */
  $schema?: string
  /**
   * The platform has a file of this name: this one adds to it key by key (`null` takes a key away, lists take `add` and `drop`), or stands in its place.
   */
  layer?: 'add' | 'replace'
  /**
   * Notes of `check --notes` that this file gives on purpose: code -> why. They are not told.
   */
  answers?: {
    [k: string]: string
  }
  /**
   * A remark for other authors. Read by nobody else.
   */
  note?: string
  /**
   * Former name(s). Data, grants and saved filters are carried over.
   */
  was?: string | string[]
  /**
   * Permission code (menu code). Left out only under `access`.
   */
  code?: string
  access?: AuthoredAccess
  label: AuthoredText
  /**
   * Place in the menu (default: by code).
   */
  order?: number
  icon?: AuthoredIcon
  /**
   * In the sidebar? Default: yes, unless a parameter is required or the view is a detail.
   */
  menu?: boolean
  /**
   * Kept alive while another tab is in front (default yes).
   */
  cache?: boolean
  /**
   * May be a tab of the tab bar (default yes).
   */
  tab?: boolean
  /**
   * The tab cannot be closed.
   */
  pinned?: boolean
  /**
   * The page that stands here for somebody who is not signed in, instead of the way to the sign-in page: a name of extensions.pages in app.json.
   */
  guest?: string
  /**
   * With sidebar and top bar (default yes, no for customers).
   */
  shell?: boolean
  /**
   * Query parameters; "!" required. A parameter named as an input or filter fills it.
   *
   * @minItems 1
   */
  params?: string[]
  /**
   * Button codes without a button, asked with can("menu.code").
   */
  permits?: {
    [k: string]: AuthoredText
  }
}
