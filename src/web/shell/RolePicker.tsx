import { Pagination, Radio, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { CALLS } from '../core/calls.ts'
import { limit } from '../core/model.ts'
import { call } from '../core/request.ts'
import { useT } from '../core/sentences.ts'

interface Role { id: number; nameCode?: string; name?: string }
interface RolePage { key: string; rows: Role[]; total: number }

interface Props { corpId?: number; orgId?: number; value?: number; onChange?: (roleId: number) => void; id?: string }

/** Page size of the role list (spec § 9). */
const pageSize = () => limit('rolePage', 10)

/** The roles a person holds in a company, ten a page. A form control. */
export function RolePicker({ corpId, orgId, value, onChange, id }: Props) {
  const t = useT()
  const [pageNO, setPage] = useState(1)
  const [seen, setSeen] = useState(corpId)
  if (seen !== corpId) {
    setSeen(corpId)
    setPage(1)
  }
  const { rows, total, loading } = useRoles(corpId, orgId, pageNO)
  return (
    <Spin spinning={loading} delay={200}>
      <div className="roles" id={id}>
        {!loading && !rows.length && <p className="roles-none">{t(corpId === undefined ? 'chooseCompany' : 'noRoles')}</p>}
        <Radio.Group className="roles-list" value={value} onChange={(event) => onChange?.(event.target.value as number)}>
          {rows.map((role) => <Radio key={role.id} value={role.id}>{role.nameCode ?? role.name}</Radio>)}
        </Radio.Group>
        {total > pageSize() && <Pagination size="small" simple current={pageNO} pageSize={pageSize()} total={total} onChange={setPage} />}
      </div>
    </Spin>
  )
}

function useRoles(corpId: number | undefined, orgId: number | undefined, pageNO: number) {
  const key = corpId === undefined ? '' : JSON.stringify({ corpId, orgId, pageNO, pageRows: pageSize() })
  const [page, setPage] = useState<RolePage>({ key: '', rows: [], total: 0 })
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    call<Role[]>(CALLS.roles, JSON.parse(key), { silent: true, loading: false, signal: stop.signal })
      .then(({ data, total }) => setPage({ key, rows: data, total: total ?? data.length }))
      .catch(() => { if (!stop.signal.aborted) setPage({ key, rows: [], total: 0 }) })
    return () => stop.abort()
  }, [key])
  const fresh = page.key === key
  return { rows: fresh ? page.rows : [], total: fresh ? page.total : 0, loading: !fresh }
}
