/**
 * Random expressions of the small world that are right by construction: each function writes one of a type.
 * What ends in `E` may be empty.
 */
/** Decisions, one number each; when they run out the first choice is taken, which is the simplest. So fewer and smaller numbers make simpler expressions. */
export class Tape {
  #at = 0
  constructor(readonly numbers: readonly number[]) {}
  pick(choices: number): number {
    return (this.numbers[this.#at++] ?? 0) % choices
  }
}

/** Records in sight: `row`, elements of comprehensions. */
interface Sight {
  name: string
  of: 'order' | 'item' | 'customer' | 'part'
}
interface Place {
  tape: Tape
  depth: number
  sight: Sight[]
}

const deeper = (p: Place, sight?: Sight): Place => ({
  ...p,
  depth: p.depth - 1,
  sight: sight ? [...p.sight, sight] : p.sight,
})

type Paths = Record<Sight['of'], string[]>
const NUMBERS: Paths = {
  order: ['amount', 'count', 'buyer.orders.size()', 'total'],
  item: ['price', 'quantity', 'order.amount'],
  customer: ['orders.size()'],
  part: ['fee'],
}
const NUMBERS_E: Paths = {
  order: [
    'due',
    'rate',
    'customer.balance',
    'customer.discount',
    'buyer.level.value',
    'customer.parent.discount',
    'group.fee',
    'group.rate',
    'group.customer.balance',
    'client.discount',
  ],
  item: ['extra', 'product.discount', 'order.rate', 'order.customer.balance'],
  customer: ['balance', 'discount', 'parent.discount', 'level.value'],
  part: ['rate', 'customer.discount'],
}
const TEXTS: Paths = { order: ['no'], item: ['order.no'], customer: [], part: [] }
const TEXTS_E: Paths = {
  order: [
    'remark',
    'customer.realName',
    'buyer.realName',
    'city.name',
    'group.name',
    'clientName',
    'createBy.realName',
  ],
  item: ['name', 'product.realName', 'order.city.name'],
  customer: ['realName', 'parent.realName'],
  part: ['name', 'customer.realName'],
}
const DAYS: Paths = { order: ['day'], item: ['order.day'], customer: [], part: [] }
const DAYS_E: Paths = {
  order: ['endDay', 'customer.birthday', 'group.when'],
  item: ['order.endDay', 'product.birthday'],
  customer: ['birthday'],
  part: ['when'],
}
const MOMENTS: Paths = { order: ['at'], item: ['order.at'], customer: [], part: [] }
const MOMENTS_E: Paths = { order: ['doneAt'], item: ['order.doneAt'], customer: [], part: [] }
const FLAGS: Paths = {
  order: ['on', 'flag', 'customer.vip', 'group.on', 'late'],
  item: ['flag', 'order.on', 'product.vip'],
  customer: ['vip', 'parent.vip'],
  part: ['on', 'customer.vip'],
}
const STATUS: Paths = { order: ['status', 'before'], item: ['status', 'order.before'], customer: [], part: [] }
const KINDS: Paths = {
  order: ['kind', 'buyer.kind', 'customer.kind', 'group.kind'],
  item: ['order.kind', 'product.kind'],
  customer: ['kind', 'parent.kind'],
  part: ['kind'],
}
const LEVELS: Paths = {
  order: ['customer.level', 'buyer.level'],
  item: ['product.level'],
  customer: ['level', 'parent.level'],
  part: ['customer.level'],
}
const CUSTOMERS: Paths = {
  order: ['customerId', 'buyer', 'createBy', 'customer.parentId', 'customer.id', 'group.customerId', 'clientId'],
  item: ['productId', 'order.customer'],
  customer: ['parentId', 'id'],
  part: ['customerId'],
}
const STATUS_LISTS: Paths = {
  order: ['tags', 'customer.tags', 'buyer.tags'],
  item: ['order.tags'],
  customer: ['tags'],
  part: [],
}
const KIND_LISTS: Paths = { order: ['marks'], item: ['order.marks'], customer: [], part: [] }
const CUSTOMER_LISTS: Paths = { order: ['helperIds'], item: ['order.helperIds'], customer: [], part: [] }
const EMPTIABLE: Paths = {
  order: [
    ...NUMBERS_E.order,
    ...TEXTS_E.order,
    ...DAYS_E.order,
    'doneAt',
    'flag',
    'before',
    'kind',
    'customer',
    'customerId',
    'createBy',
    'cityCode',
    'city',
    'sheet',
    'group',
    'clientId',
  ],
  item: [...NUMBERS_E.item, ...TEXTS_E.item, 'status', 'flag', 'product', 'order.customer'],
  customer: ['realName', 'level', 'parent', 'birthday', 'vip'],
  part: ['name', 'rate', 'when', 'kind', 'customer'],
}

const NUMBER_LITERALS = ['0', '1', '2', '3', '0.5', '0.1', '1.25', '(-1)', '10', '12.34', '0.005', '100']
const TEXT_LITERALS = ["'a'", "'b'", "'ab'", "'%'", "'_'", "'\\\\'", "'中'", "'😀'", "'￥'"]
const STATUS_LITERALS = ["'open'", "'paid'", "'done'"]
const KIND_LITERALS = ["'a'", "'bee'", "'sea'"]
const REFS: Paths = {
  order: ['customerId', 'createBy', 'group.customerId', 'clientId'],
  item: ['productId'],
  customer: ['parentId'],
  part: ['customerId'],
}
const LISTS: Record<Sight['of'], [path: string, element: Sight['of']][]> = {
  order: [
    ['items', 'item'],
    ['customer.orders', 'order'],
    ['parts', 'part'],
    ['helperIds', 'customer'],
  ],
  item: [
    ['order.items', 'item'],
    ['order.parts', 'part'],
  ],
  customer: [['orders', 'order']],
  part: [],
}

type Write = (p: Place) => string

const one = (p: Place, choices: string[]): string => choices[p.tape.pick(choices.length)]!
const paths = (p: Place, of: Paths, more: string[] = []): string[] => [
  ...p.sight.flatMap(({ name, of: kind }) => of[kind].map((path) => `${name}.${path}`)),
  ...more,
]
const from = (p: Place, of: Paths, more: string[] = []): string => one(p, paths(p, of, more))
const any = (p: Place, choices: Write[]): string => choices[p.tape.pick(choices.length)]!(p)

/** A leaf at the bottom, else a leaf or something larger made of what is one level deeper. */
function grow(p: Place, leaf: Write, larger: Write[]): string {
  return p.depth <= 0 ? leaf(p) : any(deeper(p), [leaf, ...larger])
}

const choice =
  (of: Write): Write =>
  (p) =>
    `(${bool(p)} ? ${of(p)} : ${of(p)})`

/** A number that is there. */
const number: Write = (p) =>
  grow(p, (d) => from(d, NUMBERS, [...NUMBER_LITERALS, 'settings.limit']), [
    (d) => `(${number(d)}${one(d, [' + ', ' - '])}${number(d)})`,
    (d) => `(${number(d)} * ${from(d, NUMBERS, NUMBER_LITERALS)})`,
    (d) => `(${number(d)} / ${one(d, ['2', '3', '7', '0.5', '64'])})`,
    (d) => `(${number(d)} % ${one(d, ['2', '3', '0.1', '-0.7'])})`,
    (d) => `(-${number(d)})`,
    (d) => `${one(d, ['max', 'min'])}(${number(d)}, ${number(d)})`,
    (d) => `round(${number(d)}${one(d, [')', ', 1)', ', 2)'])}`,
    (d) => `${numberE(d)}.or(${number(d)})`,
    (d) => `${list(d)}.size()`,
    (d) => `${textE(d)}.size()`,
    (d) => `hoursBetween(${any(d, [moment, day])}, ${any(d, [moment, day])})`,
    sum,
    choice(number),
  ])

const numberE: Write = (p) =>
  grow(p, (d) => from(d, NUMBERS_E), [
    (d) => `(${number(d)}${one(d, [' / ', ' % '])}${from(d, NUMBERS, ['settings.limit'])})`,
    (d) => `(${bool(d)} ? null : ${number(d)})`,
    number,
  ])

/** A list of records in sight, and a free name for its elements. */
function records(p: Place): { src: string; element: Sight } {
  const lists = p.sight.flatMap(({ name, of }) =>
    LISTS[of].map(([path, element]) => [`${name}.${path}`, element] as const),
  )
  const [src, of] = lists[p.tape.pick(lists.length)]!
  const element: Sight = { name: `e${p.sight.length}`, of }
  const filtered = p.depth > 0 && p.tape.pick(3) === 2
  return { src: filtered ? `${src}.filter(${element.name}, ${bool(deeper(p, element))})` : src, element }
}

const sum: Write = (p) => {
  const { src, element } = records(p)
  return `${src}.map(${element.name}, ${number(deeper(p, element))}).sum()`
}
const quantified: Write = (p) => {
  const { src, element } = records(p)
  return `${src}${one(p, ['.exists(', '.all('])}${element.name}, ${bool(deeper(p, element))})`
}
const mapped: Write = (p) => {
  const { src, element } = records(p)
  return `${src}.map(${element.name}, ${numberE(deeper(p, element))})`
}
const list: Write = (p) =>
  any(p, [(d) => from(d, STATUS_LISTS, paths(d, KIND_LISTS, paths(d, CUSTOMER_LISTS))), (d) => records(d).src, mapped])

const text: Write = (p) =>
  grow(p, (d) => from(d, TEXTS, [...TEXT_LITERALS, 'settings.word', 'user.realName']), [
    (d) => `(${text(d)} + ${textE(d)})`,
    (d) => `${textE(d)}.or(${text(d)})`,
    choice(text),
  ])
const textE: Write = (p) =>
  grow(p, (d) => from(d, TEXTS_E), [(d) => `(${textE(d)} + ${textE(d)})`, choice(textE), text])

const day: Write = (p) =>
  grow(p, (d) => from(d, DAYS, ['today()']), [
    (d) => `addDays(${day(d)}, ${number(d)})`,
    (d) => `monthOf(${any(d, [moment, day])})`,
    (d) => `${dayE(d)}.or(${day(d)})`,
    (d) => `max(${day(d)}, ${day(d)})`,
    choice(day),
  ])
const dayE: Write = (p) =>
  grow(p, (d) => from(d, DAYS_E), [day, choice(dayE), (d) => `addDays(${dayE(d)}, 1)`, (d) => `monthOf(${momentE(d)})`])

const moment: Write = (p) =>
  grow(p, (d) => from(d, MOMENTS, ['now']), [
    (d) => `addHours(${any(d, [moment, day])}, ${number(d)})`,
    // Parts of a millisecond: both sides round them.
    (d) => `addHours(${moment(d)}, ${one(d, ['0.3333333', '-1.2345678', 'row.count / 7'])})`,
    (d) => `addDays(${moment(d)}, ${one(d, ['1', '-3', 'row.count'])})`,
    (d) => `${momentE(d)}.or(${any(d, [moment, day])})`,
    (d) => `(${bool(d)} ? ${moment(d)} : ${day(d)})`,
  ])
const momentE: Write = (p) => grow(p, (d) => from(d, MOMENTS_E), [moment, dayE])

const status: Write = (p) =>
  grow(p, (d) => from(d, STATUS, ['value']), [
    (d) => `${status(d)}.or(${one(d, STATUS_LITERALS)})`,
    (d) => `(${bool(d)} ? ${status(d)} : ${one(d, STATUS_LITERALS)})`,
  ])
const kind: Write = (p) => grow(p, (d) => from(d, KINDS), [(d) => `${kind(d)}.or(${kind(d)})`])
const level: Write = (p) => from(p, LEVELS)
const ref: Write = (p) => from(p, REFS, ['user.employeeId'])
const customer: Write = (p) =>
  grow(p, (d) => from(d, CUSTOMERS, ['user.employeeId', 'user.placeId']), [
    (d) => `(${bool(d)} ? ${ref(d)} : ${ref(d)})`,
    (d) => `${ref(d)}.or(${ref(d)})`,
  ])

const EQUAL = [' == ', ' != ']
const ORDER = [' == ', ' != ', ' < ', ' <= ', ' > ', ' >= ']

/** A condition. */
const bool: Write = (p) =>
  grow(p, (d) => from(d, FLAGS, ['settings.strict', 'true']), [
    comparison,
    comparison,
    comparison,
    member,
    quantified,
    (d) => `(${bool(d)}${one(d, [' && ', ' || '])}${bool(d)})`,
    (d) => `!${bool(d)}`,
    (d) => `!(${comparison(d)})`,
    choice(bool),
    (d) => `${textE(d)}${one(d, ['.contains(', '.startsWith(', '.endsWith('])}${textE(d)})`,
    (d) => `(${from(d, EMPTIABLE)}${one(d, [' == null', ' != null'])})`,
    (d) => `${from(d, FLAGS)}.or(${bool(d)})`,
  ])

const pair =
  (a: Write, operators: string[], b: Write): Write =>
  (p) =>
    `(${a(p)}${one(p, operators)}${b(p)})`
const oneOf =
  (choices: string[]): Write =>
  (p) =>
    one(p, choices)

const comparison: Write = (p) =>
  any(p, [
    pair(numberE, ORDER, numberE),
    pair((d) => from(d, NUMBERS), ORDER, oneOf(NUMBER_LITERALS)),
    pair(textE, ORDER, textE),
    pair(dayE, ORDER, dayE),
    pair(momentE, ORDER, momentE),
    pair(status, EQUAL, status),
    pair(status, EQUAL, oneOf(STATUS_LITERALS)),
    pair(kind, EQUAL, kind),
    pair(oneOf(KIND_LITERALS), EQUAL, kind),
    pair(level, ORDER, level),
    pair(level, ORDER, oneOf(["'mid'", "'low'"])),
    pair(customer, EQUAL, customer),
    pair(bool, EQUAL, bool),
  ])

const among =
  (a: Write, item: Write): Write =>
  (p) =>
    `(${a(p)} in [${item(p)}, ${item(p)}])`

const member: Write = (p) =>
  any(p, [
    among(status, oneOf(STATUS_LITERALS)),
    among(kind, oneOf(KIND_LITERALS)),
    among(numberE, number),
    among(numberE, oneOf(NUMBER_LITERALS)),
    among(textE, text),
    among(dayE, day),
    (d) => `(${any(d, [status, oneOf(STATUS_LITERALS)])} in ${from(d, STATUS_LISTS)})`,
    (d) => `${from(d, KIND_LISTS)}.contains(${any(d, [kind, oneOf(KIND_LITERALS)])})`,
    (d) => `(${customer(d)} in ${from(d, CUSTOMER_LISTS)})`,
    (d) =>
      `${from(d, STATUS_LISTS)}.exists(t, t${one(d, [" == 'open'", " != 'paid'", " in ['open', 'done']", ' == value'])})`,
    (d) => `(${numberE(d)} in ${mapped(d)})`,
  ])

const ANYTHING: Write[] = [
  bool,
  number,
  bool,
  numberE,
  bool,
  textE,
  dayE,
  bool,
  momentE,
  status,
  kind,
  ref,
  (p) => `${list(p)}.size()`,
]

/** The expression that a tape stands for. */
export function write(numbers: readonly number[]): string {
  return any({ tape: new Tape(numbers), depth: 4, sight: [{ name: 'row', of: 'order' }] }, ANYTHING)
}
