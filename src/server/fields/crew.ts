/** People by worker role: `[{ workerRole, employeeId, isMain }]`; an entry without a person says that a role has nobody. */
import { jsonCodec } from './json-like.ts'

interface WireMember {
  workerRole: string | number
  employeeId?: number | null
  isMain?: 0 | 1
}
interface Member {
  workerRole: string | number
  employeeId: number | null
  isMain: boolean
}

export const crew = jsonCodec(
  {
    fromWire: (value) =>
      ((value ?? []) as WireMember[]).map(({ workerRole, employeeId, isMain }): Member => ({
        workerRole,
        employeeId: employeeId ?? null,
        isMain: isMain === 1,
      })),
    toWire: (inside) => ((inside ?? []) as Member[]).map((one) => ({ ...one, isMain: one.isMain ? 1 : 0 })),
    sample: () => undefined,
  },
  true,
)
