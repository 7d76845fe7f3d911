import { Form, Modal, Select, type FormRule } from 'antd'
import { useState } from 'react'
import { enginePath } from '../core/calls.ts'
import { say } from '../core/feedback.tsx'
import { limit } from '../core/model.ts'
import { call } from '../core/request.ts'
import { t as now, useT } from '../core/sentences.ts'
import { leaving, signOut, useSession } from '../core/session.ts'
import { token } from '../core/token.ts'
import { RolePicker } from './RolePicker.tsx'
import { departmentsOf, useCompanies, useHeldRoles } from './switchOptions.ts'
import './switch.css'

interface Choice {
  corpId: number
  orgId: number
  roleId: number
}

/** Switches to another company, department or role: first the company, then the department, then a role the person has there (rules 6.6). */
export default function SwitchDialog({ onClose }: { onClose(): void }) {
  const t = useT()
  const { user } = useSession()
  const [form] = Form.useForm<Choice>()
  const corpId = Form.useWatch('corpId', form) ?? user?.corpId
  const orgId = Form.useWatch('orgId', form)
  const companies = useCompanies()
  const roles = useHeldRoles(corpId)
  const { busy, submit } = useSwitch(onClose)
  return (
    <Modal
      open
      title={t('switchOrg')}
      okText={t('ok')}
      cancelText={t('cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={busy}
      destroyOnHidden
      width={480}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ corpId: user?.corpId }}
        onFinish={(choice) => void submit(choice)}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(changed: Partial<Choice>) => form.setFieldsValue(laterOnes(changed))}
      >
        <Form.Item name="corpId" label={t('company')} rules={[chosen(t('chooseCompany'))]}>
          <Select options={companies.rows} loading={companies.loading} placeholder={t('chooseCompany')} />
        </Form.Item>
        <Form.Item name="orgId" label={t('department')} rules={[chosen(t('chooseDepartment'))]}>
          <Select
            options={departmentsOf(roles.rows)}
            loading={roles.loading}
            placeholder={t('chooseDepartment')}
            showSearch
            optionFilterProp="label"
          />
        </Form.Item>
        <Form.Item name="roleId" label={t('role')} rules={[chosen(t('chooseRole'))]}>
          <RolePicker
            roles={roles.rows.filter((role) => role.orgId === orgId)}
            loading={roles.loading}
            none={t(roles.rows.length ? 'chooseDepartment' : 'noRoles')}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** A choice is required. (The kit's `required` would put an attribute on selects that is not allowed there.) */
const chosen = (message: string): FormRule => ({
  validator: async (_rule, value: unknown) => {
    if (value === undefined) throw new Error(message)
  },
})

/** A change of a higher choice clears the choices that depend on it. */
function laterOnes(changed: Partial<Choice>): Partial<Record<keyof Choice, undefined>> {
  if ('corpId' in changed) return { orgId: undefined, roleId: undefined }
  return 'orgId' in changed ? { roleId: undefined } : {}
}

/** Sends the switch. A failure is only logged (rules 6.8); after success the person is signed out 1.5 s later. */
function useSwitch(onClose: () => void) {
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const submit = async (choice: Choice) => {
    if (choice.corpId === user?.corpId && choice.roleId === user.roleId && choice.orgId === user.orgId)
      return say.warn(now('sameCompany'))
    setBusy(true)
    const stay = leaving(token.get())
    try {
      const answer = await call(enginePath('switchRole'), { ...choice, employeeId: user?.employeeId }, { silent: true })
      say.done(answer.msg || now('switched'))
      onClose()
      setTimeout(() => void signOut(true), limit('switchLogout', 1500))
    } catch (error) {
      stay()
      console.info('switch: refused', error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}
