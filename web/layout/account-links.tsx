import { NavLink, useNavigate } from 'react-router'
import { logout } from '#web/session/session.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/picture.tsx'
import { markUnsaved, mayLeave } from '#web/ui/unsaved.ts'
import { findHome } from './find-home.ts'

/** Login for visitors; Dashboard, photo and LogOut for signed-in users. */
export function AccountLinks() {
  const { loading, user, role } = useSession()
  const navigate = useNavigate()
  if (!user)
    return (
      <NavLink to="/login" className={`btn btn-outline ${loading ? 'hidden-while-loading' : ''}`}>
        Login
      </NavLink>
    )
  const leave = () => {
    markUnsaved(false)
    return navigate('/', { flushSync: true })
  }
  const leaveAndLogout = async () => {
    if (await mayLeave()) await logout(leave)
  }
  return (
    <>
      <NavLink to={findHome(role)} className="bar-link">
        Dashboard
      </NavLink>
      {user.photoURL && <Avatar src={user.photoURL} className="mx-2 size-9" />}
      <Button look="outline" onClick={leaveAndLogout}>
        LogOut
      </Button>
    </>
  )
}
