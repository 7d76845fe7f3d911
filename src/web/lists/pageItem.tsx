import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement, type HTMLAttributes, type ReactElement } from 'react'
import { useT } from '../fields/sentences.ts'

const isButton = isValidElement as (element: unknown) => element is ReactElement<HTMLAttributes<HTMLElement>>

/**
 * Draws the buttons of a pager, named in the language of the person: the icons in them have English names of the
 * component library.
 */
export function usePageItem(): PaginationProps['itemRender'] {
  const t = useT()
  const names = { prev: t('pagePrevious'), next: t('pageNext'), 'jump-prev': t('pagesBack'), 'jump-next': t('pagesOn') }
  return (_page, type, element) =>
    type !== 'page' && isButton(element)
      ? cloneElement(element, { 'aria-label': names[type] }, <span aria-hidden>{element.props.children}</span>)
      : element
}
