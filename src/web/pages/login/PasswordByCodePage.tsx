import { useNavigate } from 'react-router-dom'
import { LOGIN } from '../../access/guard.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useArrive } from './useArrive.ts'

/** A forgotten password, replaced by whoever has the phone. */
export default function PasswordByCodePage() {
  const arrive = useArrive()
  const navigate = useNavigate()
  return (
    <LoginFrame>
      <NewPasswordForm why="forgotten" onResult={arrive} onBack={() => void navigate(LOGIN)} />
    </LoginFrame>
  )
}
