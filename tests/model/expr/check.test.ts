import { describe, expect, it } from 'vitest'
import { checkExpr, type ExprPlace } from '../../../src/model/expr/check/index.ts'
import type { ExprType } from '../../../src/model/expr/types.ts'
import { nearest } from '../../../src/model/nearest.ts'
import { place, ROOTS, ROW } from './shapes.ts'

/** `«»` marks where the problem is. */
type Case = [src: string, code: string, said: string, place?: Partial<ExprPlace>]

const WRONG: Record<string, Case[]> = {
  'syntax, with the way out': [
    ['row.count «=» 1', 'CEL001', '"=" is not expected here; write =='],
    ['row.on «and» row.flag', 'CEL001', '"and" is not expected here; write &&'],
    ['row.on «&» row.flag', 'CEL001', 'write &&'],
    ['not «row».on', 'CEL001', 'write !'],
    ['row.count «<>» 1', 'CEL001', 'write !='],
    ["row.no == «'abc»", 'CEL001', 'unterminated string'],
    ['(row.count«»', 'CEL001', 'the expression ends too early'],
    ['«»', 'CEL001', 'an expression is missing'],
    ['«row.items[0]»', 'CEL001', 'single elements are not taken by number'],
    ['row.items.map(«1», 2)', 'CEL001', 'begins with a name for the element'],
    ['row.count == «5u»', 'CEL001', 'without a suffix'],
  ],
  'names, with the nearest': [
    ['«rwo».count == 1', 'CEL002', 'unknown name "rwo"; did you mean "row"?'],
    ['row.«cuont» == 1', 'CEL002', 'order has no field "cuont"; did you mean "count"?'],
    ['row.customer.«realname» == null', 'CEL002', 'customer has no field "realname"; did you mean "realName"?'],
    ['row.items.all(i, i.«prize» > 1)', 'CEL002', 'did you mean "price"?'],
    ['user.«employeId» == row.customerId', 'CEL002', 'there is no "employeId" here; did you mean "employeeId"?'],
    ['«input».count == 1', 'CEL002', '"input" does not exist at this place; here are row, value, user, settings, now'],
    ['row.status == «open»', 'CEL002', "values stand in quotes: 'open'"],
    ["row.status == «'opne'»", 'REF003', '"opne" is not a value of status; did you mean "open"?'],
    ["row.status in ['open', «'lots'»]", 'REF003', 'did you mean "lost"?'],
    ["row.on ? row.status == «'nix'» : true", 'REF003', '"nix" is not a value of status'],
    ["row.tags.contains(«'piad'»)", 'REF003', 'did you mean "paid"?'],
    ["row.tags.exists(t, t == «'piad'»)", 'REF003', 'did you mean "paid"?'],
    ["value == «'opened'»", 'REF003', 'did you mean "open"?'],
    ["row.before.or(«'opne'») == row.status", 'REF003', 'did you mean "open"?'],
    ['row.items.«filer»(i, true)', 'CEL005', 'unknown function "filer"; did you mean "filter"?'],
    ['«maxx»(1, 2)', 'CEL005', 'unknown function "maxx"; did you mean "max"?'],
    ['«size»(row.items)', 'CEL005', 'write x.size(…)'],
    ['row.count.«round»()', 'CEL005', 'write round(…)'],
    ['«has»(row.remark)', 'CEL005', 'ask with != null'],
    ["can(«'order.nix'»)", 'PRM004', 'unknown button code "order.nix"', { codes: (code) => code === 'order.edit' }],
    ['row.items.all(«row», true)', 'CEL002', '"row" already has a meaning here'],
    ['row.items.all(i, row.items.all(«i», true))', 'CEL002', '"i" already has a meaning here'],
  ],
  'types that do not go together': [
    ['«row.status == 2»', 'CEL003', "a value of status cannot be compared with a number; write 'paid'"],
    ['«row.status == row.count»', 'CEL003', 'its number is .value'],
    ['«row.status == row.no»', 'CEL003', "it equals only names of status: 'open', 'paid', 'done', 'lost'"],
    ['«row.status == row.kind»', 'CEL003', 'a value of status cannot be compared with a value of kind'],
    ["«row.status > 'open'»", 'CEL003', 'status has no order'],
    ['row.kind.«value» == 1', 'CEL003', 'the values of kind are words'],
    [
      '«row.customerId == 5»',
      'CEL003',
      'a reference to customer cannot be compared with a number; a reference equals null or a reference to the same resource',
    ],
    [
      '«row.customerId == row.cityCode»',
      'CEL003',
      'a reference to customer cannot be compared with a reference to city',
    ],
    ['«row.customerId > row.buyerId»', 'CEL003', 'has no order'],
    ["«row.count == '1'»", 'CEL003', 'a number cannot be compared with text'],
    ['«row.items == row.items»', 'CEL003', 'a list is not compared'],
    ['«row.items == null»', 'CEL003', 'ask with .size() == 0'],
    ['«row == row»', 'CEL003', 'compare one of its fields'],
    ['«row.day» + 1 == today()', 'CEL003', 'addDays'],
    ["row.no + «row.count» == 'x'", 'CEL003', 'text is joined with text only, this is a number'],
    ['«row.status» + 1 > 2', 'CEL003', 'its number is .value'],
    ['«row.on» * 2 > 1', 'CEL003', 'arithmetic asks for a number, this is yes/no'],
    ['row.count / «0» > 1', 'CEL003', 'divides by zero'],
    ['«row.count» && row.on', 'CEL003', 'a condition is asked for, this is a number'],
    ['!«row.remark»', 'CEL003', 'ask with != null'],
    ['«row.items» ? 1 : 2', 'CEL003', 'ask with .size() > 0'],
    ["row.on ? 1 : «'x'»", 'CEL003', 'the first result is a number, this one text'],
    ["[1, «'x'»].size()", 'CEL003', 'the list holds a number, this is text'],
    ["«row.count in 'abc'»", 'CEL003', 'asks for a list'],
    ["«'a' in row.no»", 'CEL003', 'write .contains(…)'],
    ['«null in [1]»', 'CEL004', 'ask with == null'],
    ['row.remark.or(«1»)', 'CEL003', 'instead of text comes a number'],
    ['row.items.«or»(1)', 'CEL005', 'this is a list'],
    ['row.items.«sum»()', 'CEL005', 'take one of each with .map'],
    ['row.no.«sum»()', 'CEL005', '.sum() adds a list of numbers'],
    ['row.count.«size»() > 1', 'CEL005', '.size() counts'],
    ['row.count.«map»(x, 1)', 'CEL005', 'goes over a list'],
    ['row.no.contains(«1»)', 'CEL003', 'looks for text'],
    ['row.items.«price» == 1', 'CEL003', 'take its elements with .map(x, x.price)'],
    ['row.count.«x» == 1', 'CEL003', 'a number has no "x"'],
    ['max(row.day, «1»)', 'CEL003', 'a day or moment here'],
    ['addDays(«row.count», 1)', 'CEL003', 'moves a day or moment'],
    ['monthOf(«row.count») == today()', 'CEL003', 'takes a day or moment'],
    ['round(1, «7»)', 'CEL005', 'from 0 to 6'],
    ['«max»(1)', 'CEL005', 'takes 2 or more arguments, one is given'],
    ['row.items.«size»(1)', 'CEL005', 'takes 0 arguments, one is given'],
    ['can(«row.no»)', 'CEL005', 'takes a code as it stands'],
  ],
  emptiness: [
    ['«row.due» + 1', 'CEL004', 'may be empty: write .or(0)'],
    ['1 - «row.customer.discount»', 'CEL004', 'may be empty'],
    ['-«row.due»', 'CEL004', 'may be empty'],
    ['max(«row.due», 0)', 'CEL004', 'max(…) asks for a number that is always there'],
    ['«row.amount / row.count» + 1', 'CEL004', 'may be empty'],
    ['row.items.map(i, i.extra).«sum»()', 'CEL004', 'inside .map(…)'],
    ['max(row.day, «row.endDay»)', 'CEL004', 'write .or(…)'],
    ['«row.count == null»', 'CEL004', 'this is never empty'],
    ['«row.buyer == null»', 'CEL004', 'never empty'],
    ["«row.remark == ''»", 'CEL004', 'write == null'],
    ["«row.remark != ''»", 'CEL004', 'write != null'],
    ['«row.count < null»', 'CEL003', 'null has no order'],
  ],
  'what is asked for': [
    ['«row.count»', 'CEL003', 'yes/no is asked for, this is a number', { expect: 'bool' }],
    ['«row.items»', 'CEL003', 'ask with .size() > 0', { expect: 'bool' }],
    ['«row.no»', 'CEL003', 'a number is asked for, this is text', { expect: { t: 'number', empty: false } }],
    [
      "row.on ? «'opne'» : 'paid'",
      'REF003',
      'did you mean "open"?',
      { expect: { t: 'enum', of: 'status', empty: false } },
    ],
    [
      '«row.cityCode»',
      'CEL003',
      'a reference to customer is asked for',
      { expect: { t: 'ref', of: 'customer', empty: false } },
    ],
  ],
  'what the database cannot run': [
    ["row.on && «can('a.b')»", 'SQL001', 'can(…)', { sql: true }],
    [
      'row.count == «input».count',
      'SQL001',
      '"input" is not known to the database',
      { sql: true, roots: { ...ROOTS, input: ROW } },
    ],
    ['«row.sheet == value»', 'SQL001', 'without a known type', { sql: true }],
    ['(«row.on ? row.tags : row.tags»).size() > 1', 'SQL001', 'a list cannot be chosen', { sql: true }],
    [
      '(«row.on ? row.customer : row.buyer).parent».realName == null',
      'SQL001',
      'cannot be followed further',
      { sql: true },
    ],
    [
      '«settings.cloud».name == row.no',
      'SQL001',
      'has no table',
      {
        sql: true,
        roots: {
          ...ROOTS,
          settings: { t: 'record', empty: false, fields: { cloudId: { t: 'ref', of: 'cloud', empty: false } } },
        },
      },
    ],
  ],
}

