/** What the product says around people's data: every word of it in the language of the person, and meant for them. */
import type { Lang } from '../../../src/model/model.ts'
import { en } from '../../../src/web/i18n/en.ts'
import { viewsEn } from '../../../src/web/i18n/views.en.ts'
import { viewsZh } from '../../../src/web/i18n/views.zh.ts'
import { zh } from '../../../src/web/i18n/zh.ts'
import type { App } from './app.ts'
import { model } from './model.ts'

/** Where people's own data stands, in whatever language they wrote it. */
const DATA = [
  'tbody td:not(.at-actions)',
  'tbody th',
  'dd',
  '.at-left-rows',
  '.at-place-head b',
  '.ant-select-selection-item',
  '.ant-select-item-option',
  '.ant-select-tree',
  '.at-card header',
  '.user-name',
  'button:has(> .user-mark)',
  '.record-card strong',
  '.user-card',
  '.at-head h2',
  '.at-timeline',
  '.at-drafts-name',
  '.at-upload',
  '.messages ul',
  'output',
  '.at-chip',
  '[lang="zh-CN"]:not(html)',
  '.tab[data-active=true]',
  '.crumbs [aria-current]',
  '.ant-message',
  '.ant-notification-notice-description',
].join(', ')

/** A text of the chrome with the element it stands in. */
interface Said {
  text: string
  where: string
}

/** Signs of a value that was never meant to be read. */
const BROKEN = /\bundefined\b|\bNaN\b|\[object|Invalid Date/
/** A hole that nobody filled, or the key of a sentence in place of it. */
const RAW = /(?<!\$)\{\w+\}|^[a-z]+(?:[A-Z][a-z]+)+$/
const CHINESE = /[\u4e00-\u9fff]/

/** Everything that is wrong with what the window says; nothing when all is well. */
export async function chromeFaults(app: App): Promise<string[]> {
  const said = await texts(app)
  const shown = await app.page.locator('body').innerText()
  return [
    ...said
      .filter(({ text }) => RAW.test(text) || !isIn(app.lang, text))
      .map(({ text, where }) => `"${text}" in ${where}`),
    ...shown.split('\n').filter((line) => BROKEN.test(line)),
    ...(await cutShort(app)).map((figure) => `"${figure}" is cut short`),
    ...(await cutLabels(app)).map((label) => `the label "${label}" is cut short`),
    ...(await hiddenTotals(app)).map((text) => `the totals "${text}" are cut at the bottom`),
  ]
}

/** Totals of a list that fills the window of which a part is below its end: they stay in sight, however many rows there are. */
function hiddenTotals(app: App): Promise<string[]> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll('.at-fills')].flatMap((list) => {
      const totals = list.querySelector('.ant-table-summary')
      const below = (totals?.getBoundingClientRect().bottom ?? 0) > list.getBoundingClientRect().bottom + 1
      const scrolls = totals?.closest('.ant-table-body')
      return totals && totals.checkVisibility() && (below || scrolls) ? [totals.textContent] : []
    }),
  )
}

/** What the product calls things: each is seen whole. */
const LABELS = [
  '.ant-menu-title-content',
  '.tab-name',
  '.at-filter > label',
  '.at-filter .ant-select-selection-placeholder',
  '.ant-form-item-label label',
  'button:not(.at-editable)',
  'thead th',
].join(', ')

