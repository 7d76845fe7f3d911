import type { ReactNode } from 'react'
import type { FilterModel } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { FilterBar } from '../lists/FilterBar.tsx'
import { HeadButtons } from './HeadButtons.tsx'
import { useScope } from './scope.tsx'
import type { PageFilters } from './usePageFilters.ts'

interface BarProps extends Pick<Parameters<typeof HeadButtons>[0], 'buttons'> {
  page: PageFilters
  offered: readonly FilterModel[]
}

/** The bar of a page that is no list: its filters, and its buttons at the end. */
export function PageBar({ page, offered, buttons }: BarProps): ReactNode {
  const phone = usePhone()
  const { active, setQuery } = useScope()
  return (
    <FilterBar
      filtering={page.filtering}
      offered={offered}
      filtered={page.filtered}
      phone={phone}
      active={active && setQuery !== undefined}
    >
      <span className="at-head-buttons">
        <HeadButtons buttons={buttons} {...(phone ? { beside: 0 } : {})} />
      </span>
    </FilterBar>
  )
}
