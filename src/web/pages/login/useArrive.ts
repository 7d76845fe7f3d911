import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCore } from '../../core/model.ts'
import { keepClientToken } from '../../core/token.ts'
import { signIn } from '../../core/session.ts'
import { enter } from '../../access/enter.ts'
import { targetOf } from '../../access/guard.ts'
import type { SignedIn } from './ways.ts'

/** Keeps the token and goes on: where the person was heading, or home; a customer to the customer's area. */
export function useArrive(): (result: SignedIn) => void {
  const { app } = useCore()
  const { search } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (result) => {
      if (!('token' in result)) return
      if (result.customer && app.links.client) {
        keepClientToken(result.token)
        return location.assign(app.links.client)
      }
      const arrival = targetOf(search)
      signIn(result.token, arrival)
      // The guard would ask the same after drawing this page once more.
      void enter()
      void navigate(arrival, { replace: true })
    },
    [app, search, navigate],
  )
}
