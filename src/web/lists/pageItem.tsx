import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type HTMLAttributes, type ReactElement } from 'react'
import { useT } from '../fields/sentences.ts'

const isButton = isValidElement as (element: unknown) => element is ReactElement<HTMLAttributes<HTMLElement>>

/**
 * Draws the buttons of a pager, named in the language of the person: the icons in them have English names of the
 * component library. Around the two that jump stands what they do.
 */
export function usePageItem(): PaginationProps['itemRender'] {
  const t = useT()
  const names = { prev: t('pagePrevious'), next: t('pageNext') }
  return (_page, type, element) => {
    if (type === 'page' || !isButton(element)) return element
    const name = type === 'prev' || type === 'next' ? { 'aria-label': names[type] } : {}
    return cloneElement(element, name, <span aria-hidden>{element.props.children}</span>)
  }
}
