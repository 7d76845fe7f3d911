/** `npm run bench [-- part …]`: how fast the product is, beside how fast it should be (docs/decisions/0023). */
import { cpus, loadavg } from 'node:os'
import { projectRoot, schemasOf } from '../../generator/cli/project.ts'
import { compile } from '../../generator/index.ts'
import type { Model } from '../../src/model/model.ts'
import { buildWeb, type Built } from './build.ts'
import { LoadProcess } from './load.ts'
import { browserPart } from './parts/browser.ts'
import { reportPart } from './parts/cash.ts'
import { compilePart } from './parts/compile.ts'
import { devPart } from './parts/dev.ts'
import { floorPart } from './parts/floor.ts'
import { ordersPart } from './parts/orders.ts'
import { paint } from './parts/paint.ts'
import { payPart } from './parts/pay.ts'
import { photosPart } from './parts/photos.ts'
import { picksPart } from './parts/picks.ts'
import { scaleFigures, searches, sized, SIZES, type Sized } from './parts/scale.ts'
import { ROWS, stack } from './parts/stack.ts'
import { tasksPart } from './parts/tasks.ts'
import { wallPart } from './parts/wall.ts'
import { startPart, type Started } from './parts/start.ts'
import { Product } from './product.ts'
import { copyProject, type Copy } from './project.ts'
import { reportText, type Section } from './report.ts'

/** In the order in which they are printed. */
const PARTS = [
  'list',
  'detail',
  'add',
  'scale',
  'search',
  'orders',
  'report',
  'tasks',
  'pay',
  'picks',
  'photos',
  'browser',
  'paint',
  'floor',
  'wall',
  'compile',
  'dev',
  'start',
] as const
type Part = (typeof PARTS)[number]

const root = projectRoot()
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
const load1 = (): string =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')

const found = new Map<Part, Section>()
const failed: string[] = []

/** What cannot be measured is said; the other parts go on. */
async function measure(part: string, work: () => Promise<void>): Promise<void> {
  say(`${part} …`)
  try {
    await work()
  } catch (error) {
    failed.push(`${part} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    say(failed.at(-1) as string)
  }
}

function modelOf(): Model {
  const { model } = compile(schemasOf(root))
  if (!model) throw new Error('the schemas have problems: run `atelier check`')
  return model
}

/** Parts about the tools, in a copy of the project. */
async function toolParts(wanted: ReadonlySet<Part>): Promise<void> {
  if (!['compile', 'start', 'dev'].some((part) => wanted.has(part as Part))) return
  const copy: Copy = copyProject(root)
  let started: Started | undefined
  try {
    if (wanted.has('compile'))
      await measure('compile', async () => {
        found.set('compile', compilePart(copy))
      })
    if (wanted.has('start') || wanted.has('dev'))
      await measure('start', async () => {
        const done = await startPart(copy)
        started = done.started
        found.set('start', done.section)
      })
    if (wanted.has('dev') && started)
      await measure('dev', async () => {
        found.set('dev', await devPart(copy, started as Started))
      })
  } finally {
    started?.remove()
    copy.remove()
  }
}

/** Parts that want many rows. */
const DATA_PARTS = ['scale', 'search', 'orders', 'report', 'tasks', 'pay', 'picks', 'photos'] as const

const BROWSER_PARTS = ['browser', 'paint', 'floor', 'wall'] as const

/** Parts about the running product, from few rows to many. */
async function productParts(wanted: ReadonlySet<Part>): Promise<void> {
  const kinds = (['list', 'detail', 'add'] as const).filter((kind) => wanted.has(kind))
  const inBrowser = BROWSER_PARTS.some((part) => wanted.has(part))
  if (kinds.length === 0 && !inBrowser && !DATA_PARTS.some((part) => wanted.has(part))) return
  const product = await Product.open(modelOf(), say)
  const load = new LoadProcess()
  const sizes: Sized[] = []
  const size = (rows: number): Promise<void> =>
    measure(`${rows} rows`, async () => {
      sizes.push(await sized(product, load, rows))
    })
  try {
    if (inBrowser) await measure('browser', () => browserParts(product, wanted))
    if (wanted.has('photos'))
      await measure('photos', async () => void found.set('photos', await photosPart(root, product)))
    if (wanted.has('report'))
      await measure('report', async () => void found.set('report', await reportPart(product, load)))
    if (wanted.has('tasks')) await measure('tasks', async () => void found.set('tasks', await tasksPart(product, load)))
    if (wanted.has('orders'))
      await measure('orders', async () => void found.set('orders', await ordersPart(product, load)))
    if (wanted.has('scale')) for (const rows of SIZES.filter((one) => one < ROWS)) await size(rows)
    if (kinds.length > 0)
      await measure('shares', async () => {
        found.set(kinds[0] as Part, await stack(product, load, kinds))
      })
    if (wanted.has('scale')) for (const rows of SIZES.filter((one) => one >= ROWS)) await size(rows)
    if (wanted.has('search')) await measure('search', () => searchPart(product, load))
    if (wanted.has('picks')) await measure('picks', async () => void found.set('picks', await picksPart(product, load)))
    // Last: its customers stand far behind the others.
    if (wanted.has('pay')) await measure('pay', async () => void found.set('pay', await payPart(product, load)))
  } finally {
    load.close()
    await product.close()
  }
  if (sizes.length > 0)
    found.set('scale', { title: 'The same list with more rows behind it', figures: scaleFigures(sizes) })
}

async function browserParts(product: Product, wanted: ReadonlySet<Part>): Promise<void> {
  await product.fill(SIZES[0])
  const built: Built = await buildWeb(root)
  try {
    if (wanted.has('browser')) found.set('browser', await browserPart(product, built.dir))
    if (wanted.has('paint')) found.set('paint', await paint(product, built.dir))
    if (wanted.has('floor'))
      await measure('floor', async () => void found.set('floor', await floorPart(product, built.dir)))
    if (wanted.has('wall'))
      await measure('wall', async () => void found.set('wall', await wallPart(product, built.dir)))
  } finally {
    built.remove()
  }
}

async function searchPart(product: Product, load: LoadProcess): Promise<void> {
  const most = SIZES.at(-1) as number
  await product.fill(most)
  found.set('search', {
    title: `Searching among ${most.toLocaleString('en-US')} rows`,
    figures: await searches(product, load),
  })
}

const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('-'))
const unknown = asked.filter((part) => !(PARTS as readonly string[]).includes(part))
if (unknown.length > 0) {
  console.error(`unknown part "${unknown[0]}"; parts: ${PARTS.join(' ')}`)
  process.exit(2)
}
const wanted = new Set<Part>(asked.length > 0 ? (asked as Part[]) : PARTS)
const began = Date.now()
const before = load1()
await toolParts(wanted)
await measure('product', () => productParts(wanted))
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}; load of the machine ${before} before, ${load1()} after; ${Math.round((Date.now() - began) / 1000)} s`,
)
console.log(reportText(PARTS.flatMap((part) => found.get(part) ?? [])))
for (const line of failed) console.log(line)
process.exit(failed.length > 0 ? 1 : 0)
