/** The screens of auth, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const SignIn = lazyRouteComponent(() => import('./screens/SignIn.tsx'), 'SignIn')
export const OidcCallback = lazyRouteComponent(() => import('./screens/OidcCallback.tsx'), 'OidcCallback')
export const EnterCode = lazyRouteComponent(() => import('./screens/EnterCode.tsx'), 'EnterCode')
export const SignUp = lazyRouteComponent(() => import('./screens/SignUp.tsx'), 'SignUp')
export const VerifyEmail = lazyRouteComponent(() => import('./screens/VerifyEmail.tsx'), 'VerifyEmail')
export const ForgotPassword = lazyRouteComponent(
  () => import('./screens/ForgotPassword.tsx'),
  'ForgotPassword',
)
export const ResetPassword = lazyRouteComponent(() => import('./screens/ResetPassword.tsx'), 'ResetPassword')
export const SetupPassword = lazyRouteComponent(() => import('./screens/SetupPassword.tsx'), 'SetupPassword')
export const AcceptInvite = lazyRouteComponent(() => import('./screens/AcceptInvite.tsx'), 'AcceptInvite')
