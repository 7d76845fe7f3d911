import { Pagination, Radio, Spin } from 'antd'
import { useState } from 'react'
import { usePageItem } from '../lists/pageItem.tsx'
import { rolePage, type HeldRole } from './switchOptions.ts'

interface Props {
  roles: HeldRole[]
  loading: boolean
  /** The text shown when there are no choices. */
  none: string
  value?: number
  onChange?: (roleId: number) => void
  id?: string
}

/** The roles of a department, ten a page. A form control. */
export function RolePicker({ roles, loading, none, value, onChange, id }: Props) {
  const [page, setPage] = useState(1)
  const itemRender = usePageItem()
  const size = rolePage()
  const shown = Math.min(page, Math.max(1, Math.ceil(roles.length / size)))
  return (
    <Spin spinning={loading} delay={200}>
      <div className="roles" id={id} tabIndex={-1}>
        {!loading && !roles.length && <p className="roles-none">{none}</p>}
        <Radio.Group
          className="roles-list"
          value={value}
          onChange={(event) => onChange?.(event.target.value as number)}
        >
          {roles.slice((shown - 1) * size, shown * size).map((role) => (
            <Radio key={role.id} value={role.id}>
              {role.nameCode}
            </Radio>
          ))}
        </Radio.Group>
        {roles.length > size && (
          <Pagination
            size="small"
            simple
            current={shown}
            pageSize={size}
            total={roles.length}
            itemRender={itemRender}
            onChange={setPage}
          />
        )}
      </div>
    </Spin>
  )
}
