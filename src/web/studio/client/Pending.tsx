import { Spin } from 'antd'

/** While a link is opened. */
export const Pending = () => (
  <div className="client-pending">
    <Spin />
  </div>
)
