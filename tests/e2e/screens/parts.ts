/**
 * The screens in parts of about the same size, a test file each, so that the workers stay busy. The screens of one
 * area stay together: what one of them adds must not be counted by another at the same moment.
 */
import { ACCOUNT } from '../page/api.ts'
import { wanted, type Surface } from '../page/model.ts'
import { suite, visiting } from '../page/test.ts'
import { readingTests } from './reading.ts'
import { writingTests } from './writing.ts'

/** So many files `partN.test.ts` there are. */
export const PARTS = 8

const areaOf = (surface: Surface): string => surface.screen.route.split('/')[1] ?? ''

/** Areas from large to small, each into the part that is smallest so far. */
function divided(): Surface[][] {
  const parts = Array.from({ length: PARTS }, (): Surface[] => [])
  const areas = [...new Set(wanted.map(areaOf))].map((area) => wanted.filter((one) => areaOf(one) === area))
  for (const area of areas.sort((a, b) => b.length - a.length))
    parts.sort((a, b) => a.length - b.length)[0]?.push(...area)
  return parts.sort((a, b) => b.length - a.length)
}

/** All tests of the screens of a part, as the administrator sees them: every other screen is worked through in Chinese. */
export function testScreens(part: number): void {
  for (const [i, surface] of (divided()[part] ?? []).entries()) {
    suite(surface.name, () => {
      const window = visiting({ as: ACCOUNT.administrator, lang: i % 2 === 0 ? 'en' : 'zh' }, surface.address)
      readingTests(surface, window)
      writingTests(surface, window)
    })
  }
}
