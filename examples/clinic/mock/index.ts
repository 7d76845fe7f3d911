/** A few weeks of a small clinic, made by the calls that its staff make. */
import type { Demo, SeedOptions } from 'atelier/server'

const PASSWORD = 'Quayside7'

/** Who can sign in. A doctor has a subject. */
const STAFF = [
  { realName: 'Ada Holm', mobile: '+4940100001', role: 'administrator' },
  { realName: 'Ben Ortiz', mobile: '+4940100002', role: 'reception' },
  { realName: 'Dr Clara Voss', mobile: '+4940100003', role: 'doctor', subject: 'General practice' },
  { realName: 'Dr Deniz Aydin', mobile: '+4940100004', role: 'doctor', subject: 'Skin' },
  { realName: 'Eva Lind', mobile: '+4940100005', role: 'bookkeeper' },
]

const ROOMS = [
  { name: 'Room 1', floor: 0 },
  { name: 'Room 2', floor: 0 },
  { name: 'Laboratory', floor: 1 },
]

const TREATMENTS = [
  { name: 'Consultation', price: 35, minutes: 15 },
  { name: 'Blood test', price: 22.5, minutes: 10 },
  { name: 'Vaccination', price: 28, minutes: 10 },
  { name: 'Skin check', price: 60, minutes: 30 },
  { name: 'Dressing', price: 15, minutes: 10 },
]

const NAMES =
  'Anna Berg|Bruno Keller|Carla Stein|David Wolf|Elif Kaya|Frank Maas|Greta Paul|Hugo Lang|Ines Roth|Jan Peters'
const PATIENTS = NAMES.split('|')
const REASONS = ['Check-up', 'Cough', 'Rash', 'Vaccination', 'Back pain']

const DAY = 24 * 3_600_000

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Midnight in the zone of the clinic, of the day of a moment and so many days later, also where the clock is put on or back. */
function midnight(at: number, zone: string, days = 0): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const wallOf = (ms: number): number => {
    const of = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(of.year ?? 0, (of.month ?? 1) - 1, of.day, of.hour, of.minute, of.second)
  }
  const wall = Math.floor(wallOf(at) / DAY) * DAY + days * DAY
  const guess = wall - (wallOf(wall) - wall)
  return wall - (wallOf(guess) - guess)
}

class Clinic {
  private readonly options: SeedOptions
  private readonly companyId: number
  constructor(options: SeedOptions, companyId: number) {
    this.options = options
    this.companyId = companyId
  }

  /** Makes a call as the system of the clinic; answers the id. */
  async call(path: string, input: Record<string, unknown>): Promise<number> {
    const actor = { kind: 'system', lang: 'en', companyId: this.companyId } as const
    const { data } = await this.options.app.run(path, actor, input, { granted: true, quiet: true })
    return (data as { id: number } | null)?.id ?? 0
  }

  async all(path: string, inputs: readonly Record<string, unknown>[]): Promise<number[]> {
    const ids: number[] = []
    for (const input of inputs) ids.push(await this.call(path, input))
    return ids
  }
}

async function seed(options: SeedOptions): Promise<void> {
  const now = Date.now()
  const start = now - 20 * DAY
  options.clock.set(start)
  const system = { kind: 'system', lang: 'en' } as const
  const [companyId = 0] = await options.app.insertAll('company', system, [{ code: 'C01', name: 'Harbour clinic' }])
  await options.sync()
  const [orgId = 0] = await options.app.insertAll('org', { ...system, companyId }, [
    { code: 'C01', name: 'Harbour clinic', orgType: 1 },
  ])
  const clinic = new Clinic(options, companyId)
  const doctors: number[] = []
  for (const { role, ...person } of STAFF) {
    const employeeId = await clinic.call('employee/add', { ...person, orgId })
    await options.account({ companyId, orgId, employeeId, role, ...person, password: PASSWORD })
    if (role === 'doctor') doctors.push(employeeId)
  }
  const rooms = await clinic.all('room/add', ROOMS)
  const treatments = await clinic.all('treatment/add', TREATMENTS)
  const patients = await clinic.all(
    'patient/add',
    PATIENTS.map((name, i) => ({
      name,
      birthday: midnight(now, options.model.app.timezone, -(9_000 + i * 613)),
      phone: `+49151000001${String(i).padStart(2, '0')}`,
      insurer: ['Northern', 'Guild', 'Private'][i % 3],
    })),
  )
  await visits(options, clinic, { now, doctors, rooms, treatments, patients })
  options.clock.release()
}

interface Known {
  now: number
  doctors: number[]
  rooms: number[]
  treatments: number[]
  patients: number[]
}

/** Two weeks behind and one ahead: those of past days are treated, for the most part, and paid. */
async function visits(options: SeedOptions, clinic: Clinic, known: Known): Promise<void> {
  const { now, doctors, rooms, treatments, patients } = known
  const zone = options.model.app.timezone
  for (let day = -14; day <= 7; day++) {
    const date = midnight(now, zone, day)
    for (let i = 0; i < 4; i++) {
      const n = (day + 14) * 4 + i
      const from = 9 * 60 + i * 45
      options.clock.set(Math.min(date - DAY, now))
      const id = await clinic.call('visit/add', {
        patientId: patients[n % patients.length],
        doctorId: doctors[n % doctors.length],
        roomId: rooms[n % rooms.length],
        ...{ day: date, from: clock(from), to: clock(from + 30), reason: REASONS[n % REASONS.length] },
        charges: [0, 1].map((k) => {
          const at = (n + k * 2) % treatments.length
          return { treatmentId: treatments[at], quantity: 1, price: TREATMENTS[at]?.price }
        }),
      })
      if (day < 0) await served(options, clinic, { id, n, at: date + (from + 30) * 60_000 })
    }
  }
}

async function served(
  options: SeedOptions,
  clinic: Clinic,
  visit: { id: number; n: number; at: number },
): Promise<void> {
  const { id, n, at } = visit
  options.clock.set(at)
  if (n % 9 === 5) {
    options.clock.set(at + DAY)
    await clinic.call('visit/miss', { id })
    return
  }
  await clinic.call('visit/arrive', { id })
  await clinic.call('visit/treat', { id, findings: 'Nothing out of the ordinary.' })
  const amount = [0, 1].reduce((sum, k) => sum + (TREATMENTS[(n + k * 2) % TREATMENTS.length]?.price ?? 0), 0)
  if (n % 7 !== 3) await clinic.call('payment/take', { visitId: id, amount, way: (n % 3) + 1, requestNo: `demo-${n}` })
}

export const demo: Demo = {
  seed,
  greeting: () => [
    '',
    ...STAFF.map(({ mobile, role, realName }) => `  ${mobile}  ${role}, ${realName}`),
    '',
    `Password of all: ${PASSWORD}`,
  ],
}