/** Where the marks stand, and the expression without them. */
function unmarked(src: string): { src: string; offset: number; text: string } {
  const [before = '', text = '', after = ''] = src.split(/[«»]/)
  return { src: before + text + after, offset: before.length, text }
}

for (const [group, cases] of Object.entries(WRONG)) {
  describe(group, () => {
    for (const [marked, code, said, more] of cases) {
      it(marked || '(nothing)', () => {
        const { src, offset, text } = unmarked(marked)
        const { expr, problems } = checkExpr(src, place(more))
        expect(expr).toBeUndefined()
        const [first] = problems
        expect(first?.message).toContain(said)
        expect({
          code: first?.code,
          text: src.slice(first!.offset, first!.offset + first!.length),
          offset: first?.offset,
        }).toEqual({ code, text, offset })
      })
    }
  })
}

describe('right expressions', () => {
  const type = (src: string, more?: Partial<ExprPlace>): ExprType | string => {
    const { expr, problems } = checkExpr(src, place(more))
    return expr?.ast.type ?? problems.map((p) => p.message).join('; ')
  }
  const cases: [string, ExprType][] = [
    ['row.amount - row.due.or(0) * 1.5', { t: 'number', empty: false }],
    ['row.amount / 100', { t: 'number', empty: false }],
    ['row.amount / row.count', { t: 'number', empty: true }],
    ["row.no + ' ' + row.remark", { t: 'text', empty: false }],
    ['row.customer.birthday', { t: 'date', day: true, empty: true }],
    ['row.on ? row.day : row.doneAt', { t: 'date', day: false, empty: true }],
    ['addHours(row.day, 2)', { t: 'date', day: false, empty: false }],
    ['row.on ? null : row.count', { t: 'number', empty: true }],
    ['row.customer.level.value.or(0) / 100 > 0.5', { t: 'bool', empty: false }],
    ['row.items.filter(i, i.flag).map(i, i.price * i.quantity).sum()', { t: 'number', empty: false }],
    ["row.helperIds.all(h, h.level >= 'mid')", { t: 'bool', empty: false }],
    ['row.id == row.count', { t: 'bool', empty: false }],
  ]
  for (const [src, wanted] of cases) it(src, () => expect(type(src)).toEqual(wanted))

  const fine = [
    "row.status in ['open', 'paid'] && !(row.kind in ['bee'])",
    "'open' == row.status",
    "row.customer.level >= 'mid'",
    'row.customer == null || row.customer == row.buyer',
    'row.createBy.realName == user.realName',
    'row.createBy != user.employeeId',
    'row.customer.id == user.employeeId',
    'row.city.name != null',
    'user.employee.realName == row.remark',
    "value == 'open' ? row.count >= 10 : row.count == 1",
    'row.parts.map(p, p.fee).sum() == 1',
    'row.parts.all(p, p.customer.realName == null)',
    'row.group.fee > 3',
    'row.endDay <= today() && now <= addHours(row.at, 24)',
    "row.no.startsWith('A') || row.remark.contains('x')",
    'row.customer.orders.filter(o, o.on).size() <= 1',
    'row.tags.size() == 0',
    'value in row.tags',
    'row.sheet == null',
  ]
  for (const src of fine)
    it(src, () => expect(checkExpr(src, place({ sql: true, expect: 'bool' })).problems).toEqual([]))

  it('a record or its key stands for the reference that is asked for', () => {
    const expect_: ExprType = { t: 'ref', of: 'customer', empty: false }
    for (const src of ['row.customer', 'row.customerId', 'row.customer.id', 'null'])
      expect(type(src, { expect: expect_ })).not.toBeTypeOf('string')
  })

  it('all problems come at once, in the order of the text', () => {
    const { problems } = checkExpr("row.nix == 1 && row.status == 'nix' || row.due + 1 > 2", place())
    expect(problems.map((p) => [p.code, p.offset])).toEqual([
      ['CEL002', 4],
      ['REF003', 30],
      ['CEL004', 39],
    ])
  })
})