/** Labels that end behind an edge that hides what is beyond it. */
function cutLabels(app: App): Promise<string[]> {
  return app.page.evaluate((labels) => {
    const hides = (element: Element): boolean => /hidden|clip/.test(getComputedStyle(element).overflowX)
    const widthOf = (text: Node): { left: number; right: number } => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return range.getBoundingClientRect()
    }
    const textsIn = (label: Element): { text: Node; holder: Element }[] => {
      const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      const found: { text: Node; holder: Element }[] = []
      for (let text = walker.nextNode(); text; text = walker.nextNode())
        if (text.parentElement && text.textContent?.trim()) found.push({ text, holder: text.parentElement })
      return found
    }
    /** The nearest edge that hides, within the label and what it stands in; beyond it things scroll. */
    const edgeOf = (holder: Element, label: Element): DOMRect | undefined => {
      for (let at: Element | null = holder; at; at = at.parentElement) {
        if (hides(at)) return at.getBoundingClientRect()
        if (at === label.parentElement) return undefined
      }
      return undefined
    }
    return [...document.querySelectorAll(labels)]
      .filter((label) => label.checkVisibility())
      .flatMap((label) =>
        textsIn(label).flatMap(({ text, holder }) => {
          const edge = edgeOf(holder, label)
          const { left, right } = widthOf(text)
          // What only a screen reader is told stands in a box of a pixel.
          if (!edge || edge.width < 2 || right - left < 2) return []
          return right > edge.right + 1.5 || left < edge.left - 1.5 ? [text.textContent ?? ''] : []
        }),
      )
  }, LABELS)
}

/**
 * Figures, days and moments of tables and of filters that have less room than they take: half an amount is another amount. A sentence
 * with an amount in it, such as a message to a customer, may be cut.
 */
function cutShort(app: App): Promise<string[]> {
  return app.page.evaluate(() => {
    const holdsFigures = ({ textContent: text }: Element): boolean =>
      /^[-￥\d][\d,.: -]*%?$/.test(text) || (/￥\d/.test(text) && !/[，。；]|\w, /.test(text))
    const rangeOf = (cell: Element): DOMRect => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect()
    }
    const roomIn = (cell: Element): number => {
      const { paddingLeft, paddingRight } = getComputedStyle(cell)
      return cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    }
    const cells = [...document.querySelectorAll('.ant-table-cell')]
      .filter((cell) => holdsFigures(cell) && cell.checkVisibility())
      .filter((cell) => Math.floor(rangeOf(cell).width) > roomIn(cell))
      .map((cell) => cell.textContent)
    const days = [...document.querySelectorAll<HTMLInputElement>('.ant-picker-input > input')]
      .filter((input) => input.value && input.checkVisibility() && input.scrollWidth > input.clientWidth)
      .map((input) => input.value)
    return [...cells, ...days]
  })
}

function isIn(lang: Lang, text: string): boolean {
  return lang === 'en' ? !CHINESE.test(text) : !englishOnly().has(text)
}

let english: ReadonlySet<string> | undefined

/** Everything that the product says in English and says otherwise in Chinese. */
function englishOnly(): ReadonlySet<string> {
  if (english) return english
  const both = [
    ...Object.entries(zh).map(([key, text]) => ({ zh: text as string, en: en[key as keyof typeof en] })),
    ...Object.entries(viewsZh).map(([key, text]) => ({ zh: text as string, en: viewsEn[key as keyof typeof viewsEn] })),
    ...labelsIn(model),
  ]
  const chinese = new Set(both.map((one) => one.zh))
  english = new Set(both.map((one) => one.en).filter((text) => !chinese.has(text)))
  return english
}

/** Every bilingual text of the model. */
function labelsIn(part: unknown): { zh: string; en: string }[] {
  if (typeof part !== 'object' || part === null) return []
  const { zh: one, en: other } = part as Record<string, unknown>
  if (typeof one === 'string' && typeof other === 'string') return [{ zh: one, en: other }]
  return Object.values(part).flatMap(labelsIn)
}

/** The texts of the chrome in sight: text, and what stands in titles, placeholders and labels for screen readers. */
function texts(app: App): Promise<Said[]> {
  return app.page.evaluate((data) => {
    const said: Said[] = []
    const isChrome = (element: Element) =>
      !element.closest(data) &&
      !element.closest('[hidden], [aria-hidden="true"], script, style') &&
      element.checkVisibility()
    const say = (text: string | null | undefined, element: Element) => {
      const words = text?.trim()
      if (words && isChrome(element))
        said.push({ text: words, where: `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (walker.currentNode.parentElement) say(walker.currentNode.nodeValue, walker.currentNode.parentElement)
    for (const name of ['placeholder', 'title', 'aria-label', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`)) say(element.getAttribute(name), element)
    return said
  }, DATA)
}
