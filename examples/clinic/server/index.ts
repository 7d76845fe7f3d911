/** What the clinic does by functions: the rest is said in `schemas/`. */
import type { Product } from 'atelier/server'
import type { Handler, Handlers, In, Row } from '../generated/call.ts'

const STATES = ['treated', 'settled']

/** Nothing is taken beyond what is owed; the last payment settles the visit. */
const take: Handler<'payment/take'> = async (c) => {
  const { visitId, amount, way } = c.input
  const visit: Row<'visit'> = await c.must('visit', visitId, 'visitId')
  if (!STATES.includes(visit.state)) c.refuse('visitId', 'What a visit costs is known once its findings are written')
  const owed = visit.total - visit.paid
  if (amount > owed) c.refuse('amount', `Only €${(owed / 100).toFixed(2)} is owed`)
  const { id, paymentNo } = await c.insert('payment', { visitId: visit.id, amount, way })
  if (amount === owed) await c.move('visit', visit, 'settle')
  return { id, paymentNo }
}

const handlers: Handlers = { 'payment/take': take }

export const product: Product = {
  handlers,
  invariants: (values: In) => [
    {
      code: 'clinic.paid',
      says: 'Nobody paid more than a visit costs',
      broken: `select "id", "paid"::text as "is", "total"::text as "of" from "visit" where "paid" > "total"`,
    },
    {
      code: 'clinic.settled',
      says: 'A visit that is settled is paid',
      broken: `select "id", "paid"::text as "is", "total"::text as "of" from "visit"
               where "state" = ${values('visit_state', 'settled')} and "paid" <> "total"`,
    },
  ],
}