describe('what an expression reads', () => {
  const cases: [string, string[]][] = [
    ['row.customer.realName', ['row.customer.realName']],
    ['row.customer == null', ['row.customerId']],
    ['row.createBy.realName == row.no', ['row.createByRef.realName', 'row.no']],
    ['row.items.filter(i, i.flag).map(i, i.price).sum()', ['row.items', 'row.items.flag', 'row.items.price']],
    ['row.items.all(i, i.product.realName == value)', ['row.items', 'row.items.product.realName', 'value']],
    ['row.endDay < today() && row.at < now', ['row.endDay', 'now', 'row.at']],
    ["row.helperIds.exists(h, h.vip) && can('a.b')", ['row.helperIds', 'row.helperIds.vip']],
    ['row.on ? user.placeId : null', ['row.on', 'user.placeId']],
  ]
  const roots = { ...ROOTS, value: { t: 'text', empty: false } as const }
  for (const [src, reads] of cases) it(src, () => expect(checkExpr(src, place({ roots })).expr?.reads).toEqual(reads))
})

describe('the nearest name', () => {
  const names = ['status', 'realName', 'employeeId', 'customerId', 'id']
  const cases: [string, string | undefined][] = [
    ['staus', 'status'],
    ['stauts', 'status'],
    ['realname', 'realName'],
    ['employeeID', 'employeeId'],
    ['customer', 'customerId'],
    ['ix', 'id'],
    ['nothing', undefined],
  ]
  for (const [name, wanted] of cases) it(`${name} → ${wanted}`, () => expect(nearest(name, names)).toBe(wanted))
})
